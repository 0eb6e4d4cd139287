import { fileURLToPath } from "node:url";

/** The same aliases as `paths` in tsconfig.json. */
export const alias = {
  "@bindings/hosted": fileURLToPath(new URL("../../bindings/hosted.ts", import.meta.url)),
  "@bindings/console": fileURLToPath(new URL("../../bindings/console.ts", import.meta.url)),
  "@bindings/rewards": fileURLToPath(new URL("../../bindings/rewards.ts", import.meta.url)),
  "@bindings/staff-words": fileURLToPath(new URL("../../bindings/staff-words.ts", import.meta.url)),
  "@bindings/staff": fileURLToPath(new URL("../../bindings/staff.ts", import.meta.url)),
  "@bindings": fileURLToPath(new URL("../../bindings/index.ts", import.meta.url)),
  "@": fileURLToPath(new URL("../src", import.meta.url)),
};
