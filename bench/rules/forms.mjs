/**
 * The four forms that are timed. Each has many versions with other texts: a visitor's are never
 * the same twice, and an engine must not get to know them.
 */
const VERSIONS = 64;

const texts = (form) => Array.from({ length: VERSIONS }, (_, version) => form(String(version)));

export const FORMS = [
  {
    name: "contact, valid",
    check: "checkContact",
    wrong: 0,
    versions: texts((n) => ({
      name: `Asha Raman ${n}`,
      email: `asha.raman+${n}@mail.example.com`,
      subject: `Twelve fitters for a line station, enquiry ${n}`,
      message: `We need twelve fitters in Doha by the first of March. Reference ${n}.`,
    })),
  },
  {
    name: "contact, invalid",
    check: "checkContact",
    wrong: 3,
    versions: texts((n) => ({
      name: "",
      email: `asha.raman ${n}@mail`,
      subject: `Twelve fitters, enquiry ${n}`,
      message: "",
    })),
  },
  {
    name: "referral, valid",
    check: "checkReferral",
    wrong: 0,
    versions: texts((n) => ({
      referrerName: ` Asha Raman ${n}`,
      referrerPhone: `91984001${n.padStart(4, "0")}`,
      referredName: `Binu Thomas ${n}`,
      referredPhone: `+974 5555 ${n.padStart(4, "0")}`,
      service: "training",
      notes: `Knows the work, and can begin in week ${n}. `,
    })),
  },
  {
    name: "referral, invalid",
    check: "checkReferral",
    wrong: 3,
    versions: texts((n) => ({
      referrerName: `Asha Raman ${n}`,
      referrerPhone: " ",
      referredName: "",
      referredPhone: `+974 5555 ${n.padStart(4, "0")}`,
      service: `catering-${n}`,
      notes: "",
    })),
  },
];
