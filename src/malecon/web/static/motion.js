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

/** Let a number roll: it reads the time of an animation that shows nothing.
 * @param {HTMLElement} element whose text it is @param {number} from @param {number} to
 * @param {number} delay @param {number} duration @param {(number: number) => string} [format] */
export function roll(element, from, to, delay, duration, format = String) {
  let isOver = false;
  const clock = animate(element, [], { delay, duration, fill: "both", easing: "linear" }, () => {
    isOver = true;
    element.textContent = format(to);
  });
  const draw = () => {
    if (isOver || !element.isConnected) return;
    element.textContent = format(Math.round(from + (to - from) * (clock.effect?.getComputedTiming().progress ?? 0)));
    requestAnimationFrame(draw);
  };
  draw();
}

/** Wait, as long as the pace and a pause let the time go by.
 * @param {number} duration in milliseconds at the normal pace @returns {Promise<void>} */
export const wait = (duration) => new Promise((done) => void animate(document.documentElement, [], { duration }, done));

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
