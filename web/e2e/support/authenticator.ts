import { createHmac } from "node:crypto";

const STEP_MS = 30_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** An authenticator app (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
export class Authenticator {
  private readonly secret: Buffer;
  private last = 0;

  constructor(base32: string) {
    this.secret = decoded(base32);
  }

  /**
   * A code that was not used before. Each works once, also one time step early or late. Two codes
   * requested at once both work; the first one does so for at least 30 seconds.
   */
  next(): string {
    const now = Math.floor(Date.now() / STEP_MS);
    this.last = Math.max(this.last + 1, now);
    return this.at(this.last);
  }

  private at(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const digest = createHmac("sha1", this.secret).update(counter).digest();
    const offset = (digest.at(-1) ?? 0) & 0xf;
    const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
    return String(number % 1_000_000).padStart(6, "0");
  }
}

function decoded(base32: string): Buffer {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
