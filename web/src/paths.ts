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
  /** The referral page with a service selected. */
  refer: (service: string) => `/referral?${new URLSearchParams({ service })}`,
  /** The staff console, which has an entry point of its own. */
  console: "/console",
  search: "/search",
  /** The search page with a query. */
  searchFor: (query: string) => `/search?${new URLSearchParams({ q: query })}`,
  /** Pages of text. Content can switch them off. */
  howItWorks: "/how-it-works",
  privacy: "/privacy",
} as const;
