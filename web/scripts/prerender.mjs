/**
 * Makes the site from the two builds: renders every page, adds what a first visit needs, compresses
 * everything, and says what is left of the budgets. The new site replaces the old one in one step, so
 * that nobody is served half a site. With `--uncompressed`, for development, it
 * compresses nothing and says nothing of budgets.
 */
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as bundle } from "vite";
import { aliasOf } from "./alias.ts";
import { BUDGETS, room, weights } from "./budgets.ts";
import { compress } from "./compress.mjs";
import { licences } from "./licences.mjs";
import { CODES, knownOf, ORIGINAL, suffix } from "./languages.ts";
import { fingerprint, pageWeight } from "./measure.mjs";
import { copyOf, filesOf, listFile, offlineList } from "./offline.mjs";

const compressed = !process.argv.includes("--uncompressed");
const web = fileURLToPath(new URL("..", import.meta.url));
const next = join(web, "dist-next");
const dist = join(web, "dist");
const staff = join(web, "dist-console");

/** The build of each language, the original first. */
const builds = await Promise.all(CODES.map(buildOf));
const [original] = builds;
const { AFTER_ALL, changeBy, changes, isStored, offline, opensOffline } = original.code;
const { client } = original;
// The order of the layers comes first. The bundler does not guarantee that.
const layers = await readFile(join(web, "src/styles/layers.css"), "utf8");
const pageChange = await readFile(join(web, "src/styles/page-change.css"), "utf8");

await rm(next, { recursive: true, force: true });
for (const build of builds) await cp(build.client, next, { recursive: true });
await rm(join(next, ".vite"), { recursive: true });
// The console is a separate page with its own scripts.
await cp(join(staff, "assets"), join(next, "assets"), { recursive: true });

/** Whether a page with its first picture fits into the first round trip, by its HTML. */
const fitting = new Map();
/** What a server finds its way by in each frame, by its address. */
const frameParts = new Map();
/** The scripts of frames that are made, by their files. */
const scripts = new Map();

const staffPage = await readFile(join(staff, "index.html"), "utf8");
const inline = `<style>${layers}${pageChange}</style>`;
await put("console.html", staffPage.replace("</title>", `</title>${inline}`));

const today = changeBy(new Date().toISOString().slice(0, 10));
let site = await siteOn(today);
checkNames(site.pages);
const broken = original.code.brokenLinks(site.built);
if (broken.length > 0) {
  stop(`These links lead nowhere, or to what is switched off:\n${broken.join("\n")}`);
}
for (const [file, text] of site.files) await put(file, dated(file, text, today));
// What differs from the day before on each day on which something goes. The server lays it over the rest.
for (const day of changes.filter((change) => change > today)) {
  const before = site;
  site = await siteOn(day);
  for (const [file, text] of site.files) {
    if (before.files.get(file) !== text)
      await put(join(".from", day, file), dated(file, text, day));
  }
}
// A browser stores copies, as pages are when all that has a last day is gone.
for (const [file, text] of site.copies) await put(copyOf(file), dated(file, text, AFTER_ALL));
for (const { base } of builds)
  await put(`stored${base}/search.json`, site.files.get(searchIndexOf(base)));
await put("licences.txt", await licences(web));
const noWorker = await readFile(join(web, "src/starter/no-worker.js"), "utf8");
await put("no-worker.js", noWorker);
const lists = new Map();
for (const build of builds) {
  lists.set(build.base, await offlineList(build, site.stored.get(build.language)));
}
// A build with another list is another build.
const buildName = await fingerprint(next, JSON.stringify([...lists]));
for (const [base, list] of lists)
  await put(listFile(base), JSON.stringify({ build: buildName, ...list }));
const SITE = JSON.stringify({
  build: buildName,
  bases: builds.map(({ base }) => base).toReversed(),
});
await put("sw.js", opensOffline ? await oneScript("src/starter/worker.ts", { SITE }) : noWorker);
if (compressed) await compress(next);
await put(".version", `${await version()}\n`);
// Written last: when it changes, the server knows that all files are there.
await put(".build", `${await fingerprint(next)}\n`);

await rm(`${dist}-old`, { recursive: true, force: true });
await rename(dist, `${dist}-old`).catch(() => undefined);
await rename(next, dist);
await rm(`${dist}-old`, { recursive: true, force: true });

console.log(`${site.built.size} pages in web/dist`);
if (compressed) {
  const storedFiles = builds.map(({ base, language }) => [language, filesOf(lists.get(base))]);
  const found = await weights(web, Object.fromEntries(storedFiles));
  // For the bench, which tells of the heaviest, and for the test of the budgets.
  await writeFile(join(web, "dist-client/.vite/weights.json"), JSON.stringify(found));
  // Whoever writes a sentence more is not kept from publishing it: build.spec.ts holds the code to its budgets.
  console.log(room(found));
}

/** What the bundles of a language are, and what its pages need of them. */
async function buildOf(language) {
  const folder = join(web, `dist-client${suffix(language)}`);
  const ofLanguage = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
  return {
    language,
    base: language === ORIGINAL ? "" : `/${language}`,
    client: folder,
    code: await import(join(web, `dist-server${suffix(language)}/prerender.js`)),
    manifest: ofLanguage,
    entry: `/${ofLanguage["src/app/client.tsx"].file}`,
    later: `/${ofLanguage["src/starter/later.ts"].file}`,
    starter: await oneScript("src/starter/starter.ts", knownOf(language), language),
    languageCss: await stylesOf(language),
  };
}

/** The styles of a language, which only its pages have; empty for the original. */
async function stylesOf(language) {
  if (language === ORIGINAL) return "";
  const files = await Promise.all(
    [language, "all"].map((name) =>
      readFile(join(web, `src/styles/languages/${name}.css`), "utf8"),
    ),
  );
  return files
    .join("")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{}:;,]) /g, "$1")
    .trim();
}

/**
 * The files that depend on the day, and the pages of the original language, for a day of `changes` or before. `built`
 * has the HTML of all pages by their addresses.
 */
async function siteOn(day) {
  const all = {
    pages: [],
    built: new Map(),
    files: new Map(),
    copies: new Map(),
    stored: new Map(),
  };
  const gone = [];
  const listed = [];
  for (const build of builds) {
    const { language, base, code } = build;
    code.renderFor(day);
    const listing = code.pages();
    const searched = await addPages(build, listing, all);
    all.files.set(searchIndexOf(base), JSON.stringify(code.indexOf(searched)));
    for (const [file, text] of Object.entries(code.filesOfLanguage())) all.files.set(file, text);
    gone.push(...listing.filter((page) => page.gone).map(({ file }) => file));
    listed.push(...code.listedPages());
    if (language === ORIGINAL) all.pages = listing;
    for (const [file, text] of await frameFiles(build, all.built)) all.files.set(file, text);
  }
  const files = Object.entries(original.code.siteFiles(listed, gone));
  for (const [file, text] of files) all.files.set(file, text);
  return all;
}

/**
 * Renders the pages of a language. Returns the text of every page that search engines may list, but not of the search,
 * and not of the home page, which says in short what the others say.
 */
async function addPages(build, listing, { built, files, copies, stored }) {
  const { code, manifest: parts } = build;
  const searched = [];
  const storedOfLanguage = [];
  stored.set(build.language, storedOfLanguage);
  for (const { url, file, screen, read, listed, copied } of listing) {
    const html = await rendered(code, url);
    if (html.includes('<template id="B:')) throw new Error(`${url} needs a script to be seen`);
    if (read && html.includes("<form")) throw new Error(`${url} has a form: it is not only read`);
    built.set(code.pathInLanguage(url), html);
    if (listed && !/^(search|home)\//.test(screen)) {
      searched.push(searchable(url, html));
    }
    const styles = sheetsOf(parts, "src/app/client.tsx", `src/features/${screen}`);
    const css = (layers + (await textOf(build.client, styles))).trim();
    const sheets = styles.map((sheet) => `/${sheet}`);
    const module = url === offline ? "" : build.entry;
    const { starter: script, later: second, languageCss } = build;
    const of = { url, html, css, languageCss, sheets, read };
    Object.assign(of, { starter: script, entry: module, later: second });
    const page = html.replace("</head>", () => `${code.head(of)}</head>`);
    if (copied) {
      copies.set(
        file,
        html.replace("</head>", () => `${code.plainHead(of)}</head>`),
      );
    }
    if (url === offline || (listed && isStored(url))) {
      const as = { path: code.pathInLanguage(url), file: copied ? copyOf(file) : file };
      storedOfLanguage.push({ ...as, html, script: module || second });
    }
    files.set(file, await withPictureIfItFits(page, file));
    const form = code.noScriptForms[url]?.();
    if (form) files.set(join(".hosted", file), withForm(page, form));
  }
  return searched;
}

/**
 * The HTML of a page. The attribute that is removed is for React Router's server framework, which the site does not
 * use, and makes every link larger.
 */
async function rendered(code, url) {
  return (await code.render(url)).replaceAll(' data-discover="true"', "");
}

/** The name of the index that a language's search reads. */
function searchIndexOf(base) {
  return `${base}/search.json`.slice(1);
}

function checkNames(pages) {
  const names = pages.map(({ file }) => file);
  const twice = names.find((file, place) => names.indexOf(file) < place);
  if (twice) stop(`Two pages are called ${twice}: rename the file in content/ or the route`);
}

/** Says to whoever writes the pages what to mend, without where this script stands. */
function stop(text) {
  console.error(text);
  process.exit(1);
}

/** A page with the day that it was rendered for (web/src/content/day.ts). */
function dated(file, text, day) {
  return day && file.endsWith(".html") ? text.replace("<html", `<html data-day="${day}"`) : text;
}

/** The page with its first picture, if that fits into the first round trip. */
async function withPictureIfItFits(page, file) {
  const whole = await withFirstPicture(page);
  if (whole === page) return page;
  if (!fitting.has(whole)) {
    const fits = (await pageWeight(whole)) <= BUDGETS.page.limit;
    if (!fits) console.log(`${file}: its first picture does not fit into the first round trip`);
    fitting.set(whole, fits);
  }
  return fitting.get(whole) ? whole : page;
}

/**
 * The pages of a language that only a server shows, with the styles of the page with a form, and what it says on them.
 */
async function frameFiles(build, built) {
  const { code, language, languageCss, starter: script, later: second } = build;
  const styles = sheetsOf(
    build.manifest,
    "src/app/client.tsx",
    "src/features/contact/contact-page.tsx",
  );
  const more = await readFile(join(web, "src/app/prerendering/frames/frame.css"), "utf8");
  const css = (layers + (await textOf(build.client, styles)) + more).trim();
  const filesOfServer = [];
  for (const { url, shownAt = url, script: ownScript } of code.frames) {
    const html = await rendered(code, url);
    built.set(code.pathInLanguage(shownAt), html);
    checkParts(url, html);
    const first = code.frameHead({ html, css, languageCss, starter: script, later: second });
    const page = html.replace("</head>", () => `${first}</head>`);
    const own = ownScript ? `<script>${await scriptOf(ownScript)}</script>` : "";
    const whole = page.replace("</body>", () => `${own}</body>`);
    filesOfServer.push([join(".hosted", `${code.pathInLanguage(url)}.html`), whole]);
  }
  if (language !== ORIGINAL) {
    const words = join(web, `src/content/generated/${language}/server-words.ftl`);
    filesOfServer.push([wordsFile(language), await readFile(words, "utf8")]);
  }
  return filesOfServer;
}

/** Stops the build if a frame has other marks, places, controls or buttons than in the language before. */
function checkParts(url, html) {
  const [main] = /<main.*<\/main>/s.exec(html) ?? [""];
  const parts = (
    main.match(/<!--notice:| data-place="[^"]*"| (?:name|value|type)="[^"]*"/g) ?? []
  ).join("");
  if ((frameParts.get(url) ?? parts) !== parts)
    throw new Error(`${url} has other parts in another language: ${parts}`);
  frameParts.set(url, parts);
}

/** Where a server finds what it says in a language (crates/server/src/http/language.rs). */
function wordsFile(language) {
  return join(".hosted", language, "server-words.ftl");
}

/** The title, description and main text of a page. */
function searchable(url, html) {
  const [, title = ""] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  return { url, title: textIn(title), description: textIn(description), text: textIn(main) };
}

/** Converts markup to text. React writes only these entities. */
function textIn(markup) {
  const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
  const text = markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&[#\w]+;/g, (it) => entities[it] ?? " ");
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Replaces the no-script notice of a page by a form that the server answers. */
function withForm(html, form) {
  const [before, ...after] = html.split(/<noscript>.*?<\/noscript>/s);
  if (after.length !== 1)
    throw new Error("A page with a form needs one place for those without script");
  return `${before}<noscript>${form}</noscript>${after[0]}`;
}

/** The version of the program, by which a server recognises its own site. */
async function version() {
  const cargo = await readFile(join(web, "../Cargo.toml"), "utf8");
  const [, number] = /^version = "([^"]+)"/m.exec(cargo) ?? [];
  if (!number) throw new Error("Cargo.toml has no version");
  return number;
}

async function put(file, text) {
  if (file.endsWith(".html")) {
    const own = [...builds.map(({ starter }) => starter), ...(await Promise.all(scripts.values()))];
    const foreign = original.code.foreignScript(text, own);
    if (foreign) stop(`${file} has a script that the build did not make: ${foreign.slice(0, 200)}`);
  }
  await mkdir(dirname(join(next, file)), { recursive: true });
  await writeFile(join(next, file), text);
}

/** Inlines the first drawing of a page, so that it needs no second request. */
async function withFirstPicture(html) {
  const [first = ""] = /<img [^>]*fetchPriority="high"[^>]*>/.exec(html) ?? [];
  const [, source] = / src="(\/[^"]+\.svg)"/.exec(first) ?? [];
  if (!source) return html;
  const drawing = await readFile(join(client, source), "utf8");
  // Escapes for an attribute and a URL. Longer escapes would compress worse.
  const address = drawing
    .replace(/<title>.*?<\/title>/, "")
    .replaceAll(/\s*\n\s*/g, "")
    .replaceAll('"', "'")
    .replaceAll("%", "%25")
    .replaceAll("#", "%23")
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E")
    .replaceAll(" ", "%20")
    .replaceAll("&", "&amp;");
  return html.replace(`src="${source}"`, () => `src="data:image/svg+xml,${address}"`);
}

/** The style sheets of these chunks and of all their imports. */
function sheetsOf(parts, ...from) {
  const chunks = new Set(from);
  // `forEach` and `for…of` over a Set also visit elements that are added during the loop.
  for (const chunk of chunks) parts[chunk].imports?.forEach((imported) => chunks.add(imported));
  return [...chunks].flatMap((chunk) => parts[chunk].css ?? []);
}

async function textOf(folder, sheets) {
  const texts = await Promise.all(sheets.map((sheet) => readFile(join(folder, sheet), "utf8")));
  return texts.join("");
}

/** The scripts of frames, each made once. */
function scriptOf(script) {
  const made = scripts.get(script) ?? oneScript(join("src", script));
  scripts.set(script, made);
  return made;
}

/** Bundles a module with its imports into one script, with these constants. */
async function oneScript(module, define = {}, language = ORIGINAL) {
  const [{ output }] = await bundle({
    configFile: false,
    logLevel: "warn",
    define,
    resolve: { alias: aliasOf(language) },
    build: {
      write: false,
      lib: { entry: join(web, module), formats: ["iife"], name: "script" },
    },
  });
  return output[0].code.trim();
}
