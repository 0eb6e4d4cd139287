import type { PostSummary, SiteConfig } from "@bindings";
import { renderedDay } from "@/content/day";
import { vacancySlugs } from "@/content/generated/addresses";
import { courses } from "@/content/generated/courses";
import { posts } from "@/content/generated/posts";
import { site } from "@/content/generated/site";
import { vacancies } from "@/content/generated/vacancies";
import { KINDS, openVacancies } from "@/content/vacancies";
import { paths } from "@/paths";
import { escape } from "./head";
import { pages } from "./pages";
import { absolute } from "./structured-data";

/** The mode for static hosting. A hosted server answers this address itself. */
const config: SiteConfig = { mode: "browser" };

/** The files beside the pages, by name. */
export function siteFiles(): Record<string, string> {
  return {
    "sitemap.xml": sitemap(),
    "robots.txt": `User-agent: *\nAllow: /\n\nSitemap: ${absolute("/sitemap.xml")}\n`,
    "feed.xml": feed(paths.blog, "blog", posts.map(postEntry)),
    ...(vacancySlugs.length > 0 && { "vacancies.xml": vacancyFeed() }),
    // What somebody can be referred for besides a service, for the form and for a server that gets it.
    "openings.json": JSON.stringify(Object.fromEntries(openings())),
    ".gone": pages()
      .filter(({ gone }) => gone)
      .map(({ file }) => `${file}\n`)
      .join(""),
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

function sitemap(): string {
  const entries = pages()
    .filter(({ listed }) => listed)
    .map(({ url }) => {
      const post = posts.find(({ slug }) => paths.post(slug) === url);
      const vacancy = vacancies.find(({ slug }) => paths.vacancy(slug) === url);
      const date = post?.date ?? vacancy?.posted;
      const modified = date === undefined ? "" : `<lastmod>${date}</lastmod>`;
      return `  <url><loc>${escape(absolute(url))}</loc>${modified}</url>\n`;
    });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
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
    category: KINDS[kind],
  }));
  return feed(paths.vacancies, "vacancies", entries, paths.vacanciesFeed);
}

/** A feed (RFC 4287), newest first. It was updated when the newest entry appeared. */
function feed(list: string, title: string, listed: readonly Entry[], own = "/feed.xml"): string {
  const entries = listed.map(
    (entry) => `  <entry>
    <id>${escape(absolute(entry.url))}</id>
    <title>${escape(entry.title)}</title>
    <link href="${escape(absolute(entry.url))}"/>
    <published>${entry.date}T00:00:00Z</published>
    <updated>${entry.date}T00:00:00Z</updated>
    <author><name>${escape(entry.author)}</name></author>
    <category term="${escape(entry.category)}"/>
    <summary>${escape(entry.summary)}</summary>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">
  <id>${escape(absolute(list))}</id>
  <title>${escape(site.name)}: ${title}</title>
  <link href="${escape(absolute(list))}"/>
  <link rel="self" href="${escape(absolute(own))}"/>
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
