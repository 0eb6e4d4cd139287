import { fileURLToPath } from "node:url";

/** The same names as in tsconfig.json's `paths`. */
export const alias = {
  "@bindings": fileURLToPath(new URL("../../bindings/index.ts", import.meta.url)),
  "@": fileURLToPath(new URL("../src", import.meta.url)),
};
