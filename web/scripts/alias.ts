import { fileURLToPath } from "node:url";

/** The same aliases as `paths` in tsconfig.json. */
export const alias = {
  "@bindings/hosted-words": fileURLToPath(
    new URL("../../bindings/hosted-words.ts", import.meta.url),
  ),
  "@bindings/console-words": fileURLToPath(
    new URL("../../bindings/console-words.ts", import.meta.url),
  ),
  "@bindings/staff-words": fileURLToPath(new URL("../../bindings/staff-words.ts", import.meta.url)),
  "@bindings": fileURLToPath(new URL("../../bindings/index.ts", import.meta.url)),
  "@": fileURLToPath(new URL("../src", import.meta.url)),
};
