// A notice of the browser when it is one's turn and the page is out of sight; only if asked for.

import { text } from "./announce.js";

const KEY = "notices";
const box = document.getElementById("notices");
const words = document.getElementById("notices-note");

function wanted() {
  try {
    return localStorage.getItem(KEY) === "yes" && Notification.permission === "granted";
  } catch {
    return false;
  }
}

function keep(yes) {
  try {
    if (yes) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // storage is off: it is forgotten with the page
  }
}

/** It is the player's turn: say so outside the page if nobody looks at it. */
export function notice() {
  if (!document.hidden || !("Notification" in window) || !wanted()) return;
  try {
    const shown = new Notification(text("notice"), { tag: location.pathname });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // some phones only let a service worker do it
  }
}

if (box && "Notification" in window) {
  document.getElementById("notices-row").hidden = false;
  box.checked = wanted();
  box.addEventListener("change", async () => {
    words.textContent = "";
    if (box.checked && (await Notification.requestPermission()) !== "granted") {
      box.checked = false;
      words.textContent = text("noticesRefused");
    }
    keep(box.checked);
  });
}
