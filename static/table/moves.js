// Moves on their way: each stays pending until the table acknowledges or refuses it, and is sent
// again with the same key after 2.5 s and whenever the line opens.  They survive a reload.

const AGAIN = 2500;
const OLDEST = 120000;

export function newKey(bytes = 12) {
  // crypto.randomUUID is missing on plain http from another device of the network
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export class Moves {
  /**
   * @param {(frame: object) => boolean} transmit says whether the frame went out
   * @param {string} name of the table, to keep its moves apart
   * @param {() => void} onChange called when a move is added or settled
   */
  constructor(transmit, name, onChange) {
    this.transmit = transmit;
    this.store = `moves:${name}`;
    this.onChange = onChange;
    this.pending = new Map();
    // acknowledged, but the board on the page is still the one from before
    this.unseen = [];
    this.shown = -1;
    try {
      for (const move of JSON.parse(sessionStorage.getItem(this.store) || "[]")) {
        if (Date.now() - move.at < OLDEST) this.pending.set(move.frame.key, { ...move, sentAt: 0 });
      }
    } catch {
      // nothing kept, or storage is off
    }
    setInterval(() => this.resend(AGAIN), 500);
  }

  moves() {
    return [...this.pending.values(), ...this.unseen];
  }

  /** The pending move that answers this decision, or undefined. */
  answering(decision) {
    return this.moves().find((move) => move.frame.type === "act" && move.frame.decision === decision);
  }

  /** The pending move that asks for the same thing; every line of the chat is a new thing. */
  like(frame) {
    if (frame.type === "say") return undefined;
    if (frame.type === "act") return this.answering(frame.decision);
    const same = (other) => ["type", "chair", "player", "name", "value", "hidden"].every((field) => other[field] === frame[field]);
    return this.moves().find((move) => same(move.frame));
  }

  /** Send a move.  False: the same is already on its way. */
  send(frame) {
    const other = this.like(frame);
    if (other && other.sentAt) return false;
    if (other) this.pending.delete(other.frame.key);
    const move = { frame: { ...frame, key: newKey() }, at: Date.now(), sentAt: 0 };
    this.pending.set(move.frame.key, move);
    if (this.transmit(move.frame)) move.sentAt = Date.now();
    this.changed();
    return true;
  }

  /** Send again what was last sent longer than `age` ms ago. */
  resend(age = 0) {
    for (const move of this.pending.values()) {
      if (Date.now() - move.sentAt >= age && this.transmit(move.frame)) move.sentAt = Date.now();
    }
  }

  /** The page shows this revision of the table. */
  show(revision) {
    this.shown = Math.max(this.shown, revision);
    this.unseen = this.unseen.filter((move) => move.revision > revision);
  }

  /** Acknowledged at a revision, or refused: the move is over.  Gives its frame back. */
  settle(key, revision = -1) {
    const move = this.pending.get(key);
    if (!move) return undefined;
    this.pending.delete(key);
    if (revision > this.shown) this.unseen.push({ ...move, revision });
    this.changed();
    return move.frame;
  }

  changed() {
    try {
      sessionStorage.setItem(this.store, JSON.stringify([...this.pending.values()]));
    } catch {
      // storage is off: a reload forgets the move
    }
    this.onChange();
  }
}
