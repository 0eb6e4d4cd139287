/** Where each screen lives (specification, section 2). */
export const paths = {
  home: "/",
  services: "/services",
  service: (id: string) => `/services#${id}`,
  blog: "/blog",
  post: (slug: string) => `/blog/${slug}`,
  contact: "/contact",
  /** Contact, with a subject to start with. */
  ask: (subject: string) => `/contact?${new URLSearchParams({ subject })}`,
  referral: "/referral",
} as const;
