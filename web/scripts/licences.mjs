import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FACES = ["anek-latin", "brygada-1918"];

const WORDS = `Code and fonts of others in this site

The scripts, the rules and the fonts that this site sends to browsers are made with what is listed
here, under the licences that follow each name.
`;

/** What npm packages may ask: to be named. Those of crates are held against deny.toml. */
const ALLOWED = new Set(["0BSD", "Apache-2.0", "BSD-3-Clause", "ISC", "MIT"]);

/** The authors and licences of all that the site sends to browsers and is not its own, as a text. */
export async function licences(web) {
  const list = async (file) => JSON.parse(await readFile(join(web, file), "utf8"));
  const crates = await list("src/rules/pkg/licences.json");
  const both = [
    ...(await list("dist-client/.vite/licences.json")),
    ...(await list("dist-console/.vite/licences.json")),
  ];
  const packages = [...new Map(both.map((one) => [one.name, one])).values()];
  const foreign = packages.filter(({ identifier }) => !isAllowed(identifier ?? ""));
  if (foreign.length > 0) {
    const names = foreign.map(({ name, identifier }) => `${name} (${identifier ?? "no licence"})`);
    throw new Error(`Nobody has agreed to the licence of ${names.join(", ")}: see licences.mjs`);
  }
  const fonts = await Promise.all(FACES.map((face) => font(web, face)));
  const parts = [...packages, ...crates, ...fonts].map(part);
  return [WORDS, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * Whether an expression of SPDX can be met: one of what it offers, all of what it demands. What
 * nests deeper than packages do is not understood, and so is not allowed.
 */
export function isAllowed(expression) {
  return expression.split(" AND ").every((demand) =>
    demand
      .replace(/^\((.*)\)$/, "$1")
      .split(" OR ")
      .some((licence) => ALLOWED.has(licence)),
  );
}

async function font(web, name) {
  const file = join(web, `src/styles/fonts/${name}.LICENSE.txt`);
  return { name, identifier: "OFL-1.1", text: await readFile(file, "utf8") };
}

function part({ name, version, identifier, text }) {
  const heading = [name, version].filter(Boolean).join(" ");
  return `${heading} (${identifier})\n\n${(text ?? "").trim()}\n`;
}
