// The motion of a scene: every animation is made here, so that pause, pace and skip hold for all of them alike.
// @ts-check
const EASING = "cubic-bezier(.3, 0, .15, 1)";

/** @type {Set<Animation>} those that run, or wait for the end of a pause */
const running = new Set();
let rate = 1;
let isPaused = false;

/** Animate an element until it is as it is.
 * @param {Element} element @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options @param {() => void} [done] called at the end, also if it is cut short
 * @returns {Animation} */
export function animate(element, frames, options, done = () => undefined) {
  const animation = element.animate(frames, { fill: "backwards", easing: EASING, ...options });
  animation.playbackRate = rate;
  if (isPaused) animation.pause();
  running.add(animation);
  const end = () => {
    running.delete(animation);
    done();
  };
  animation.finished.then(end, end);
  return animation;
}

/** By element, what its roll shows; another one goes on from there. @type {WeakMap<HTMLElement, { number: number }>} */
const rolls = new WeakMap();

/** Let a number roll: it reads the time of an animation that shows nothing.
 * @param {HTMLElement} element whose text it is @param {number} from @param {number} to
 * @param {number} delay @param {number} duration @param {(number: number) => string} [format] */
export function roll(element, from, to, delay, duration, format = String) {
  const start = rolls.get(element)?.number ?? from;
  const shown = { number: start };
  rolls.set(element, shown);
  /** @type {ChildNode | null} */
  let drawn;
  /** @param {number} number */
  const show = (number) => {
    shown.number = number;
    element.textContent = format(number);
    drawn = element.firstChild;
  };
  show(start);
  const isWritten = () => element.firstChild !== drawn || element.textContent !== format(shown.number); // as what it is
  const isOver = () => rolls.get(element) !== shown || isWritten();
  const clock = animate(element, [], { delay, duration, fill: "both", easing: "linear" }, () => {
    if (!isOver()) show(to);
    if (rolls.get(element) === shown) rolls.delete(element);
  });
  const draw = () => {
    if (isOver() || !element.isConnected) return;
    show(Math.round(start + (to - start) * (clock.effect?.getComputedTiming().progress ?? 0)));
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

/** @type {Animation | undefined} of the last wait */
let waiting;

/** Wait, as long as the pace and a pause let the time go by.
 * @param {number} duration in milliseconds at the normal pace @returns {Promise<void>} */
export const wait = (duration) => new Promise((done) => void (waiting = animate(document.documentElement, [], { duration }, done)));

/** End the wait; what moves goes on. */
export const endWait = () => waiting?.finish();

/** Finish all that runs. */
export function finish() {
  for (const animation of [...running]) {
    running.delete(animation);
    animation.finish();
  }
}

/** @param {number} faster how many times as fast as the normal pace */
export function setRate(faster) {
  rate = faster;
  for (const animation of running) animation.updatePlaybackRate(rate);
}

/** Stop all that runs where it is, or let it go on.
 * @param {boolean} isOn */
export function pause(isOn) {
  isPaused = isOn;
  for (const animation of running) isOn ? animation.pause() : animation.play();
}
