import {
  caseSlugs,
  courseSlugs,
  serviceIds,
  textPages,
  vacancySlugs,
} from "@/content/generated/addresses";
import { hasVacancies, renderedDay } from "@/content/day";
import { posts } from "@/content/generated/posts";
import { openVacancies } from "@/content/vacancies";
import { base } from "@/content/generated/language";
import { isStored, paths } from "@/paths";
import { ROUTES } from "@/app/routes";

/** A page to prerender: its address without its language, and its file in the built site. */
type PrerenderedPage = {
  readonly url: string;
  readonly file: string;
  /** The screen's module below src/features. The page contains its styles. */
  readonly screen: string;
  /** Whether it is only read, so that React is loaded on demand and not after the first paint. */
  readonly read: boolean;
  /** Whether a browser stores a copy of it without what only search engines and other sites read. */
  readonly copied: boolean;
  /** Whether search engines may list it. */
  readonly listed: boolean;
  /** Whether it only says that what was there is gone. */
  readonly gone: boolean;
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
  ...screens(serviceIds, paths.service, "services/service-page.tsx"),
  [paths.blog]: "blog/blog-page.tsx",
  [paths.post(":slug")]: "blog/post-page.tsx",
  [paths.vacancies]: "vacancies/vacancies-page.tsx",
  ...screens(vacancySlugs, paths.vacancy, "vacancies/vacancy-page.tsx"),
  [paths.courses]: "courses/courses-page.tsx",
  ...screens(courseSlugs, paths.course, "courses/course-page.tsx"),
  [paths.cases]: "cases/cases-page.tsx",
  ...screens(caseSlugs, paths.case, "cases/case-page.tsx"),
  [paths.contact]: "contact/contact-page.tsx",
  [paths.referral]: "referral/referral-page.tsx",
  [paths.search]: "search/search-page.tsx",
  ...Object.fromEntries(textPages.map(({ url }) => [url, "text-page/text-page.tsx"])),
  "*": "home/home-page.tsx",
};

/** The same screen for several addresses. */
function screens(names: readonly string[], path: (name: string) => string, screen: string) {
  return Object.fromEntries(names.map((name) => [path(name), screen]));
}

/** The folder of the language’s files. */
const folder = base === "" ? "" : `${base.slice(1)}/`;

const OFFLINE: PrerenderedPage = {
  url: offline,
  file: `${folder}offline.html`,
  screen: "search/search-page.tsx",
  read: true,
  copied: true,
  listed: false,
  gone: false,
};

/** Every page of the language, on the day that is rendered for. */
export function pages(): readonly PrerenderedPage[] {
  return [...ROUTES.flatMap(pagesOf), OFFLINE];
}

/** The pages of a route. */
function pagesOf({ path }: (typeof ROUTES)[number]): PrerenderedPage[] {
  const screen = SCREENS[path];
  if (!screen) throw new Error(`Name the screen of ${path} in SCREENS of prerendering/pages.ts`);
  const gone = isGone(path);
  const page = (url: string, file: string, listed: boolean) => ({
    url,
    file: `${folder}${file}.html`,
    screen,
    read: !FORMS.includes(url),
    // A server may write into the pages with forms, and into this one.
    copied: listed && isStored(url) && !FORMS.includes(url) && url !== paths.howItWorks,
    listed: listed && !gone,
    gone,
  });
  switch (path) {
    case paths.home:
      return [
        base === ""
          ? page(path, "index", true)
          : { ...page(path, "", true), file: `${base.slice(1)}.html` },
      ];
    case paths.post(":slug"):
      return [
        ...posts.map(({ slug }) => page(paths.post(slug), `blog/${slug}`, true)),
        page(paths.post("post-not-found"), "blog/post-not-found", false),
      ];
    case "*":
      // Any other path shows home, and no link is marked as current. Hosts without rewriting answer
      // unknown paths with 404.html.
      return [page("/catch-all", "catch-all", false), page("/catch-all", "404", false)];
    case paths.vacancies:
      return [page(path, path.slice(1), hasVacancies(renderedDay()))];
    default:
      if (path.includes(":")) throw new Error(`Name the pages of ${path} in pagesOf`);
      return [page(path, path.slice(1), true)];
  }
}

/** Whether this is the address of a vacancy that has closed. */
function isGone(path: string): boolean {
  const open = openVacancies(renderedDay()).map(({ slug }) => paths.vacancy(slug));
  return path.startsWith(paths.vacancy("")) && !open.includes(path);
}
