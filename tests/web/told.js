// Tells captions with leads and notes, and says which of them, or whether the line that names who is awaited, cannot be read.
async ([captions, isAsked]) => {
  const of = (name) => new URL(name, document.querySelector("script[src*='client.js']").src);
  const { tell, tellNothing } = await import(of("scenes.js"));
  const found = new Set();
  const fault = (what, words) => found.add(`${what}: ${words.textContent}`);

  const look = (words) => {
    const text = document.createRange();
    text.selectNodeContents(words);
    const box = text.getBoundingClientRect();
    if (box.left < 0 || box.top < -1 || box.right > innerWidth || box.bottom > innerHeight) fault("leaves the window", words);
    for (let around = words; around; around = around.parentElement) {
      const { overflowX, overflowY, display, position } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      const isCut = box.bottom > edge.bottom + 3 || box.top < edge.top - 3 || box.right > edge.right + 2;
      if (isCut && display !== "contents" && [overflowX, overflowY].some((each) => each !== "visible")) fault("is cut", words);
      if (["absolute", "fixed"].includes(position)) break;
    }
    for (const thing of document.querySelectorAll(".tools > *, .when, #confirm, #undo")) {
      const { left, right, top, bottom, width } = thing.getBoundingClientRect();
      const isOver = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      if (width && thing.checkVisibility() && isOver) fault(`lies over ${thing.className}`, words);
    }
    for (const panel of document.querySelectorAll(".player")) {
      const { left, right, top, bottom } = panel.getBoundingClientRect();
      const isOver = left < box.right && right > box.left && top < box.bottom && box.bottom > (top + bottom) / 2;
      if (isOver && box.top < top) fault("covers half of a player", words);
    }
    words.style.pointerEvents = "auto";
    for (const { left, right, top, bottom } of text.getClientRects()) {
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (there && !words.contains(there)) fault(`is covered by ${there.outerHTML.slice(0, 80)}`, words);
    }
    words.style.pointerEvents = "";
  };

  const lookAtParts = () => {
    for (const words of document.querySelectorAll("#caption :is(b, small), #caption > .reading")) if (words.checkVisibility()) look(words);
  };

  tellNothing();
  look(document.querySelector("main.table h1"));
  document.documentElement.classList.toggle("telling", isAsked);
  for (const [lead, caption, note] of captions) {
    tell({ kind: "say", seat: 1, lead, caption, note });
    lookAtParts();
    tell({ kind: "say", seat: 1, lead, caption, note, reads: document.querySelector(".tip[id]")?.id });
    lookAtParts();
  }
  tellNothing();
  document.documentElement.classList.remove("telling");
  return [...found];
}
