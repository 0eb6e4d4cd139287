import { CONSOLE_LIMITS } from "@bindings/staff";

const DIGITS_MAX = CONSOLE_LIMITS.nameDigitsMax;

/** As the server counts them: a sign such as ⑫ may stand for three. */
const digits = (text: string) =>
  (text.match(/\p{N}/gu) ?? []).reduce((sum, sign) => sum + (/\p{Nd}/u.test(sign) ? 1 : 3), 0);

/** Whether a name has so many digits that it could be a phone number, which the server refuses. */
export const mayHaveNumber = (text: string) => digits(text) > DIGITS_MAX;

/** What to do about such a name. */
export const TOO_MANY_DIGITS = `Use ${DIGITS_MAX} digits at most: no number of anybody’s.`;
