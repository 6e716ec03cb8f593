// The subscription of this browser to push notices.
// @ts-check
import { sitePath } from "./site_path.js";

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("push"));
const said = document.getElementById("push-said");

/** @param {string} key as the server writes it @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(key) {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Ask the browser, then tell the server where.
 * @param {DOMStringMap} facts @returns {Promise<boolean>} whether the person is told from now on */
async function subscribe(facts) {
  const worker = await navigator.serviceWorker.register(facts.worker ?? "");
  const key = bytesOf(facts.key ?? "");
  const asked = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = asked.toJSON();
  const answer = await fetch(`${sitePath}notices/push`, { method: "POST", body: new URLSearchParams({ endpoint, ...keys }) });
  return answer.ok;
}

if (button && said && "serviceWorker" in navigator && "PushManager" in window) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const isDone = await subscribe(button.dataset).catch(() => false);
    said.textContent = (isDone ? button.dataset.done : button.dataset.refused) ?? "";
    button.disabled = isDone;
  });
}
