import { posts } from "@/content/generated/posts";
import { hasSearch, serviceIds, textPages } from "@/content/generated/addresses";
import { paths } from "@/paths";

/** A page to prerender: its address, and its file in the built site. */
export type PrerenderedPage = {
  readonly url: string;
  readonly file: string;
  /** The screen's module below src/features. The page contains its styles. */
  readonly screen: string;
  /** Whether it is only read, so that React is loaded on demand and not after the first paint. */
  readonly read?: boolean;
  /** Whether search engines may list it. */
  readonly listed: boolean;
};

const HOME = "home/home-page.tsx";
const SERVICES = "services/services-page.tsx";
const SERVICE = "services/service-page.tsx";
const BLOG = "blog/blog-page.tsx";
const POST = "blog/post-page.tsx";
const CONTACT = "contact/contact-page.tsx";
const REFERRAL = "referral/referral-page.tsx";
const SEARCH: PrerenderedPage = {
  url: paths.search,
  file: "search.html",
  screen: "search/search-page.tsx",
  listed: true,
};
const TEXT = "text-page/text-page.tsx";

/**
 * What the service worker shows without a connection at an address that it has not stored. React is
 * not loaded there, because it would render the page of that address.
 */
export const offline = "/offline";

/** Every page of the built site. */
export const pages: readonly PrerenderedPage[] = [
  { url: paths.home, file: "index.html", screen: HOME, read: true, listed: true },
  { url: paths.services, file: "services.html", screen: SERVICES, read: true, listed: true },
  ...serviceIds.map((id) => read(paths.service(id), SERVICE)),
  { url: paths.blog, file: "blog.html", screen: BLOG, read: true, listed: true },
  ...posts.map(({ slug }) => post(slug, true)),
  { url: paths.contact, file: "contact.html", screen: CONTACT, listed: true },
  { url: paths.referral, file: "referral.html", screen: REFERRAL, listed: true },
  ...(hasSearch ? [SEARCH] : []),
  ...textPages.map(({ url }) => read(url, TEXT)),
  post("post-not-found", false),
  { url: offline, file: "offline.html", screen: SEARCH.screen, read: true, listed: false },
  // Any other path shows home, and no link is marked as current.
  { url: "/catch-all", file: "catch-all.html", screen: HOME, read: true, listed: false },
  // Hosts without rewriting answer unknown paths with this file.
  { url: "/catch-all", file: "404.html", screen: HOME, read: true, listed: false },
];

/** A page that is only read. */
function read(url: string, screen: string): PrerenderedPage {
  return { url, file: `${url.slice(1)}.html`, screen, read: true, listed: true };
}

function post(slug: string, listed: boolean): PrerenderedPage {
  return { url: paths.post(slug), file: `blog/${slug}.html`, screen: POST, read: true, listed };
}
