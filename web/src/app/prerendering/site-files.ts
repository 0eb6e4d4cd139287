import type { PostSummary, SiteConfig } from "@bindings";
import { renderedDay } from "@/content/day";
import { vacancySlugs } from "@/content/generated/addresses";
import { courses } from "@/content/generated/courses";
import { posts } from "@/content/generated/posts";
import { site } from "@/content/generated/site";
import { vacancies } from "@/content/generated/vacancies";
import { openVacancies } from "@/content/vacancies";
import { kindOf } from "@/content/generated/words/vacancies";
import * as words from "@/content/generated/words/layout";
import { base, missing, tag } from "@/content/generated/language";
import { isBelow, paths } from "@/paths";
import { escape } from "./head";
import { pages } from "./pages";
import { absolute, addressOf } from "./structured-data";

/** The mode for static hosting. A hosted server answers this address itself. */
const config: SiteConfig = { mode: "browser" };

/** The files of a language beside its pages, by name. */
export function filesOfLanguage(): Record<string, string> {
  const own = base === "" ? "" : `${base.slice(1)}/`;
  return {
    ...(!isBelow(paths.blog, missing) && {
      [`${own}feed.xml`]: feed(paths.blog, words.blog, posts.map(postEntry)),
    }),
    ...(vacancySlugs.length > 0 && { [`${own}vacancies.xml`]: vacancyFeed() }),
    // What somebody can be referred for besides a service, for the form and for a server that gets it.
    [`${own}openings.json`]: JSON.stringify(Object.fromEntries(openings())),
  };
}

/** A page in one language, as the sitemap lists it. */
type Listed = {
  /** The address without its language. */
  path: string;
  /** The language's tag, and the address in it. */
  tag: string;
  url: string;
};

/** The pages that search engines may list. */
export function listedPages(): Listed[] {
  const pagesOfLanguage = pages().filter((page) => page.listed);
  return pagesOfLanguage.map(({ url }) => ({ path: url, tag, url: addressOf(url) }));
}

/** The files of the whole site, by name. `all` are the pages in all languages, `gone` files of pages that are gone. */
export function siteFiles(all: readonly Listed[], gone: readonly string[]): Record<string, string> {
  return {
    "sitemap.xml": sitemap(all),
    "robots.txt": `User-agent: *\nAllow: /\n\nSitemap: ${absolute("/sitemap.xml")}\n`,
    ".gone": gone.map((file) => `${file}\n`).join(""),
    "site.webmanifest": manifest(),
    "config.json": `${JSON.stringify(config)}\n`,
    ".image-hosts": site.imageHosts.map((host) => `${host}\n`).join(""),
  };
}

/** The addresses of open vacancies and of courses, with their titles. */
function openings(): string[][] {
  const vacant = openVacancies(renderedDay()).map(({ slug, title }) => [
    paths.vacancy(slug),
    title,
  ]);
  return [...vacant, ...courses.map(({ slug, title }) => [paths.course(slug), title])];
}

/** With the other languages of each page. Who reads none of them gets English. */
function sitemap(all: readonly Listed[]): string {
  const entries = all.map(({ path, url }) => {
    const post = posts.find(({ slug }) => paths.post(slug) === path);
    const vacancy = vacancies.find(({ slug }) => paths.vacancy(slug) === path);
    const date = post?.date ?? vacancy?.posted;
    const modified = date === undefined ? "" : `<lastmod>${date}</lastmod>`;
    const same = all.filter((other) => other.path === path);
    const alternates = same.length < 2 ? [] : [...same, ...same.slice(0, 1).map(asDefault)];
    return `  <url><loc>${escape(url)}</loc>${modified}${alternates.map(alternate).join("")}</url>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("")}</urlset>
`;
}

function asDefault(page: Listed): Listed {
  return { ...page, tag: "x-default" };
}

function alternate({ tag: of, url }: Listed): string {
  return `<xhtml:link rel="alternate" hreflang="${escape(of)}" href="${escape(url)}"/>`;
}

/** An entry of a feed. */
type Entry = {
  /** Its address. */
  url: string;
  title: string;
  /** The day on which it appeared, YYYY-MM-DD. */
  date: string;
  author: string;
  category: string;
  summary: string;
};

function postEntry({ slug, ...post }: PostSummary): Entry {
  return { ...post, url: paths.post(slug), summary: post.excerpt };
}

/** The open vacancies. Without any it is empty: a feed that is missing is an error to its readers. */
function vacancyFeed(): string {
  const entries = openVacancies(renderedDay()).map(({ slug, posted, kind, ...vacancy }) => ({
    ...vacancy,
    url: paths.vacancy(slug),
    date: posted,
    author: site.name,
    category: kindOf({ kind }),
  }));
  return feed(paths.vacancies, words.vacancies, entries, paths.vacanciesFeed);
}

/** A feed (RFC 4287), newest first. It was updated when the newest entry appeared. */
function feed(
  list: string,
  title: string,
  listed: readonly Entry[],
  own: string = paths.feed,
): string {
  const entries = listed.map(
    (entry) => `  <entry>
    <id>${escape(addressOf(entry.url))}</id>
    <title>${escape(entry.title)}</title>
    <link href="${escape(addressOf(entry.url))}"/>
    <published>${entry.date}T00:00:00Z</published>
    <updated>${entry.date}T00:00:00Z</updated>
    <author><name>${escape(entry.author)}</name></author>
    <category term="${escape(entry.category)}"/>
    <summary>${escape(entry.summary)}</summary>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escape(tag)}">
  <id>${escape(addressOf(list))}</id>
  <title>${escape(`${site.name}: ${title}`)}</title>
  <link href="${escape(addressOf(list))}"/>
  <link rel="self" href="${escape(addressOf(own))}"/>
  <updated>${listed[0]?.date ?? "1970-01-01"}T00:00:00Z</updated>
${entries.join("")}</feed>
`;
}

function manifest(): string {
  return JSON.stringify({
    name: site.name,
    description: site.tagline,
    start_url: paths.home,
    display: "browser",
    background_color: "#f7f3ea",
    theme_color: "#f7f3ea",
    icons: [
      icon("/icons/icon-192.png", 192),
      icon("/icons/icon-512.png", 512),
      icon("/icons/icon-maskable-512.png", 512, "maskable"),
    ],
  });
}

function icon(src: string, size: number, purpose = "any") {
  return { src, sizes: `${size}x${size}`, type: "image/png", purpose };
}
