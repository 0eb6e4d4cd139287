/**
 * Loads the rules: the domain, compiled to WebAssembly. They are fetched once, and only when a page
 * needs them. Only this folder imports the wasm package.
 */
import type { Programme } from "@bindings";
import type * as Package from "./pkg/rules";
import wasm from "./pkg/rules_bg.wasm?url";

export type { Ledger, Policy, Viewer } from "./pkg/rules";

export type Rules = Omit<typeof Package, "default" | "initSync">;

let loading: Promise<Rules> | undefined;

/**
 * Loads the rules. Rejects if they cannot be fetched or compiled; the next call then tries again.
 */
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

/** The programme's settings for the rules. The site's build refuses invalid ones. */
export function policyOf(rules: Rules, { adminNumber, simulatedCode }: Programme): Package.Policy {
  const policy = rules.Policy.read(adminNumber, simulatedCode);
  if (!policy) throw new Error("the programme in site.json is not valid");
  return policy;
}

/** Parses a text that the rules returned, as the type that their signature names. */
export function parse<T>(text: Package.Json<T>): T {
  return JSON.parse(text) as T;
}

/** Writes a value as JSON for the rules. They need valid UTF-8, so lone surrogates are replaced. */
export function stringify<T>(value: T): Package.Json<T> {
  return JSON.stringify(value, replaceLoneSurrogates) as Package.Json<T>;
}

function replaceLoneSurrogates(_: string, part: unknown): unknown {
  return typeof part === "string" ? part.replace(/\p{Surrogate}/gu, "\ufffd") : part;
}

/**
 * Makes a stored text valid UTF-8 for the rules. A lone surrogate has no form in UTF-8, but its
 * escape means the same in JSON, so the rules read and keep the escape.
 */
export function wellFormed(stored: string): string {
  return stored.replace(/\p{Surrogate}/gu, (lone) => `\\u${lone.charCodeAt(0).toString(16)}`);
}
