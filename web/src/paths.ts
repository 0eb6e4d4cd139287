import { base } from "@/content/generated/language";

/** The address of each screen (specification, section 2). */
export const paths = {
  home: "/",
  services: "/services",
  /** The page of a service. */
  service: (id: string) => `/services/${id}`,
  blog: "/blog",
  feed: "/feed.xml",
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

/** The address of a page in the present language, or in that whose addresses start with `of`. */
export function pathInLanguage(path: string, of: string = base): string {
  return (path === paths.home && of) || of + path;
}

/** The path of an address in the present language; undefined if it is of another. */
export function ownPath(pathname: string): string | undefined {
  if (pathname === base) return paths.home;
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;
}

/** Whether an address is one of these, or below one. */
export function isBelow(path: string, addresses: readonly string[]): boolean {
  return addresses.some((address) => `${path}/`.startsWith(`${address}/`));
}

/**
 * Whether a browser stores the page of this address for reading offline: not what may have a last day,
 * and not what nobody looks up without a connection.
 */
export function isStored(path: string): boolean {
  return !/^\/(vacancies|courses|cases|about)(\/|$)/.test(path);
}
