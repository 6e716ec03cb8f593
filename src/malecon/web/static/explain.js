// The dialog that explains a thing of the game.
// @ts-check

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.about") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const said = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("about");
  if (!said) return;
  const dialog = document.createElement("dialog");
  dialog.className = "about";
  const close = document.createElement("button");
  close.textContent = "×";
  close.autofocus = true;
  close.onclick = () => dialog.close();
  dialog.append(close, said);
  dialog.onclose = () => dialog.remove();
  dialog.onclick = (click) => click.target === dialog && dialog.close();
  document.body.append(dialog);
  dialog.showModal();
});
