/** The address of each screen (specification, section 2). */
export const paths = {
  home: "/",
  services: "/services",
  /** The page of a service. */
  service: (id: string) => `/services/${id}`,
  blog: "/blog",
  post: (slug: string) => `/blog/${slug}`,
  contact: "/contact",
  /** The contact page with a subject filled in. */
  ask: (subject: string) => `/contact?${new URLSearchParams({ subject })}`,
  referral: "/referral",
  /** The referral page with a service selected, for the vacancy or course at this address. */
  refer: (service: string, opening?: string) =>
    `/referral?${new URLSearchParams({ service, ...(opening !== undefined && { opening }) })}`,
  vacancies: "/vacancies",
  vacanciesFeed: "/vacancies.xml",
  vacancy: (slug: string) => `/vacancies/${slug}`,
  courses: "/courses",
  course: (slug: string) => `/courses/${slug}`,
  cases: "/cases",
  case: (slug: string) => `/cases/${slug}`,
  /** The staff console, which has an entry point of its own. */
  console: "/console",
  search: "/search",
  /** The search page with a query. */
  searchFor: (query: string) => `/search?${new URLSearchParams({ q: query })}`,
  /** Pages of text. Content can switch them off. */
  howItWorks: "/how-it-works",
  privacy: "/privacy",
  about: "/about",
  /** What calls a number, or opens a chat with it. */
  call: (number: string) => `tel:${number.replaceAll(/[^+\d]/g, "")}`,
  chat: (number: string) => `https://wa.me/${number.replaceAll(/\D/g, "")}`,
} as const;

/** The subject of a message by somebody for whom no vacancy is open. */
export const LOOKING_FOR_WORK = "Looking for work";

/**
 * Whether a browser keeps the page of this address for reading offline: not what may have a last day,
 * and not what nobody looks up without a connection.
 */
export function isKept(path: string): boolean {
  return !/^\/(vacancies|courses|cases|about)(\/|$)/.test(path);
}
