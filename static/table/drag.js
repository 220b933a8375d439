// Dragging a card with a pointer: onto the crib to throw it, onto the play to play it.

import { cardOf, mode } from "./hand.js";
import { goBack } from "./motion.js";

const THRESHOLD = 6;
const REACH = 36;

const targets = {
  throw: () => document.getElementById("region-crib"),
  play: () => document.getElementById("middle"),
};

export function enableDrag(hand) {
  let drag = null;
  const felt = document.getElementById("felt");

  function over(event) {
    const rect = targets[drag.mode]()?.getBoundingClientRect();
    return Boolean(rect) && event.clientX > rect.left - REACH && event.clientX < rect.right + REACH
      && event.clientY > rect.top - REACH && event.clientY < rect.bottom + REACH / 3;
  }

  function release() {
    drag.card.classList.remove("dragging");
    delete felt.dataset.dragging;
    delete felt.dataset.over;
    drag = null;
  }

  function putBack(card) {
    const rect = card.getBoundingClientRect();
    card.style.translate = "";
    goBack(card.querySelector(".card"), rect);
  }

  document.addEventListener("pointerdown", (event) => {
    const card = event.target.closest?.(".hand-card");
    if (!card || drag || event.button !== 0 || !(mode() in targets)) return;
    drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, mode: mode(), moving: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.card.isConnected) {
      release();
      return;
    }
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moving) {
      if (Math.hypot(dx, dy) < THRESHOLD) return;
      drag.moving = true;
      drag.card.setPointerCapture(drag.id);
      drag.card.classList.add("dragging");
      felt.dataset.dragging = drag.mode === "throw" ? "crib" : "play";
    }
    drag.card.style.translate = `${dx}px ${dy}px`;
    felt.dataset.over = over(event) ? "yes" : "no";
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, moving, mode: dragged } = drag;
    const dropped = moving && card.isConnected && over(event);
    release();
    if (!moving) return;
    hand.muteClick();
    let sent = false;
    if (dropped && mode() === dragged) sent = dragged === "throw" ? hand.dropOnCrib(card) : hand.play(card);
    // a sent card rests where it was let go of until the table has answered
    if (!sent && card.isConnected) putBack(card);
  });

  for (const type of ["pointercancel", "lostpointercapture"]) {
    document.addEventListener(type, (event) => {
      if (!drag || event.pointerId !== drag.id) return;
      const { card, moving } = drag;
      release();
      if (moving && card.isConnected) putBack(card);
    });
  }

  /** The table said no: the cards go back into the hand. */
  return function refused(codes) {
    for (const code of codes) {
      const card = cardOf(code);
      if (card?.style.translate) putBack(card);
    }
  };
}
