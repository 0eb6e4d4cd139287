import { type ComponentType, lazy } from "react";
import { Route, Routes } from "react-router-dom";
import {
  caseSlugs,
  courseSlugs,
  hasSearch,
  serviceIds,
  textPages,
  vacancySlugs,
} from "@/content/generated/addresses";
import { missing } from "@/content/generated/language";
import { isBelow, ownPath, paths } from "@/paths";

type Screen = ComponentType & {
  /** Fetches the text of an address. */
  loadText?: (pathname: string) => Promise<unknown> | undefined;
};

/** A screen, fetched when it is first shown or when a visitor is about to open it. */
function screen(load: () => Promise<{ default: Screen }>) {
  return { Screen: lazy(() => trackLoading(load())), load };
}

const home = screen(() => import("@/features/home/home-page"));
const services = screen(() => import("@/features/services/services-page"));
const service = screen(() => import("@/features/services/service-page"));
const blog = screen(() => import("@/features/blog/blog-page"));
const post = screen(() => import("@/features/blog/post-page"));
const vacancies = screen(() => import("@/features/vacancies/vacancies-page"));
const vacancy = screen(() => import("@/features/vacancies/vacancy-page"));
const courses = screen(() => import("@/features/courses/courses-page"));
const course = screen(() => import("@/features/courses/course-page"));
const cases = screen(() => import("@/features/cases/cases-page"));
const caseStudy = screen(() => import("@/features/cases/case-page"));
const contact = screen(() => import("@/features/contact/contact-page"));
const referral = screen(() => import("@/features/referral/referral-page"));
const search = screen(() => import("@/features/search/search-page"));
const textPage = screen(() => import("@/features/text-page/text-page"));

/**
 * The routes of the specification's section 2, and those of content pages. Each is prerendered
 * (prerendering/pages.ts), and so in the sitemap and in the journeys over all pages.
 */
export const ROUTES = [
  { path: paths.home, ...home },
  { path: paths.services, ...services },
  ...serviceIds.map((id) => ({ path: paths.service(id), ...service })),
  { path: paths.blog, ...blog },
  { path: paths.post(":slug"), ...post },
  ...(vacancySlugs.length > 0 ? [{ path: paths.vacancies, ...vacancies }] : []),
  ...vacancySlugs.map((slug) => ({ path: paths.vacancy(slug), ...vacancy })),
  ...(courseSlugs.length > 0 ? [{ path: paths.courses, ...courses }] : []),
  ...courseSlugs.map((slug) => ({ path: paths.course(slug), ...course })),
  ...(caseSlugs.length > 0 ? [{ path: paths.cases, ...cases }] : []),
  ...caseSlugs.map((slug) => ({ path: paths.case(slug), ...caseStudy })),
  { path: paths.contact, ...contact },
  { path: paths.referral, ...referral },
  ...(hasSearch ? [{ path: paths.search, ...search }] : []),
  ...textPages.map(({ url }) => ({ path: url, ...textPage })),
  { path: "*", ...home },
].filter(({ path }) => !isBelow(path, missing));

/** Shows the screen of the present address. */
export function Screens() {
  return (
    <Routes>
      {ROUTES.map(({ path, Screen }) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
    </Routes>
  );
}

/** Fetches the screen of an address and its text. */
export async function loadPage(pathname: string): Promise<void> {
  const own = ROUTES.find(({ path }) => path === pathname);
  const below = pathname.startsWith(paths.post("")) ? post : home;
  const { default: Screen } = await (own ?? below).load();
  await Screen.loadText?.(pathname);
}

/** A failure is ignored, because it is fetched again when needed. */
function preload({ lang, pathname }: HTMLAnchorElement) {
  const path = ownPath(pathname);
  // Another build has the pages of other languages.
  if (path && !lang) loadPage(path).catch(() => undefined);
}

let pages = 0;

/** Marks the document while a page is loading, so that the header can show it. */
export function trackLoading<Page>(page: Promise<Page>): Promise<Page> {
  if (typeof document === "undefined") return page;
  pages += 1;
  document.documentElement.toggleAttribute("data-loading", true);
  return page.finally(() => {
    pages -= 1;
    document.documentElement.toggleAttribute("data-loading", pages > 0);
  });
}

/** Fetches the next screen while a finger or pointer is on the link. */
export function preloadOnIntent() {
  const hovered = document.querySelector<HTMLAnchorElement>("a[href^='/']:hover");
  if (hovered) preload(hovered);
  for (const intent of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(intent, ({ target }) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link?.origin === location.origin) preload(link);
    });
  }
}
