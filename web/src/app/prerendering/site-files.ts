import type { SiteConfig } from "@bindings";
import { posts } from "@/content/generated/posts";
import { site } from "@/content/generated/site";
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
    "feed.xml": feed(),
    "site.webmanifest": manifest(),
    "config.json": `${JSON.stringify(config)}\n`,
    ".image-hosts": site.imageHosts.map((host) => `${host}\n`).join(""),
  };
}

function sitemap(): string {
  const entries = pages
    .filter(({ listed }) => listed)
    .map(({ url }) => {
      const post = posts.find(({ slug }) => paths.post(slug) === url);
      const modified = post ? `<lastmod>${post.date}</lastmod>` : "";
      return `  <url><loc>${escape(absolute(url))}</loc>${modified}</url>\n`;
    });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}

/** The feed (RFC 4287). It was updated when the newest post appeared. */
function feed(): string {
  const entries = posts.map(
    (post) => `  <entry>
    <id>${escape(absolute(paths.post(post.slug)))}</id>
    <title>${escape(post.title)}</title>
    <link href="${escape(absolute(paths.post(post.slug)))}"/>
    <published>${post.date}T00:00:00Z</published>
    <updated>${post.date}T00:00:00Z</updated>
    <author><name>${escape(post.author)}</name></author>
    <category term="${escape(post.category)}"/>
    <summary>${escape(post.excerpt)}</summary>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">
  <id>${escape(absolute(paths.blog))}</id>
  <title>${escape(site.name)}: blog</title>
  <link href="${escape(absolute(paths.blog))}"/>
  <link rel="self" href="${escape(absolute("/feed.xml"))}"/>
  <updated>${posts[0]?.date ?? "1970-01-01"}T00:00:00Z</updated>
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
