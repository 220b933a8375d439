// The chat: its lines are exchanged without touching the field one is typing in, new ones are
// told politely once, and on a phone the drawer's button says how many are unread.  What one does
// not want to hear never comes to the page; what comes back when one does is no news.

import { say, text } from "./announce.js";
import { whenLetGo } from "./queue.js";

const byId = (id) => document.getElementById(id);
const lines = () => [...document.querySelectorAll("#chat-lines > [data-number]")];
const newest = () => Number(lines().at(-1)?.dataset.number || 0);

let told = newest();
let unread = [];

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
  const heard = shown.dataset.hearing === now.dataset.hearing;
  const focused = shown.contains(document.activeElement) ? document.activeElement.id : "";
  const open = byId("chat-people")?.open;
  if (sameForm(now)) {
    for (const id of ["chat-head", "chat-lines"]) byId(id).replaceWith(now.querySelector(`#${id}`));
    shown.dataset.hearing = now.dataset.hearing;
  } else {
    const typed = byId("chat-text")?.value || byId("chat-note").dataset.typed || "";
    shown.replaceWith(now);
    // what was being typed waits until one may talk again
    if (byId("chat-text")) byId("chat-text").value = typed;
    byId("chat-note").dataset.typed = typed;
  }
  if (byId("chat-people")) byId("chat-people").open = Boolean(open);
  if (focused && document.activeElement === document.body) {
    (byId(focused) || byId("chat-scroll") || byId("hide-chat"))?.focus({ preventScroll: true });
  }
  if (!heard) told = Math.max(told, newest());
  tell();
}

/** Whether the form of that chat is the one on the page, so that it can stay as it is. */
function sameForm(now) {
  const has = (name) => Boolean(byId(name)) === Boolean(now.querySelector(`#${name}`));
  return byId("chat-form") && has("chat-form") && has("chat-text");
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
  const here = lines().map((line) => line.dataset.number);
  if (!byId("region-chat").getClientRects().length) {
    mark([...unread, ...others.map((line) => line.dataset.number)].filter((one) => here.includes(one)));
  }
}

function mark(numbers) {
  unread = numbers;
  const count = unread.length;
  const place = byId("unread");
  place.hidden = !count;
  place.textContent = count ? text("unread", { count }) : "";
}

/** The papers were opened: if there is something to read, there it is. */
export function chatSeen() {
  if (unread.length) byId("region-chat").scrollIntoView({ block: "nearest" });
  mark([]);
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
