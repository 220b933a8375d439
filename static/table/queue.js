// The queue of board frames: it lets every card played be seen, waits while a pointer is down on
// something that would be swapped away, and in a hidden tab does neither.

const SEEN = 600;
const HOLD = 3000;
const BACKLOG = 4;

let downSince = 0;
const HELD = "#region-hand, #region-prompt, button, input, select, summary, a";
addEventListener("pointerdown", (event) => {
  if (event.target.closest?.(HELD)) downSince = Date.now();
}, true);
for (const type of ["pointerup", "pointercancel"]) {
  // a click follows the pointerup: let it find its button
  addEventListener(type, () => setTimeout(() => (downSince = 0), 30), true);
}

// a list that is open would close
const LIST_OPEN = CSS.supports("selector(select:open)") ? "select:open" : null;
const LIST_HOLD = 8000;
let listSince = 0;

function listOpen() {
  if (!LIST_OPEN || !document.querySelector(LIST_OPEN)) listSince = 0;
  else if (!listSince) listSince = Date.now();
  return listSince && Date.now() - listSince < LIST_HOLD;
}

const held = () => (downSince && Date.now() - downSince < HOLD) || listOpen();
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Do something as soon as no pointer is down on what it would swap away. */
export async function whenLetGo(action) {
  while (!document.hidden && held()) await sleep(30);
  action();
}

/** The regions of a frame by id, each with its HTML. */
export function regionsOf(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return new Map([...holder.content.children].filter((one) => one.id).map((one) => [one.id, one.outerHTML]));
}

function merge(first, second) {
  return {
    ...second,
    full: first.full || second.full,
    regions: new Map([...first.regions, ...second.regions]),
    events: [...first.events, ...second.events],
  };
}

export class BoardQueue {
  /**
   * @param {(frame: object, step: {pause: (ms: number) => Promise<void>, quick: boolean}) => Promise<number>} show
   *   puts a frame on the page; gives the ms that it wants to be looked at
   */
  constructor(show) {
    this.show = show;
    this.frames = [];
    this.restUntil = 0;
    this.running = false;
  }

  /** @param {object} item a frame with its `regions` (see `regionsOf`) and `events` */
  push(item) {
    if (item.full) {
      // everything anew: what was waiting is in it
      this.frames = [item];
      this.restUntil = 0;
    } else if (this.frames.length && !item.events.some(worthSeeing) && !this.frames.at(-1).events.some(worthSeeing)) {
      this.frames.push(merge(this.frames.pop(), item));
    } else {
      this.frames.push(item);
    }
    this.run();
  }

  /** The player has done something: do not make them wait for what was only to be looked at. */
  hurry() {
    this.restUntil = 0;
  }

  async until(condition) {
    while (!document.hidden && condition()) await sleep(30);
  }

  async run() {
    if (this.running) return;
    this.running = true;
    try {
      while (this.frames.length) {
        await this.until(() => Date.now() < this.restUntil);
        await this.until(held);
        if (document.hidden) this.frames = [this.frames.reduce(merge)];
        const frame = this.frames.shift();
        const quick = document.hidden || this.frames.length >= BACKLOG;
        const rest = await this.show(frame, {
          quick,
          pause: async (ms) => {
            const end = Date.now() + (quick ? ms / 3 : ms);
            await this.until(() => Date.now() < end);
            await this.until(held);
          },
        });
        this.restUntil = Date.now() + (quick ? rest / 3 : rest);
      }
    } finally {
      this.running = false;
    }
  }
}

export function worthSeeing(event) {
  return ["played", "counted", "starter", "claimed", "cut"].includes(event.type);
}

/** How long a frame with these events is looked at before the next one may come. */
export function restFor(events, countLines, lineTime) {
  let rest = 0;
  for (const event of events) {
    if (event.type === "played") rest = Math.max(rest, SEEN);
    if (event.type === "starter" || event.type === "claimed") rest = Math.max(rest, 700);
    if (event.type === "cut") rest = Math.max(rest, 1200);
    if (event.type === "counted") rest = Math.max(rest, Math.min(4000, 900 + countLines * lineTime));
  }
  return rest;
}

export { SEEN };
