/** Remembers what was last sent, so that trying the same again does it once. */
export class IdempotencyKeys {
  private last: { said: string; key: string; at: number } | undefined;

  /** The key under which it goes, and its first try, in milliseconds since 1970. */
  of(value: unknown): { key: string; at: number } {
    const said = JSON.stringify(value);
    if (this.last?.said !== said) {
      this.last = { said, key: crypto.randomUUID(), at: Date.now() };
    }
    const { key, at } = this.last;
    return { key, at };
  }

  /** It is known what became of it: the same words again are something else. */
  settle() {
    this.last = undefined;
  }
}
