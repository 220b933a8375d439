// Countdowns.  What runs out says when in site time (data-ends, in ms), which the page knows from
// the frames of the table.  While nothing is heard from there the countdowns stand still.

import { alert, text } from "./announce.js";

const URGENT = 10_000;
// a pong comes every five seconds
const SILENCE = 8000;
// less than this is how long a frame was on its way; more is a clock that stood
const LATE = 1500;

let offset = null;
let heardAt = 0;
let now = null;
let warned = "";

/** A frame has told the site time, in ms; null: the site has none to give just now. */
export function hear(clock) {
  if (clock === null || clock === undefined) {
    if (clock === null) stand();
    return;
  }
  const measured = clock - performance.now();
  if (offset === null || measured > offset || offset - measured > LATE) offset = measured;
  heardAt = performance.now();
  tick();
}

/** The line is away: let everything stand until it is heard of again. */
export function stand() {
  offset = null;
  tick();
}

function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Write every countdown as it is now; also after a swap, which brings empty ones. */
export function tick() {
  if (offset !== null && performance.now() - heardAt > SILENCE) offset = null;
  document.documentElement.classList.toggle("clock-stands", offset === null);
  if (offset !== null) now = performance.now() + offset;
  if (now === null) return;
  for (const one of document.querySelectorAll(".countdown[data-ends]")) paint(one, Number(one.dataset.ends) - now);
  for (const button of document.querySelectorAll("[data-opens]")) {
    if (Number(button.dataset.opens) <= now) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }
}

function paint(one, left) {
  const words = clockText(left);
  if (one.textContent !== words) one.textContent = words;
  one.classList.toggle("urgent", left <= URGENT);
  one.classList.toggle("over", left <= 0);
  if ("own" in one.dataset && left <= URGENT && left > 0 && offset !== null) warn(one.dataset.ends);
}

/** Once for each decision. */
function warn(ends) {
  if (warned === ends) return;
  warned = ends;
  alert(text("tenSeconds"));
}

setInterval(tick, 200);
