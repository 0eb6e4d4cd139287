/**
 * Loads the rules: the domain, compiled to WebAssembly. Fetched once, and only where a page asks.
 * This folder is the only one that knows the wasm package.
 */
import type { Programme } from "@bindings";
import type * as Package from "./pkg/rules";
import wasm from "./pkg/rules_bg.wasm?url";

export type { Ledger, Policy, Viewer } from "./pkg/rules";

export type Rules = Omit<typeof Package, "default" | "initSync">;

let loading: Promise<Rules> | undefined;

/** The rules. Rejects if they cannot be fetched or compiled; the next call then tries again. */
export function loadRules(): Promise<Rules> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Rules> {
  const rules = await import("./pkg/rules");
  await rules.default({ module_or_path: wasm });
  return rules;
}

/** The programme's settings as the rules take them. The site's build refuses such as they do not. */
export function policyOf(rules: Rules, { adminNumber, simulatedCode }: Programme): Package.Policy {
  const policy = rules.Policy.read(adminNumber, simulatedCode);
  if (!policy) throw new Error("the programme in site.json is not valid");
  return policy;
}

/** Reads what the rules wrote, as the type their signature names. */
export function parse<T>(text: Package.Json<T>): T {
  return JSON.parse(text) as T;
}

/** Writes a value for the rules, which speak UTF-8: a surrogate without its partner is no text. */
export function stringify<T>(value: T): Package.Json<T> {
  return JSON.stringify(value, withoutHalves) as Package.Json<T>;
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
