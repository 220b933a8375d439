// The lobby: its two lists come down anew whenever they change.

import { say, text, topLine } from "./table/announce.js";
import { whenLetGo } from "./table/queue.js";
import { TableSocket } from "./table/socket.js";

const page = document.getElementById("main");
const tables = () => document.querySelectorAll("#lobby-open .table-row").length;

/** Swap the lists in; who was on a table that is gone finds themselves at the head of its list. */
function show(html) {
  const list = document.activeElement?.closest?.(".lobby-list")?.id;
  const before = tables();
  window.htmx.swap(document.body, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0, ignoreTitle: true });
  if (list && (!document.activeElement || document.activeElement === document.body)) {
    document.getElementById(`${list}-title`)?.focus({ preventScroll: true });
  }
  if (tables() !== before) say(text("tables", { count: tables() }));
}

let waiting = [];

function onFrame(frame) {
  if (frame.type !== "lobby") return;
  waiting.push(frame.html);
  whenLetGo(() => {
    const now = waiting;
    waiting = [];
    for (const html of now) show(html);
  });
}

let offline = 0;
let told = false;

function link() {
  const anchor = document.createElement("a");
  anchor.href = location.href;
  anchor.textContent = text("reload");
  return anchor;
}

function onState(state) {
  clearTimeout(offline);
  if (state === "open") {
    topLine("");
    if (told) say(text("back"));
    told = false;
  } else if (state === "offline") {
    offline = setTimeout(() => {
      topLine(text("reconnecting"));
      told = true;
    }, 700);
  } else if (state === "too-much") {
    topLine(text("tooMuch"));
    told = true;
  } else {
    topLine(text("ended"), link());
  }
}

new TableSocket(page.dataset.socket, { onFrame, onState, onOpen: () => {} });
