/**
 * A server says in English why it refuses something. A page in another language says the same in its own words, which it
 * has for every code that visitors and members can meet.
 */
import { type Code, NOT_SENT, type Problem, REJECTIONS, type RejectionWords } from "@bindings";
import { HOSTED_LENGTHS, HOSTED_WORDS, MEMBER_REJECTIONS } from "@bindings/hosted";

/** Whether the page is in English. */
declare const __IS_ORIGINAL__: boolean;

/** The answer in the language of the page. */
export const inLanguage: (problem: Problem) => Problem = __IS_ORIGINAL__ ? (it) => it : translated;

function translated(problem: Problem): Problem {
  const { codes, notice, errors } = problem;
  const first = codes[0] && wordsFor(codes[0]);
  return {
    ...problem,
    notice: first ? (first.notice ?? { ...NOT_SENT, description: first.hint }) : notice,
    errors: errors.map((error) => ({ ...error, hint: hintFor(error) ?? error.hint })),
  };
}

function hintFor({ code, field }: Problem["errors"][number]): string | undefined {
  const tooLong =
    code === "text-too-long" && HOSTED_LENGTHS.find((length) => length.field === field);
  return tooLong ? tooLong.hint : wordsFor(code)?.hint;
}

/** What only staff can meet has no words here. */
function wordsFor(code: Code): RejectionWords | undefined {
  const words: Readonly<Partial<Record<Code, RejectionWords>>> = {
    ...REJECTIONS,
    ...HOSTED_WORDS,
    ...MEMBER_REJECTIONS,
  };
  return words[code];
}
