/**
 * The floor: one static page with its styles in it, no script and no font. Nothing that shows the
 * same words can be painted sooner.
 */
import { readFile } from "node:fs/promises";
import { blurb, email, name, offers, tagline } from "../content.mjs";

export const css = minified(await readFile(new URL("../site.css", import.meta.url), "utf8"));

export const page = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="description" content="${blurb}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${css}</style>
</head>
<body>
<header class="bar">
<a href="/">${name}</a>
<nav aria-label="Main"><a href="/">Home</a><a href="/#work">What we do</a></nav>
</header>
<main>
<section class="hero">
<h1>${tagline}</h1>
<p>${blurb}</p>
<p><a class="button" href="mailto:${email}">Get in touch</a></p>
</section>
<h2 id="work">What we offer</h2>
<ul class="cards">
${offers.map(({ title, summary }) => `<li><h3>${title}</h3><p>${summary}</p></li>`).join("\n")}
</ul>
</main>
<footer>${name} · <a href="mailto:${email}">${email}</a></footer>
</body>
</html>
`;

/** Without comments and blanks that say nothing. */
function minified(sheet) {
  return sheet
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .trim();
}
