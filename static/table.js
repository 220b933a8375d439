// The table page: joins the line, the queue, the moves and the hand.

import { alert, note, say, text, topLine } from "./table/announce.js";
import { chatRefused, chatSeen, enableChat, takeChat } from "./table/chat.js";
import { hear, stand, tick } from "./table/clock.js";
import { enableDrag } from "./table/drag.js";
import { Hand, mode, need, paint, paintSent, reason } from "./table/hand.js";
import { cardPlayed, LINE, sayCount, settle, snapshot, still } from "./table/motion.js";
import { Moves, newKey } from "./table/moves.js";
import { notice } from "./table/notices.js";
import { BoardQueue, regionsOf, restFor, SEEN } from "./table/queue.js";
import { TableSocket } from "./table/socket.js";

const page = document.getElementById("main");
const byId = (id) => document.getElementById(id);

// ---------------------------------------------------------------- the board

/** Swap the regions in, keeping focus, typed words, open papers and the place in the log. */
function swap(html) {
  const kept = [...document.querySelectorAll("input[data-keep]")].map((one) => [one.id, one.dataset.keep, one.value, one.selectionStart, one.selectionEnd]);
  const open = [...document.querySelectorAll("details[data-keep-open][open]")].map((one) => one.id);
  const focused = document.activeElement;
  const inRegion = focused?.closest?.("#felt, #side") ? focused : null;
  const putLogBack = keepLogPlace();
  const told = new Set(toldTexts());
  window.htmx.swap(document.body, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0, ignoreTitle: true });
  for (const [id, decision, value, start, end] of kept) {
    const field = byId(id);
    // what was typed for one decision is no answer to the next
    if (!field || field.dataset.keep !== decision || !value || field.value === value) continue;
    field.value = value;
    if (field === document.activeElement && start != null) field.setSelectionRange(start, end);
  }
  for (const id of open) if (byId(id)) byId(id).open = true;
  putLogBack();
  tick();
  for (const words of toldTexts()) if (!told.has(words)) say(words);
  paint();
  paintPending();
  const lost = () => !document.activeElement || document.activeElement === document.body;
  if (inRegion && !inRegion.isConnected && lost()) {
    // a field in papers that were closed for a moment could not take the focus back
    const again = byId(inRegion.id);
    again?.focus({ preventScroll: true });
    if (again && inRegion.selectionStart != null) again.setSelectionRange?.(inRegion.selectionStart, inRegion.selectionEnd);
    displaced = lost();
  }
  const button = byId("prompt-button");
  // the button that dealt is another one now, with which nothing can be done yet
  const another = inRegion?.id === "prompt-button" && button === document.activeElement
    && inRegion.dataset.decision !== button.dataset.decision && tooFewMarked();
  if (displaced || another) refocus(inRegion?.id);
}

/** What people do between two games is no event of a game: these sentences say it. */
const toldTexts = () => [...document.querySelectorAll("[data-told]")].map((one) => one.textContent);

/** Gives a function that puts the log back to the lines that were being read. */
function keepLogPlace() {
  const before = byId("log-scroll");
  // its rows run from the bottom up, so at the newest line it is at 0, and below 0 elsewhere
  if (!before || before.scrollTop > -4) return () => {};
  const top = before.scrollHeight - before.clientHeight + before.scrollTop;
  return () => {
    const log = byId("log-scroll");
    if (log) log.scrollTop = top - (log.scrollHeight - log.clientHeight);
  };
}

/** The focus had to leave its element: it rests on the page until there is something to do. */
let displaced = false;
document.addEventListener("focusin", (event) => {
  if (event.target !== page) displaced = false;
});

/** What had the focus is gone: the prompt's button if it can be used now, else the hand. */
function refocus(gone = "") {
  // at a chair that changed there is the next thing to do with it
  const chair = /^(?:move|computer|remove)-(\d)$/.exec(gone)?.[1];
  const asked = byId("region-prompt")?.classList.contains("prompt-yours");
  const place = (chair && document.querySelector(`#chair-${chair} button`)) || (asked && !tooFewMarked() && visible(byId("prompt-button"))) || visible(byId("rematch"))
    || document.querySelector("#hand .hand-card:not([aria-disabled])") || document.querySelector("#hand .hand-card")
    || byId("hand") || page;
  place.focus({ preventScroll: true });
}

/** Whether "Throw them in" would do nothing. */
const tooFewMarked = () => mode() === "throw" && document.querySelectorAll('#hand [aria-pressed="true"]').length < need();

const visible = (element) => (element && element.getClientRects().length ? element : null);

/** Lay a card on the play before the frame that has already taken it away again. */
function layCard(event, before) {
  const sequence = byId("sequence");
  if (!sequence) return;
  const item = document.createElement("li");
  item.className = "played";
  item.dataset.code = event.card;
  if (byId(`seat-${event.seat}`)?.classList.contains("seat-you")) item.classList.add("played-yours");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "card");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${page.dataset.sprite}#${event.card}`);
  svg.append(use);
  item.append(svg);
  sequence.append(item);
  const held = byId(`hand-${event.card}`);
  if (held) held.classList.add("gone");
  else document.querySelector(`#seat-${event.seat} .backs .card:last-child`)?.remove();
  const count = byId("count");
  if (count) count.textContent = event.count;
  const words = byId("play-note");
  if (words) words.textContent = event.text || "";
  cardPlayed(item, before, event.seat);
}

function clearPlay() {
  byId("sequence")?.replaceChildren();
  const count = byId("count");
  if (count) count.textContent = "0";
}

let called = "";

async function show(frame, { pause, quick }) {
  const { events } = frame;
  const html = [...frame.regions.values()].join("");
  let before = snapshot();
  let told = 0;
  const ending = !frame.full && !quick && !byId("region-report")?.classList.contains("report")
    && (frame.regions.get("region-report") || "").includes('class="report');
  if (!frame.full && !quick) {
    const play = frame.regions.get("region-play") || "";
    const sequence = play.slice(play.indexOf('id="sequence"'));
    const stays = (event) => !ending && play.includes('id="sequence"') && sequence.includes(`data-code="${event.card}"`);
    const last = events.findLastIndex((event) => event.type === "played");
    // every card but the last one, and the last one too if the frame has cleared the play
    for (const [n, event] of events.entries()) {
      if (event.type === "played" && play && !before.played.has(event.card) && (n < last || !stays(event))) {
        while (told <= n) say(events[told++].text);
        layCard(event, before);
        // the "go" and the points belong to the card: they are told while it lies there
        while (told < events.length && ["pegged", "passed"].includes(events[told].type)) say(events[told++].text);
        await pause(n < last ? SEEN : SEEN + 500);
        before = snapshot();
      } else if (event.type === "reset" && n < last) {
        clearPlay();
        before = snapshot();
      }
    }
  }
  if (ending && events.some((event) => event.type === "counted")) {
    // the count that wins is looked at before the report lies on it
    swap(["region-show", "region-pegs", "region-log"].map((id) => frame.regions.get(id) || "").join(""));
    settle(before, events);
    sayCount();
    while (told < events.length && events[told].type !== "over") say(events[told++].text);
    await pause(still() ? 1500 : restFor(events, byId("show-lines")?.children.length || 0, LINE));
    before = snapshot();
  }
  moves.show(frame.revision);
  if (html) swap(html);
  if (!frame.full) settle(before, quick ? [] : events);
  if (frame.full && !events.length) sayCount(true);
  else sayCount();
  if (!frame.full) while (told < events.length) say(events[told++].text);
  if (frame.title) document.title = frame.title;
  if (frame.call && frame.call !== called) {
    alert(frame.call);
    notice();
  }
  called = frame.call || "";
  const lines = byId("show-lines")?.children.length || 0;
  return still() ? Math.min(SEEN, restFor(events, 0, 0)) : restFor(events, lines, LINE);
}

// ---------------------------------------------------------------- the line

const queue = new BoardQueue(show);
let offlineTimer = 0;
let wasOffline = false;
let socket = null;

function link(label, href) {
  const anchor = document.createElement("a");
  anchor.href = href;
  anchor.textContent = label;
  return anchor;
}

function onState(state) {
  clearTimeout(offlineTimer);
  if (state === "open") {
    topLine("");
    if (wasOffline) say(text("back"));
    wasOffline = false;
  } else if (state === "offline") {
    stand();
    // a line that is back at once was never worth a word
    offlineTimer = setTimeout(() => {
      if (!wasOffline) topLine(text("reconnecting"));
      wasOffline = true;
    }, 700);
  } else if (state === "too-much") {
    topLine(text("tooMuch"));
    wasOffline = true;
  } else if (state === "suspended") {
    // the moderators' own words may be there already
    if (!byId("region-notice")?.textContent.trim()) topLine(text("suspended"), link(text("why"), text("standing")));
    wasOffline = true;
  } else {
    topLine(text(state === "not-seated" ? "notSeated" : "sessionEnded"), link(text("reload"), location.pathname));
  }
}

function onFrame(frame) {
  hear(frame.clock);
  if (frame.type === "board") {
    const item = { ...frame, regions: regionsOf(frame.html || ""), events: frame.events || [] };
    takeChat(item);
    // nothing but chat: the board goes on as it is
    if (item.full || item.regions.size || item.events.length) queue.push(item);
    else moves.show(item.revision);
  } else if (frame.type === "ack") {
    moves.settle(frame.key, frame.revision);
    queue.hurry();
  } else if (frame.type === "refused") {
    const move = moves.settle(frame.key);
    if (move?.action) putBack(move.action.cards || (move.action.card ? [move.action.card] : []));
    if (move?.type === "setting") settingBack(move.name);
    if (["say", "mute", "unmute", "hide_chat"].includes(move?.type)) chatRefused(move, frame.reason);
    else reason(frame.reason);
  } else if (frame.type === "trouble") {
    note(text("trouble"));
    say(text("trouble"));
  }
}

// ---------------------------------------------------------------- the moves

const moves = new Moves((frame) => Boolean(socket?.send(frame)), page.dataset.code, paintPending);

/** Everything that is on its way shows it. */
function paintPending() {
  const codes = new Set();
  for (const { frame } of moves.pending.values()) {
    for (const code of frame.action?.cards || []) codes.add(code);
    if (frame.action?.card) codes.add(frame.action.card);
  }
  paintSent(codes);
  for (const button of document.querySelectorAll("button[data-send]")) {
    const { send: type, decision } = button.dataset;
    button.classList.toggle("sent", Boolean(moves.like({ type, decision, ...meant(button) })));
  }
}

function send(frame) {
  if (moves.send(frame)) {
    note(socket?.open ? "" : text("sent"));
    return true;
  }
  note(text("alreadySent"));
  return false;
}

const hand = new Hand((action, decision) => send({ type: "act", decision, action }));
const putBack = enableDrag(hand);

/** What a button is about: a chair, a player, what is to be hidden or not. */
function meant({ dataset: { chair, player, hidden } }) {
  return {
    ...(chair && { chair: Number(chair) }),
    ...(player && { player: Number(player) }),
    ...(hidden && { hidden: hidden === "true" }),
  };
}

function clientSeed() {
  return byId("client-seed")?.value.trim() || newKey(16);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.send && button.getAttribute("aria-disabled") === "true") {
    reason(button.dataset.reason);
    return;
  }
  const { send: type, action } = button.dataset;
  if (type === "act" && action === "throw") hand.throwMarked();
  else if (type === "act") send({ type, decision: button.dataset.decision, action: { type: action } });
  else if (type === "ready" || type === "start" || type === "rematch") send({ type, client_seed: clientSeed() });
  else if (type) send({ type, ...meant(button) });
  else if (button.dataset.copy) copy(byId(button.dataset.copy));
  else if (button.id === "drawer") drawer(button);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "claim") return;
  event.preventDefault();
  const typed = form.elements.points.value.trim();
  if (!/^\d{1,2}$/.test(typed) || Number(typed) > 29) {
    reason(text("claimNumber"));
    form.elements.points.focus();
    return;
  }
  if (send({ type: "act", decision: byId("region-prompt").dataset.decision, action: { type: "claim", points: Number(typed) } })) {
    form.elements.points.value = "";
  }
});

document.addEventListener("change", (event) => {
  const { setting } = event.target.dataset;
  if (setting) send({ type: "setting", name: setting, value: event.target.value });
});

/** A setting was refused: show again what the table has. */
function settingBack(name) {
  const field = byId(`setting-${name}`);
  if (field) field.value = [...field.options].find((one) => one.defaultSelected)?.value;
}

enableChat(send);

// ---------------------------------------------------------------- small things

async function copy(field) {
  field.focus();
  field.select();
  let done = false;
  try {
    await navigator.clipboard.writeText(field.value);
    done = true;
  } catch {
    done = document.execCommand("copy");
  }
  const words = text(done ? "copied" : "copyFailed");
  note(words);
  say(words);
}

function drawer(button) {
  const papers = byId("papers");
  const open = papers.classList.toggle("open");
  button.setAttribute("aria-expanded", String(open));
  if (!open) return;
  papers.scrollIntoView({ block: "nearest" });
  chatSeen();
}

sayCount(true);
socket = new TableSocket(page.dataset.socket, { onFrame, onState, onOpen: () => moves.resend() });
