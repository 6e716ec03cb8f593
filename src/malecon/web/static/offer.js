// The offer, at the end of a game, to confirm turns automatically: whoever has declined it on this device is not asked again.
// @ts-check
import { choiceOf, choose } from "./device.js";

const NAME = "malecon-confirming";

/** Offer to decline as well; hide what was declined. */
export function offerDeclining() {
  const offer = /** @type {HTMLElement | null} */ (document.querySelector(".result .offer"));
  const button = /** @type {HTMLElement | null} */ (offer?.querySelector(".decline"));
  if (!offer || !button) return;
  offer.hidden = choiceOf(NAME) === "declined";
  button.hidden = false;
  button.onclick = () => {
    choose(NAME, "declined");
    offer.hidden = true;
  };
}
