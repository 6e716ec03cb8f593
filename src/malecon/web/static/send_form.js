// Forms are sent again until an answer comes: the connection may be lost for a while.
// @ts-check

const RETRY_MS = [500, 1000, 2000, 4000];
const OWN = "Malecon-Report"; // a header of every answer of ours, which a proxy does not know

/** @param {boolean} lost whether the server does not answer */
export function showConnection(lost) {
  const note = document.getElementById("lost");
  if (note) note.hidden = !lost;
}

/** @param {FormData} body @returns {URLSearchParams} its fields, none of which is a file */
export const fieldsOf = (body) => new URLSearchParams(/** @type {any} */ (body));

/** Ask until something comes back.
 * @param {string} address @param {RequestInit} [request] that may come twice: then it is the same action
 * @returns {Promise<Response>} the answer */
export async function ask(address, request) {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(address, request);
      if (answer.status >= 502 && !answer.headers.has(OWN)) throw new Error("only a proxy has answered");
      showConnection(false);
      return answer;
    } catch {
      showConnection(true);
      await pause(attempt);
    }
  }
}

/** Send a form until something comes back: sent twice, it is the same action.
 * @param {string} address @param {FormData} body @param {string} live how the change comes: by the socket, or as a frame
 * @returns {Promise<Response>} the answer */
export const send = (address, body, live) => ask(address, { method: "POST", body: fieldsOf(body), headers: { "Malecon-Live": live } });

/** Wait a while that differs from page to page, so that not all come back at once.
 * @param {number} attempt how many were in vain */
export function pause(attempt) {
  const longest = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)];
  return new Promise((done) => setTimeout(done, longest * (0.5 + Math.random() / 2)));
}
