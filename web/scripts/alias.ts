import { fileURLToPath } from "node:url";
import { ORIGINAL } from "./languages.ts";

/** The same aliases as `paths` in tsconfig.json, with the words and the content of a language, also those of rules. */
export function aliasOf(language: string) {
  if (language === ORIGINAL) return alias;
  const generated = at(`../src/content/generated/${language}`);
  return {
    "@/content/generated": generated,
    "@/styles/fonts.css": at("../src/styles/languages/without-fonts.css"),
    ...alias,
    "@bindings/hosted": `${generated}/bindings/hosted.ts`,
    "@bindings": `${generated}/bindings/index.ts`,
  };
}

function at(path: string) {
  return fileURLToPath(new URL(path, import.meta.url));
}

const alias = {
  "@bindings/hosted": at("../../bindings/hosted.ts"),
  "@bindings/console": at("../../bindings/console.ts"),
  "@bindings/rewards": at("../../bindings/rewards.ts"),
  "@bindings/staff-words": at("../../bindings/staff-words.ts"),
  "@bindings/staff": at("../../bindings/staff.ts"),
  "@bindings": at("../../bindings/index.ts"),
  "@": at("../src"),
};
