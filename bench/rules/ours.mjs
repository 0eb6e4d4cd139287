/** The rules of the site, asked as its forms ask them: the hint of each field that is wrong. */
import { REJECTIONS } from "@bindings";
import { loadRules } from "@/rules";

const rules = await loadRules();
const guest = rules.Viewer.guest();

export function checkContact({ name, email, subject, message }) {
  return hints(rules.checkContact(name, email, subject, message));
}

export function checkReferral(draft) {
  const { referrerName, referrerPhone, referredName, referredPhone, service, notes } = draft;
  const broken = rules.checkReferral(
    referrerName,
    referrerPhone,
    referredName,
    referredPhone,
    service,
    notes,
    guest,
  );
  return hints(broken);
}

function hints(codes) {
  const errors = {};
  for (const code of codes) {
    const { field, hint } = REJECTIONS[code];
    errors[field] ??= hint;
  }
  return errors;
}
