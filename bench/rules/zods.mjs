/** The same rules, with the same hints, as one writes them with zod. */
import { REJECTIONS, SERVICE_OPTIONS } from "@bindings";
import * as z from "zod";

const hint = (code) => REJECTIONS[code].hint;
/** A broken rule that makes those after it pointless. */
const missing = (code) => ({ error: hint(code), abort: true });

const withoutBreaks = (text) => text.replace(/[\r\n]/g, "");
const sanitised = (text) => withoutBreaks(text).replace(/^[\t\f ]+|[\t\f ]+$/g, "");

const contact = z.object({
  name: z.string().overwrite(withoutBreaks).min(1, missing("contact-name-missing")),
  email: z
    .string()
    .overwrite(sanitised)
    .min(1, missing("contact-email-missing"))
    .regex(z.regexes.html5Email, hint("contact-email-invalid")),
  subject: z.string().overwrite(withoutBreaks).min(1, missing("contact-subject-missing")),
  message: z.string().min(1, missing("contact-message-missing")),
});

const services = SERVICE_OPTIONS.map(({ value }) => value);
const required = (code) => z.string().trim().min(1, missing(code));

const referral = z.object({
  referrerName: required("referrer-name-missing"),
  referrerPhone: required("referrer-phone-missing"),
  referredName: required("referred-name-missing"),
  referredPhone: required("referred-phone-missing"),
  service: required("service-missing").refine(
    (value) => services.includes(value),
    hint("service-unknown"),
  ),
  notes: z.string().trim(),
});

export const checkContact = (draft) => hints(contact.safeParse(draft));
export const checkReferral = (draft) => hints(referral.safeParse(draft));

function hints({ error }) {
  const errors = {};
  for (const { path, message } of error?.issues ?? []) errors[path[0]] ??= message;
  return errors;
}
