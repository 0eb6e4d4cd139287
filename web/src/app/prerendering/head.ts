import { posts } from "@/content/generated/posts";
import { site } from "@/content/generated/site";
import { openGraphLocale } from "@/content/generated/language";
import { paths } from "@/paths";
import { absolute, structuredData } from "./structured-data";

type Head = {
  /** The address of the page. */
  url: string;
  /** The rendered page. Its title and description are repeated for other sites. */
  html: string;
  css: string;
  /** The styles of the language alone. */
  languageCss?: string;
  /** The addresses of the style sheets in `css`. */
  sheets: readonly string[];
  starter: string;
  /** The addresses of the entry module, and of the script for after the first paint. */
  entry: string;
  later: string;
  /** Whether the page is only read, so that the entry module is loaded later. */
  read?: boolean;
};

/**
 * What only a first visit needs, as markup for the head: the page's styles, the starter, and
 * metadata for other sites and search engines. It is not part of the React tree, so React never
 * downloads it.
 */
export function head(of: Head): string {
  const { url, html } = of;
  return [
    plainHead(of),
    ...openGraph(url, html),
    `<script type="application/ld+json">${dataText(structuredData(url))}</script>`,
  ].join("");
}

/** The same without what is for other sites and search engines. */
export function plainHead({ css, languageCss, sheets, starter, entry, later, read }: Head): string {
  return [
    `<style>${css}</style>`,
    languageCss ? `<style>${languageCss}</style>` : "",
    // Disabled, so not fetched. They tell the bundler's loader that the page has these styles
    // already.
    ...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}" disabled>`),
    `<script data-entry="${entry}" data-later="${later}"${read ? " data-read" : ""}>${starter}</script>`,
  ].join("");
}

/** The same for a frame, which React never shows. Other sites see one picture and one text for all. */
export function frameHead({
  html,
  css,
  languageCss,
  starter,
  later,
}: Pick<Head, "html" | "css" | "languageCss" | "starter" | "later">): string {
  const properties = {
    "og:site_name": escape(site.name),
    "og:title": between(html, "<title>", "</title>"),
    "og:description": between(html, '<meta name="description" content="', '"'),
    "og:image": absolute("/social.png"),
  };
  return [
    `<style>${css}</style>`,
    languageCss ? `<style>${languageCss}</style>` : "",
    `<script data-entry="" data-later="${later}" data-read>${starter}</script>`,
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content="${content}">`,
    ),
  ].join("");
}

function openGraph(url: string, html: string): string[] {
  const post = posts.find(({ slug }) => paths.post(slug) === url);
  const canonical = between(html, '<link rel="canonical" href="', '"');
  const properties: [string, string][] = [
    ["og:type", post ? "article" : "website"],
    ["og:site_name", escape(site.name)],
    ["og:title", between(html, "<title>", "</title>")],
    ["og:description", between(html, '<meta name="description" content="', '"')],
    ["og:url", canonical],
    ["og:image", absolute("/social.png")],
    ["og:image:alt", escape(`${site.name}: ${site.tagline}`)],
    ["og:locale", escape(openGraphLocale)],
  ];
  if (post) properties.push(["article:published_time", post.date]);
  return [
    ...properties.map(([name, content]) => `<meta property="${name}" content="${content}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** The markup between two markers. */
function between(html: string, start: string, end: string): string {
  const from = html.indexOf(start);
  if (from < 0) throw new Error(`The page has no ${start}`);
  return html.slice(from + start.length, html.indexOf(end, from + start.length));
}

/** JSON that cannot close its script element. */
function dataText(data: unknown): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes a text for HTML or XML. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
