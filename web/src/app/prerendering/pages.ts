import { posts } from "@/content/posts";
import { paths } from "@/paths";

/** A page to prerender: the address it is rendered at, and its file in the built site. */
export type PrerenderedPage = {
  readonly url: string;
  readonly file: string;
  /** The screen's module below src/features, whose styles the page carries. */
  readonly screen: string;
  /** Whether it has a form, so that React comes after the first paint rather than with a reason. */
  readonly form?: true;
  /** Whether search engines are shown the way to it. */
  readonly listed: boolean;
};

const HOME = "home/home-page.tsx";
const POST = "blog/post-page.tsx";

/** Every page of the built site. */
export const pages: readonly PrerenderedPage[] = [
  { url: paths.home, file: "index.html", screen: HOME, listed: true },
  {
    url: paths.services,
    file: "services.html",
    screen: "services/services-page.tsx",
    listed: true,
  },
  { url: paths.blog, file: "blog.html", screen: "blog/blog-page.tsx", listed: true },
  ...posts.map(({ slug }) => {
    return { url: paths.post(slug), file: `blog/${slug}.html`, screen: POST, listed: true };
  }),
  {
    url: paths.contact,
    file: "contact.html",
    screen: "contact/contact-page.tsx",
    form: true,
    listed: true,
  },
  {
    url: paths.referral,
    file: "referral.html",
    screen: "referral/referral-page.tsx",
    form: true,
    listed: true,
  },
  {
    url: paths.post("post-not-found"),
    file: "blog/post-not-found.html",
    screen: POST,
    listed: false,
  },
  // Any other path shows home, with no link marked as the present one.
  { url: "/catch-all", file: "catch-all.html", screen: HOME, listed: false },
  // Hosts that know no rewriting answer unknown paths with this file.
  { url: "/catch-all", file: "404.html", screen: HOME, listed: false },
];
