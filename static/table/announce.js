// What the page tells aloud and in words: two live regions, the note under the prompt, the one
// line at the top.  All texts come from the page (#texts), so that they can be translated.

const texts = document.getElementById("texts").dataset;
const polite = document.getElementById("say");
const urgent = document.getElementById("alert");
const line = document.getElementById("connection");
const KEPT = 8;

/** A text of the page, with {name} places filled. */
export function text(name, values = {}) {
  return (texts[name] || "").replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

/** Tell the game, politely, in the order of the texts. */
export function say(...lines) {
  for (const one of lines) {
    if (!one) continue;
    const paragraph = document.createElement("p");
    paragraph.textContent = one;
    polite.append(paragraph);
  }
  while (polite.children.length > KEPT) polite.firstChild.remove();
}

/** Tell something that can't wait. */
export function alert(words) {
  urgent.textContent = "";
  setTimeout(() => (urgent.textContent = words), 40);
}

/** A sentence under the prompt, until the prompt changes. */
export function note(words) {
  const place = document.getElementById("prompt-note");
  if (place) place.textContent = words;
}

/** The one calm line at the top; nothing hides it. `action` adds a link or a button. */
export function topLine(words, action = null) {
  line.replaceChildren();
  line.hidden = !words;
  if (!words) return;
  line.append(words);
  if (action) line.append(" ", action);
}
