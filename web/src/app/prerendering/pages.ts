import { posts } from "@/content/posts";
import { paths } from "@/paths";

/** A page to prerender: the address it is rendered at, and its file in the built site. */
export type PrerenderedPage = {
  readonly url: string;
  readonly file: string;
  /** Whether search engines are shown the way to it. */
  readonly listed: boolean;
};

const listed = (url: string, file: string): PrerenderedPage => ({ url, file, listed: true });

/** Every page of the built site. */
export const pages: readonly PrerenderedPage[] = [
  listed(paths.home, "index.html"),
  listed(paths.services, "services.html"),
  listed(paths.blog, "blog.html"),
  ...posts.map(({ slug }) => listed(paths.post(slug), `blog/${slug}.html`)),
  listed(paths.contact, "contact.html"),
  listed(paths.referral, "referral.html"),
  { url: paths.post("post-not-found"), file: "blog/post-not-found.html", listed: false },
  // Any other path shows home, with no link marked as the present one.
  { url: "/catch-all", file: "catch-all.html", listed: false },
  // Hosts that know no rewriting answer unknown paths with this file.
  { url: "/catch-all", file: "404.html", listed: false },
];
