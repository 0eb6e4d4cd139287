/** The first post that is translated into a language brings it a blog. Built from a scratch copy of the content. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type * as prerenderModule from "../src/app/prerender";
import { expect, test } from "./support/test";

type Prerenderer = typeof prerenderModule;

const at = (place: string) => fileURLToPath(new URL(`../../${place}`, import.meta.url));
const GENERATE = process.env["GENERATE_PROGRAM"] ?? at("target/debug/generate");
const run = promisify(execFile);

const POST = "staffing-a-line-station";
const TITLE = "تجهيز محطة صيانة";
const MATTER = `+++
from = ""
title = "${TITLE}"
excerpt = "كيف تجهّز محطة صغيرة."
listAuthor = "الفريق"
author = "الفريق، صيانة الطائرات"
category = "الطيران"
tags = ["الطيران", "الصيانة", "قطر"]
imageAlt = "رسم لمحطة."
+++
`;

let root = "";
test.beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "translated-"));
  await cp(at("content"), path.join(root, "content"), { recursive: true });
  const original = await readFile(at(`content/en/posts/${POST}.md`), "utf8");
  const [, , body = ""] = original.split(/^\+\+\+$/m);
  const folder = path.join(root, "content/ar/posts");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${POST}.md`);
  await writeFile(file, MATTER + body.replaceAll(/^## /gm, "## قسم: "));
  for (const part of ["web/src", "web/scripts", "web/vite.config.ts", "web/package.json"])
    await cp(at(part), path.join(root, part), { recursive: true });
  for (const part of ["bindings", "web/node_modules"])
    await symlink(at(part), path.join(root, part));
  await run(GENERATE, ["translated", "--root", root, file]);
});
test.afterAll(async () => rm(root, { recursive: true, force: true }));

/** What makes the pages of a language of the scratch copy. */
async function prerenderer(language: string): Promise<Prerenderer> {
  const vite = path.join(root, "web/node_modules/vite/bin/vite.js");
  const options = ["build", "--logLevel", "error", "--ssr", "src/app/prerender.tsx"];
  const env = { ...process.env, NODE_ENV: "production", SITE_LANGUAGE: language };
  await run(process.execPath, [vite, ...options], { cwd: path.join(root, "web"), env });
  const folder = language === "en" ? "dist-server" : `dist-server-${language}`;
  const built = path.join(root, "web", folder, "prerender.js");
  return (await import(pathToFileURL(built).href)) as Prerenderer;
}

test("a translated post has its page, and its language a blog, a feed and a place in the sitemap", async () => {
  test.slow();
  const english = await prerenderer("en");
  const arabic = await prerenderer("ar");
  await test.step("the pages are the list and this post alone", () => {
    const blog = arabic.pages().filter(({ url, listed }) => listed && url.startsWith("/blog"));
    expect(blog.map(({ url, file }) => [url, file])).toEqual([
      ["/blog", "ar/blog.html"],
      [`/blog/${POST}`, `ar/blog/${POST}.html`],
    ]);
  });
  await test.step("they are in Arabic, and other pages lead there", async () => {
    const list = await arabic.render("/blog");
    expect(list).toMatch(/<html[^>]* lang="ar"/);
    expect(list).toContain(TITLE);
    expect(list).toContain(`href="/ar/blog/${POST}"`);
    const post = await arabic.render(`/blog/${POST}`);
    expect(post).toMatch(new RegExp(`<h1[^>]*>${TITLE}</h1>`));
    expect(post).toContain(">قسم: ");
    const services = await arabic.render("/services");
    expect(services).toContain('href="/ar/blog"');
    expect(services).not.toContain('href="/blog"');
  });
  await test.step("no link of theirs leads nowhere", async () => {
    // Of the other languages, which have no blog, only the home page is linked to.
    const built = new Map([
      ["/hi", ""],
      ["/ta", ""],
    ]);
    for (const of of [english, arabic]) {
      for (const { url } of of.pages()) built.set(of.pathInLanguage(url), await of.render(url));
    }
    const broken = english.brokenLinks(built).filter((link) => link.startsWith("/ar/blog"));
    expect(broken).toEqual([]);
  });
  await test.step("the feed has it", () => {
    const feed = arabic.filesOfLanguage()["ar/feed.xml"] ?? "";
    expect(feed).toContain('xml:lang="ar"');
    expect(feed).toContain(`<link rel="self" href="https://karavan.example/ar/feed.xml"/>`);
    const entries = feed.split("<entry>").slice(1);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toContain(`<title>${TITLE}</title>`);
    expect(entries[0]).toContain(`<id>https://karavan.example/ar/blog/${POST}</id>`);
  });
  await test.step("the sitemap has it beside the English one", () => {
    const listed = [...english.listedPages(), ...arabic.listedPages()];
    const sitemap = english.siteFiles(listed, [])["sitemap.xml"] ?? "";
    const entries = sitemap.split("\n").filter((line) => line.includes(`/blog/${POST}</loc>`));
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toContain(`hreflang="ar" href="https://karavan.example/ar/blog/${POST}"`);
      expect(entry).toContain(`hreflang="x-default" href="https://karavan.example/blog/${POST}"`);
    }
    expect(sitemap).toContain("<loc>https://karavan.example/ar/blog</loc>");
    expect(sitemap).not.toContain("/ar/blog/hiring-from-referrals");
  });
});
