// The queue of the quick game: searching and stopping go up its line, who waits comes down.  When
// the table is made every page of the player goes there by itself.

import { alert, say, text, topLine } from "./table/announce.js";
import { notice } from "./table/notices.js";
import { whenLetGo } from "./table/queue.js";
import { TableSocket } from "./table/socket.js";

// Time to hear that the table is ready before the page is gone.
const BEFORE_GOING = 1200;
// A count that changes all the time is not told all the time.
const TELL_EVERY = 10000;

// What a focus that is lost goes to: the first that is there.
const NEXT = ["#to-table", "#stop", "button", "a"];

const page = document.getElementById("main");
const form = document.getElementById("search-form");
const note = document.getElementById("ranked-note");
const title = document.title;
const region = () => document.getElementById("ranked-search");
const words = () => region().querySelector("[data-told]")?.textContent ?? "";

let state = region().dataset.state;
let since = Date.now();
let asked = null;
let fresh = true;
let going = false;
// what the page said when it was loaded has been read
let told = words();
let toldAt = 0;

function showTime() {
  const place = document.getElementById("waited");
  if (!place) return;
  const seconds = Math.max(0, Math.floor((Date.now() - since) / 1000));
  place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function showNote(words) {
  note.textContent = words;
  note.hidden = !words;
}

/** Swap the region in; a button that is gone hands the focus to the next thing to do. */
function swap(html) {
  const inside = region().contains(document.activeElement);
  window.htmx.swap(document.body, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0, ignoreTitle: true });
  showTime();
  if (inside && (!document.activeElement || document.activeElement === document.body)) {
    const next = NEXT.map((one) => region().querySelector(one)).find(Boolean);
    (next ?? page).focus({ preventScroll: true });
  }
}

/** Say what the region says, once; a count not too often. */
function tell(changed) {
  const now = words();
  if (now === told || (!changed && Date.now() - toldAt < TELL_EVERY)) return;
  told = now;
  toldAt = Date.now();
  say(told);
}

function go(table) {
  going = true;
  document.title = text("titleFound");
  alert(text("found"));
  notice();
  setTimeout(() => location.assign(table), BEFORE_GOING);
}

function show(frame) {
  const before = state;
  state = frame.state;
  since = Date.now() - frame.waited * 1000;
  asked = null;
  swap(frame.html);
  if (before !== state) {
    document.title = state === "searching" ? text("titleSearching") : title;
    showNote("");
    told = "";
    if (state === "searching") say(document.getElementById("search-title").textContent);
    if (before === "searching" && state === "idle") {
      say(text("stopped"));
      if (fresh && !document.getElementById("hindrance")) showNote(text("dropped"));
    }
  }
  fresh = false;
  tell(before !== state);
  if (frame.table && before !== "seated") go(frame.table);
}

let waiting = [];

function onFrame(frame) {
  if (frame.type === "queue") {
    waiting.push(frame);
    whenLetGo(() => {
      const now = waiting;
      waiting = [];
      for (const one of now) if (!going) show(one);
    });
  } else if (frame.type === "refused" || frame.type === "trouble") {
    asked = null;
    // why somebody may not play stands in the region
    if (frame.code !== "ranked") showNote(frame.reason);
    else alert(frame.reason);
  }
}

let offline = 0;
let lineLost = false;

function link(words, address) {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.textContent = words;
  return anchor;
}

function onState(line) {
  clearTimeout(offline);
  if (line === "open") {
    topLine("");
    if (lineLost) say(text("back"));
    lineLost = false;
  } else if (line === "offline") {
    offline = setTimeout(() => {
      topLine(text("reconnecting"));
      lineLost = true;
    }, 700);
  } else if (line === "too-much") {
    topLine(text("tooMuch"));
    lineLost = true;
  } else if (line === "suspended") {
    // what was there when the page was loaded stands in the region
    if (!document.getElementById("hindrance")) topLine(text("suspended"), link(text("why"), text("standing")));
    lineLost = true;
  } else {
    topLine(text("ended"), link(text("reload"), location.href));
  }
}

function onOpen() {
  fresh = true;
  // what was asked on a line that was lost: it does no harm twice
  if (asked) line.send(asked);
}

addEventListener("pageshow", (event) => {
  if (event.persisted) going = false;
});

const line = new TableSocket(page.dataset.socket, { onFrame, onState, onOpen });

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  const frame = button?.id === "stop" ? { type: "stop" } : { type: "search", size: Number(button?.value) };
  // without a line the form goes the long way
  if (!line.send(frame)) return;
  event.preventDefault();
  asked = frame;
  showNote("");
});

if (state === "searching") document.title = text("titleSearching");
setInterval(showTime, 1000);
