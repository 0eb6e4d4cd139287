import type { Json } from "./pkg/rules";

/** Reads what the rules wrote, as the type their signature names. */
export function parse<T>(text: Json<T>): T {
  return JSON.parse(text) as T;
}

/** Writes a value for the rules, which speak UTF-8: a surrogate without its partner is no text. */
export function stringify<T>(value: T): Json<T> {
  return JSON.stringify(value, withoutHalves) as Json<T>;
}

function withoutHalves(_: string, part: unknown): unknown {
  return typeof part === "string" ? part.replace(/\p{Surrogate}/gu, "\ufffd") : part;
}

/**
 * A stored text, fit for the rules, which speak UTF-8. A surrogate without its partner has no
 * form there; in JSON its escape means the same, so that is what they get to see and to keep.
 */
export function wellFormed(stored: string): string {
  return stored.replace(/\p{Surrogate}/gu, (lone) => `\\u${lone.charCodeAt(0).toString(16)}`);
}
