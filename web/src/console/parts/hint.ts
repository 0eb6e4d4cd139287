/** What to do about a rejection, where the server has named only its code. */
import { type Code, REJECTIONS } from "@bindings";
import { HOSTED_WORDS, STAFF_REJECTIONS } from "@bindings/staff-words";

const WORDS = { ...REJECTIONS, ...STAFF_REJECTIONS, ...HOSTED_WORDS };

export const hintOf = (code: Code): string => WORDS[code].hint;
