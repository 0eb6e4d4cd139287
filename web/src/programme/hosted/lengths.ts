import { HOSTED_LENGTHS, HOSTED_WORDS } from "@bindings/hosted-words";
import type { Refused } from "@/programme/programme";
import { failed } from "./api";

const CODE = "text-too-long";

/**
 * The refusal of a form whose texts are longer than a server keeps, before anything is sent. A
 * browser that keeps the records itself has no such lengths.
 */
export function tooLong(texts: Readonly<Record<string, string>>): Refused | undefined {
  const errors = HOSTED_LENGTHS.filter(
    ({ field, max }) => Array.from(texts[field] ?? "").length > max,
  ).map(({ field, hint }) => ({ code: CODE, field, hint }) as const);
  if (errors.length === 0) return undefined;
  const notice = HOSTED_WORDS[CODE].notice ?? failed("unavailable").notice;
  return { outcome: "refused", codes: [CODE], notice, errors };
}
