/**
 * Loads the rules: the domain, compiled to WebAssembly. Fetched once, and only where a page asks.
 * This folder is the only one that knows the wasm package.
 */
import type * as Package from "./pkg/rules";
import wasm from "./pkg/rules_bg.wasm?url";

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
