// The chat: its lines are exchanged without touching the field one is typing in, new ones are
// told politely once, and on a phone the drawer's button says how many are unread.

import { say, text } from "./announce.js";
import { whenLetGo } from "./queue.js";

const byId = (id) => document.getElementById(id);
const lines = () => [...document.querySelectorAll("#chat-lines > [data-number]")];
const newest = () => Number(lines().at(-1)?.dataset.number || 0);

let told = newest();
let unread = 0;

/** Chat does not wait for the board: take its region out of a frame, and show it at once. */
export function takeChat(frame) {
  const { regions } = frame;
  const html = regions?.get("region-chat");
  if (!html) return;
  regions.delete("region-chat");
  latest = html;
  whenLetGo(() => {
    if (latest) show(latest);
    latest = "";
  });
}

let latest = "";

function show(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const now = holder.content.querySelector("#region-chat");
  const shown = byId("region-chat");
  if (!now || !shown) return;
  now.removeAttribute("hx-swap-oob");
  if (byId("chat-form") && now.querySelector("#chat-form")) {
    byId("chat-lines").replaceWith(now.querySelector("#chat-lines"));
  } else {
    const within = shown.contains(document.activeElement);
    const typed = byId("chat-text")?.value || byId("chat-note").dataset.typed || "";
    shown.replaceWith(now);
    // what was being typed waits until one may talk again
    if (byId("chat-text")) byId("chat-text").value = typed;
    byId("chat-note").dataset.typed = typed;
    if (within) byId("chat-scroll").focus({ preventScroll: true });
  }
  tell();
}

function tell() {
  const fresh = lines().filter((line) => Number(line.dataset.number) > told);
  told = Math.max(told, newest());
  const others = fresh.filter((line) => !("yours" in line.dataset));
  for (const line of others) {
    say(text("said", {
      name: line.querySelector(".chat-name").textContent,
      text: line.querySelector(".chat-text").textContent,
    }));
  }
  if (!byId("chat-scroll").getClientRects().length) mark(unread + others.length);
}

function mark(count) {
  unread = count;
  const place = byId("unread");
  place.hidden = !count;
  place.textContent = count ? text("unread", { count }) : "";
}

/** The papers were opened: if there is something to read, there it is. */
export function chatSeen() {
  if (unread) byId("region-chat").scrollIntoView({ block: "nearest" });
  mark(0);
}

/** Why a line was not taken; the words come back unless new ones are being typed. */
export function chatRefused(frame, words) {
  byId("chat-note").textContent = words;
  const field = byId("chat-text");
  if (field && !field.value && frame.text) field.value = frame.text;
}

/** @param {(frame: object) => void} send */
export function enableChat(send) {
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "chat-form") return;
    event.preventDefault();
    const field = byId("chat-text");
    const words = field.value.trim();
    byId("chat-note").textContent = words ? "" : text("saySomething");
    if (words) {
      field.value = "";
      send({ type: "say", preset: null, text: words });
    }
    field.focus();
  });
  document.addEventListener("click", (event) => {
    const preset = event.target.closest?.("button[data-preset]")?.dataset.preset;
    if (!preset) return;
    byId("chat-note").textContent = "";
    send({ type: "say", preset, text: null });
  });
}
