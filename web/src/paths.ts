/** Where each screen lives (specification, section 2). */
export const paths = {
  home: "/",
  services: "/services",
  /** A service's own page, where it has one. */
  service: (id: string) => `/services/${id}`,
  blog: "/blog",
  post: (slug: string) => `/blog/${slug}`,
  contact: "/contact",
  /** Contact, with a subject to start with. */
  ask: (subject: string) => `/contact?${new URLSearchParams({ subject })}`,
  referral: "/referral",
  /** Where staff work, an entry of its own. */
  console: "/console",
  search: "/search",
  /** A search for something. */
  searchFor: (query: string) => `/search?${new URLSearchParams({ q: query })}`,
  /** Pages of text, which may be switched off. */
  howItWorks: "/how-it-works",
  privacy: "/privacy",
} as const;
