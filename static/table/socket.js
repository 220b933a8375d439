// The line to the table: one WebSocket that is always either open, on its way back, or ended.
//
// A ping goes every 5 s; 10 s without a word from the other side count as dead, because a
// stopped server sends no close.  Lost lines come back within 2 s, and at once when the page is
// shown again or the network returns.

const PING = 5000;
const DEAD = 10000;
const OPENING = 6000;
const LONGEST_DELAY = 2000;
const LONG_DELAY = 30000;
// The places of a server that was killed are free after a few seconds.
const FIRST_LONG_DELAY = 4000;
const CLOSED_FOR_GOOD = { 4401: "session-ended", 4403: "not-seated" };
// These end without the page being loaded again: other pages are closed, a suspension is over.
const CLOSED_FOR_A_WHILE = { 4410: "suspended", 4429: "too-much" };

export class TableSocket {
  /**
   * @param {string} path of the socket on this host
   * @param {{onFrame: (frame: object) => void, onOpen: () => void, onState: (state: string) => void}} hooks
   *   onState gets "open", "offline", "too-much", "session-ended", "not-seated" or "suspended"
   */
  constructor(path, hooks) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.hooks = hooks;
    this.socket = null;
    this.attempt = 0;
    this.timer = 0;
    this.ended = false;
    this.waitUntil = 0;
    setInterval(() => this.beat(), 1000);
    addEventListener("online", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("pagehide", () => this.drop());
    this.connect();
  }

  get open() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN;
  }

  /** Send a frame if the line is open; says whether it went out. */
  send(frame) {
    if (!this.open) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.ended || this.socket) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.startedAt = this.heardAt = this.pingedAt = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.hooks.onState("open");
      this.hooks.onOpen();
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.heardAt = Date.now();
      this.attempt = 0;
      let frame;
      try {
        frame = JSON.parse(message.data);
      } catch {
        return;
      }
      if (frame) this.hooks.onFrame(frame);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  lost(code) {
    this.socket = null;
    if (code in CLOSED_FOR_GOOD) {
      this.ended = true;
      this.hooks.onState(CLOSED_FOR_GOOD[code]);
      return;
    }
    let delay = Math.min(LONGEST_DELAY, 200 * 2 ** this.attempt) * (0.5 + Math.random() / 2);
    if (code in CLOSED_FOR_A_WHILE) delay = Math.min(LONG_DELAY, FIRST_LONG_DELAY * 2 ** this.attempt);
    this.attempt += 1;
    this.waitUntil = code in CLOSED_FOR_A_WHILE ? Date.now() + delay : 0;
    this.hooks.onState(CLOSED_FOR_A_WHILE[code] || "offline");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), delay);
  }

  /** Give the present line up without waiting for its close. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** The page is back: a lost line is tried again at once, a quiet one is asked to speak. */
  wake() {
    if (this.ended || Date.now() < this.waitUntil) return;
    if (!this.socket) {
      this.attempt = 0;
      this.connect();
    } else if (this.open) {
      if (Date.now() - this.heardAt > PING) this.heardAt = Date.now() - DEAD + 3000;
      this.ping();
    }
  }

  ping() {
    this.pingedAt = Date.now();
    this.send({ type: "ping" });
  }

  beat() {
    if (!this.socket) return;
    const now = Date.now();
    if (!this.open) {
      if (now - this.startedAt > OPENING) {
        this.drop();
        this.lost(1006);
      }
    } else if (now - this.heardAt > DEAD) {
      this.drop();
      this.lost(1006);
    } else if (now - this.pingedAt >= PING) {
      this.ping();
    }
  }
}
