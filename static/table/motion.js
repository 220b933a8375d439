// What moves: cards to the play, to the crib and from the deck, pegs on the board, and the count
// that is said line by line.  Only Element.animate; nothing at all with reduced motion.

const CARD = 200;
const PEG = 450;
export const LINE = 520;
const EASE = "cubic-bezier(.3,.7,.3,1)";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export function still() {
  return reduced.matches || document.hidden;
}

/** Where everything that can move is now; taken before a change. */
export function snapshot() {
  const cards = new Map();
  for (const card of document.querySelectorAll("#hand .hand-card")) cards.set(card.dataset.code, card.getBoundingClientRect());
  const played = new Set([...document.querySelectorAll("#sequence > li")].map((item) => item.dataset.code));
  const pegs = new Map();
  for (const peg of document.querySelectorAll("#region-pegs .peg")) pegs.set(peg.id, [+peg.getAttribute("cx"), +peg.getAttribute("cy")]);
  const crib = document.querySelectorAll("#crib .card").length;
  const starter = document.getElementById("starter-card")?.dataset.code;
  return { cards, played, pegs, crib, starter };
}

function from(element, rect, delay = 0) {
  if (!element || !rect || !rect.width) return;
  const to = element.getBoundingClientRect();
  if (!to.width) return;
  const dx = rect.left + rect.width / 2 - (to.left + to.width / 2);
  const dy = rect.top + rect.height / 2 - (to.top + to.height / 2);
  element.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${Math.min(2, rect.width / to.width)})` }, { transform: "none" }],
    { duration: CARD, easing: EASE, delay, fill: "backwards" },
  );
}

function seatRect(seat) {
  const place = document.getElementById(`seat-${seat}`);
  return (place?.querySelector(".backs") || place)?.getBoundingClientRect();
}

/** A card has just been laid on the play: let it come from the hand or the seat of its player. */
export function cardPlayed(item, before, seat) {
  if (still() || !item) return;
  const rect = before.cards.get(item.dataset.code);
  from(item.querySelector(".card"), rect || seatRect(seat));
}

/** Move what differs from the snapshot. */
export function settle(before, events) {
  if (still()) return;
  for (const item of document.querySelectorAll("#sequence > li")) {
    if (before.played.has(item.dataset.code)) continue;
    const event = events.findLast((one) => one.type === "played" && one.card === item.dataset.code);
    if (event) cardPlayed(item, before, event.seat);
  }
  const thrown = events.filter((one) => one.type === "thrown");
  if (thrown.length) {
    const pile = [...document.querySelectorAll("#crib .card")].slice(before.crib);
    const gone = [...before.cards].filter(([code]) => !document.getElementById(`hand-${code}`)).map(([, rect]) => rect);
    for (const event of thrown) {
      const own = document.getElementById(`seat-${event.seat}`)?.classList.contains("seat-you");
      for (let n = 0; n < event.cards; n += 1) from(pile.shift(), own ? gone.shift() : seatRect(event.seat), n * 60);
    }
  }
  if (events.some((one) => one.type === "dealt")) {
    const deck = document.querySelector("#region-crib .starter")?.getBoundingClientRect();
    [...document.querySelectorAll("#hand .hand-card .card")].forEach((card, n) => from(card, deck, n * 55));
  }
  const starter = document.getElementById("starter-card");
  if (starter && starter.dataset.code !== before.starter && events.some((one) => one.type === "starter")) {
    starter.animate([{ transform: "scaleX(.05)" }, { transform: "none" }], { duration: CARD, easing: EASE });
  }
  movePegs(before.pegs);
}

function movePegs(before) {
  for (const peg of document.querySelectorAll("#region-pegs .peg-front")) {
    const side = peg.id.replace("-front", "");
    const to = [+peg.getAttribute("cx"), +peg.getAttribute("cy")];
    const old = before.get(peg.id);
    // the back peg leaps over the front one: what is in front now has come from behind
    const start = before.get(`${side}-behind`);
    if (!old || !start || (old[0] === to[0] && old[1] === to[1])) continue;
    peg.animate(
      [{ transform: `translate(${start[0] - to[0]}px, ${start[1] - to[1]}px)` }, { transform: "none" }],
      { duration: PEG, easing: "ease-in-out" },
    );
  }
}

/** A card that was let go of in the wrong place goes back to where it belongs. */
export function goBack(element, rect) {
  if (!reduced.matches) from(element, rect);
}

let said = "";
let saying = 0;

/** Name the lines of a count one by one, their cards lit; each count once, or not at all. */
export function sayCount(silently = false) {
  const list = document.getElementById("show-lines");
  const key = list?.dataset.key || "";
  if (key === said) return;
  clearInterval(saying);
  saying = 0;
  said = key;
  if (!list) return;
  const lines = [...list.children];
  if (silently || still() || lines.length === 0) return;
  const points = document.getElementById("show-points");
  const total = points?.textContent;
  for (const one of lines) one.classList.add("unsaid");
  let next = 0;
  const step = () => {
    light(null);
    if (next >= lines.length || !list.isConnected) {
      clearInterval(saying);
      for (const one of lines) one.classList.remove("unsaid", "named");
      if (points) points.textContent = total;
      return;
    }
    lines[next].classList.remove("unsaid");
    if (points) points.textContent = lines[next].querySelector(".line-total").textContent;
    light(lines[next]);
    next += 1;
  };
  step();
  saying = setInterval(step, LINE);
}

/** Light the cards of one line, and only these. */
export function light(lineElement) {
  for (const one of document.querySelectorAll("#show-lines .named")) one.classList.remove("named");
  for (const card of document.querySelectorAll("#show-cards .lit")) card.classList.remove("lit");
  if (!lineElement) return;
  lineElement.classList.add("named");
  for (const code of lineElement.dataset.cards.split(" ")) {
    document.querySelector(`#show-cards .card[data-code="${CSS.escape(code)}"]`)?.classList.add("lit");
  }
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || !event.target.closest) return;
  const one = event.target.closest(".show-line");
  if (one || event.target.closest("#region-show")) light(one);
});
