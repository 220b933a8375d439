// The hand: marking cards for the crib, playing one, and walking through it with the arrow keys.
// The cards are real buttons; a click, Enter and Space are the same thing here.

import { alert, note, say, text } from "./announce.js";

const marked = new Set();

export const region = () => document.getElementById("region-hand");
const cards = () => [...document.querySelectorAll("#hand .hand-card")];
export const mode = () => region()?.dataset.mode || "wait";
export const need = () => Number(region()?.dataset.need || 0);
export const decision = () => region()?.dataset.decision || "";
export const cardOf = (code) => document.getElementById(`hand-${code}`);

function capital(words) {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Put the marks on the cards as they are now (after a swap they are new elements). */
export function paint() {
  if (mode() !== "throw") marked.clear();
  for (const code of [...marked]) if (!cardOf(code)) marked.delete(code);
  if (mode() === "throw") for (const card of cards()) card.setAttribute("aria-pressed", String(marked.has(card.dataset.code)));
}

/** Show which cards are on their way to the table. */
export function paintSent(codes) {
  for (const card of cards()) card.classList.toggle("sent", codes.has(card.dataset.code));
}

export function reason(words) {
  note(words);
  alert(words);
}

export class Hand {
  /** @param {(action: object, decision: string) => boolean} act sends an action for a decision */
  constructor(act) {
    this.act = act;
    this.mutedClick = false;
    document.addEventListener("click", (event) => {
      const card = event.target.closest?.(".hand-card");
      if (card) this.chosen(card);
    });
    document.addEventListener("keydown", (event) => this.walk(event));
    // a new press is no longer the one that ended the drag
    document.addEventListener("pointerdown", () => (this.mutedClick = false), { capture: true });
  }

  /** A drag has just ended on this card: the click that follows it means nothing. */
  muteClick() {
    this.mutedClick = true;
    setTimeout(() => (this.mutedClick = false), 60);
  }

  chosen(card) {
    if (this.mutedClick) return;
    if (mode() === "throw") this.toggle(card);
    else this.play(card);
  }

  toggle(card) {
    const code = card.dataset.code;
    if (marked.has(code)) {
      marked.delete(code);
      say(text("unmarked", { card: capital(card.dataset.name) }));
    } else {
      this.mark(card);
      say(text("marked", { card: capital(card.dataset.name) }));
    }
    note("");
    paint();
  }

  mark(card) {
    marked.add(card.dataset.code);
    // one too many: the one that was marked first goes back
    while (marked.size > Math.max(1, need())) marked.delete(marked.values().next().value);
    paint();
  }

  /** A card was dragged onto the crib. Says whether the throw was sent. */
  dropOnCrib(card) {
    this.mark(card);
    if (marked.size < need()) {
      note(text("markSecond"));
      say(text("marked", { card: capital(card.dataset.name) }), text("markSecond"));
      return false;
    }
    return this.throwMarked();
  }

  throwMarked() {
    if (marked.size !== need()) {
      reason(text(marked.size === 1 ? "markSecond" : need() === 1 ? "markOne" : "markTwo"));
      cards()[0]?.focus();
      return false;
    }
    return this.act({ type: "throw", cards: [...marked] }, decision());
  }

  /** Play a card, or say why not. Says whether it was sent. */
  play(card) {
    if (card.getAttribute("aria-disabled") === "true" || mode() !== "play") {
      reason(card.dataset.reason || text("notNow"));
      return false;
    }
    return this.act({ type: "play", card: card.dataset.code }, decision());
  }

  walk(event) {
    const card = event.target.closest?.("#hand");
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = cards();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || !all.length) return;
    event.preventDefault();
    all[(to + all.length) % all.length].focus();
  }
}
