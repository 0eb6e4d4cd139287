/** The domain's own tables of cases: both sides must give the same hints for each. */
import contact from "../../crates/domain/tests/cases/contact.json";
import referral from "../../crates/domain/tests/cases/referral.json";

const of =
  (check) =>
  ({ name, draft }) => ({ name, check, draft: writtenOut(draft) });

export const CASES = [
  ...contact.map(of("checkContact")),
  // The schema is the guest's form: a logged-in user's has two fields fewer.
  ...referral.filter(({ user }) => user === null).map(of("checkReferral")),
];

/** `{"repeat": "9", "times": 3}` stands for `"999"`, and `{"join": ["a", "b"]}` for `"ab"`. */
function writtenOut(value) {
  if (typeof value !== "object" || value === null) return value;
  if ("repeat" in value) return String(value.repeat).repeat(value.times);
  if ("join" in value) return value.join.map(writtenOut).join("");
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, writtenOut(text)]));
}
