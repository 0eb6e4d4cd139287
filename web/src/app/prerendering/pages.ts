import { serviceIds, textPages } from "@/content/generated/addresses";
import { posts } from "@/content/generated/posts";
import { paths } from "@/paths";
import { ROUTES } from "@/app/routes";

/** A page to prerender: its address, and its file in the built site. */
type PrerenderedPage = {
  readonly url: string;
  readonly file: string;
  /** The screen's module below src/features. The page contains its styles. */
  readonly screen: string;
  /** Whether it is only read, so that React is loaded on demand and not after the first paint. */
  readonly read: boolean;
  /** Whether search engines may list it. */
  readonly listed: boolean;
};

/** The pages with a form. */
const FORMS: readonly string[] = [paths.contact, paths.referral, paths.search];

/**
 * What the service worker shows without a connection at an address that it has not stored. React is
 * not loaded there, because it would render the page of that address.
 */
export const offline = "/offline";

/** The module of each route's screen, below src/features. */
const SCREENS: Readonly<Record<string, string>> = {
  [paths.home]: "home/home-page.tsx",
  [paths.services]: "services/services-page.tsx",
  ...Object.fromEntries(serviceIds.map((id) => [paths.service(id), "services/service-page.tsx"])),
  [paths.blog]: "blog/blog-page.tsx",
  [paths.post(":slug")]: "blog/post-page.tsx",
  [paths.contact]: "contact/contact-page.tsx",
  [paths.referral]: "referral/referral-page.tsx",
  [paths.search]: "search/search-page.tsx",
  ...Object.fromEntries(textPages.map(({ url }) => [url, "text-page/text-page.tsx"])),
  "*": "home/home-page.tsx",
};

/** Every page of the built site. */
export const pages: readonly PrerenderedPage[] = [
  ...ROUTES.flatMap(pagesOf),
  {
    url: offline,
    file: "offline.html",
    screen: "search/search-page.tsx",
    read: true,
    listed: false,
  },
];

/** The pages of a route. */
function pagesOf({ path }: (typeof ROUTES)[number]): PrerenderedPage[] {
  const screen = SCREENS[path];
  if (!screen) throw new Error(`Name the screen of ${path} in SCREENS of prerendering/pages.ts`);
  const page = (url: string, file: string, listed: boolean) => ({
    url,
    file: `${file}.html`,
    screen,
    read: !FORMS.includes(url),
    listed,
  });
  switch (path) {
    case paths.home:
      return [page(path, "index", true)];
    case paths.post(":slug"):
      return [
        ...posts.map(({ slug }) => page(paths.post(slug), `blog/${slug}`, true)),
        page(paths.post("post-not-found"), "blog/post-not-found", false),
      ];
    case "*":
      // Any other path shows home, and no link is marked as current. Hosts without rewriting answer
      // unknown paths with 404.html.
      return [page("/catch-all", "catch-all", false), page("/catch-all", "404", false)];
    default:
      if (path.includes(":")) throw new Error(`Name the pages of ${path} in pagesOf`);
      return [page(path, path.slice(1), true)];
  }
}
