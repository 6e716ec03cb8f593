// Quiet sounds made from code: the viewer's turn, and those of scenes. They say nothing that is not to be seen too.
// @ts-check
import { choiceOf, choose } from "./device.js";

const KEY = "malecon-sound";
const LOUDNESS = 0.06;
/** Tones of each sound: hertz, and the seconds at which they begin. @type {Record<string, [number, number][]>} */
const SOUNDS = {
  turn: [[660, 0], [880, 0.12]],
  loss: [[330, 0], [220, 0.16]],
  reveal: [[196, 0.62], [523, 1.5], [659, 1.6], [784, 1.7]],
  coin: [[1180, 0.6], [1240, 0.68]],
  build: [[196, 0.3], [392, 0.9], [494, 1], [587, 1.1]],
  bag: [[240, 0.3], [280, 0.42], [320, 0.54]],
  wood: [[420, 0.45], [330, 0.55]],
  card: [[520, 0.15]],
  sail: [[147, 0.2], [110, 0.6]],
};

/** @type {AudioContext | undefined} */
let context;

/** @returns {boolean} whether sounds are wanted on this device */
const isOn = () => choiceOf(KEY) !== "off";

/** Play a sound, if the browser lets us: before the first click it does not.
 * @param {string} name */
export function play(name) {
  if (!isOn() || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [hertz, begin] of SOUNDS[name]) tone(context, hertz, context.currentTime + begin);
}

/** @param {AudioContext} audio @param {number} hertz @param {number} begin in seconds */
function tone(audio, hertz, begin) {
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.type = "triangle";
  voice.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.35);
  voice.connect(volume).connect(audio.destination);
  voice.start(begin);
  voice.stop(begin + 0.4);
}

/** Let the buttons of a table turn the sounds off and on. */
export function offerSound() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("main.table button.sound"))) {
    button.ariaPressed = String(isOn());
    button.hidden = false;
    button.onclick = () => {
      choose(KEY, isOn() ? "off" : "on");
      offerSound();
      play("turn");
    };
  }
}
