// What does not fit on the page of a table, as sentences; `parts` is the selector of what must keep its place.
(parts) => {
  const found = new Set();
  const [width, height] = [innerWidth, innerHeight];
  const root = document.documentElement;
  const table = document.querySelector("main.play");
  const isOnPhone = matchMedia("(max-width: 44rem), (max-height: 30rem)").matches;
  const name = (thing) => `${thing.tagName.toLowerCase()}.${thing.className?.baseVal ?? thing.className} "${(thing.title || thing.ariaLabel || thing.textContent).trim().slice(0, 40)}"`;
  const isSeen = (thing) => thing.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const isForEars = (thing) => thing !== table && (getComputedStyle(thing).clipPath.startsWith("inset(50%") || isForEars(thing.parentElement));
  const isOutside = ({ left, top, right, bottom }) => left < -1 || top < -1 || right > width + 1 || bottom > height + 1;

  const [wide, high] = [Math.max(root.scrollWidth, document.body.scrollWidth), Math.max(root.scrollHeight, document.body.scrollHeight)];
  if (wide > width || high > height) found.add(`the page scrolls: ${wide} x ${high}`);

  for (const thing of table.querySelectorAll("button:not([disabled]), input:not([type=hidden]), a.tool, a.hint")) {
    if (!isSeen(thing)) continue;
    const box = thing.getBoundingClientRect();
    const target = thing.matches("input") ? (thing.closest("label") ?? thing).getBoundingClientRect() : box;
    if (!box.width) continue;
    if (isOutside(box)) found.add(`out of the window: ${name(thing)}`);
    else {
      const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isReached = there && (thing.contains(there) || thing.closest("label")?.contains(there));
      if (!isReached) found.add(`covered: ${name(thing)} by ${there ? name(there) : "nothing"}`);
    }
    if (Math.min(target.width, target.height) < (isOnPhone ? 43.5 : 31.5)) found.add(`too small to hit: ${name(thing)} ${Math.round(target.width)} x ${Math.round(target.height)}`);
  }
  // what is shown only when something else is ticked or unfolded is there too
  const isRevealed = (thing) => [...(thing.closest("section")?.querySelectorAll("input[type=radio], summary") ?? [])].some(isSeen);
  for (const thing of table.querySelectorAll("button[name=move]:not(.shortcut), .picking input:not([type=hidden]), #confirm, #undo")) {
    const shown = thing.matches("input") ? (thing.closest("label") ?? thing) : thing;
    if (thing.closest(".together")) continue; // it stands for others, which are there
    const isThere = isSeen(shown) && shown.getBoundingClientRect().width;
    if (!isThere && !isRevealed(thing)) found.add(`hidden: ${name(thing)}`);
  }

  // answers that are too many for the bar open downwards, over the hand
  const bar = document.getElementById("status")?.getBoundingClientRect();
  for (const thing of isOnPhone ? [] : document.querySelectorAll("#answers :is(h2, .answer)")) {
    if (isSeen(thing) && !isForEars(thing) && thing.getBoundingClientRect().top < bar.top + 2.5) found.add(`above the bar: ${name(thing)}`);
  }

  // what is read beside buttons or points ends before them, where the window has room for lines of their own
  const isWide = matchMedia("(min-width: 56.01rem) and (min-height: 31.01rem)").matches;
  for (const [read, beside] of !isWide ? [] : [[".ask > .held", ".draft > *"], [".player .who, .standing > :not(.unseen)", ".player .score"]])
    for (const line of table.querySelectorAll(read)) {
      const [one, around] = [line.getBoundingClientRect(), line.closest(".player") ?? document];
      for (const thing of isSeen(line) ? around.querySelectorAll(beside) : []) {
        const other = thing.getBoundingClientRect();
        const isBeside = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4 && one.left < other.left;
        if (isSeen(thing) && isBeside && one.right > other.left + 1) found.add(`${name(line)} runs into ${name(thing)}`);
      }
    }

  for (const link of isWide ? table.querySelectorAll(".bench a.about") : [])
    if (isSeen(link) && link.getBoundingClientRect().height < 23.5) found.add(`too small to hit: ${name(link)}`);
  for (const paper of isWide ? table.querySelectorAll(".paper") : []) {
    const [edge, inner] = [paper, paper.firstElementChild].map((each) => each.getBoundingClientRect());
    if (isSeen(paper) && (inner.left < edge.left - 1 || inner.right > edge.right + 1 || inner.height > edge.height + 3)) found.add(`text cut: ${name(paper)}`);
  }

  const log = document.querySelector(".log")?.getBoundingClientRect();
  for (const heading of document.querySelectorAll(".log > .fold, .log .story h2")) {
    const words = document.createRange();
    words.selectNodeContents(heading);
    const { left, right, width } = words.getBoundingClientRect();
    if (width && isSeen(heading) && (left < log.left + 2 || right > log.right - 2)) found.add(`text cut: ${name(heading)}`);
  }

  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const holder = text.parentElement;
    if (!text.textContent.trim() || !isSeen(holder) || isForEars(holder) || holder.closest("svg, [hidden], .story, .said-here, .sheet")) continue;
    if (parseFloat(getComputedStyle(holder).fontSize) < 12.99) found.add(`small: ${name(holder)}`);
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    if (isOutside(box)) found.add(`text out of the window: ${name(holder)}`);
    for (let around = holder; around !== table; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(around);
      if (overflowX === "visible" && overflowY === "visible") continue;
      if (textOverflow === "ellipsis") break; // a long name is shortened
      const edge = around.getBoundingClientRect();
      if (box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 3 || box.top < edge.top - 3) found.add(`text cut: ${name(holder)}`);
      break;
    }
  }
  const places = {};
  for (const part of document.querySelectorAll(parts)) {
    const box = part.getBoundingClientRect();
    if (box.width && isSeen(part)) places[part.id || part.className] = [box.x, box.y, box.width, box.height].map(Math.round);
  }
  return { found: [...found], places };
}
