import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FACES = ["anek-latin", "brygada-1918"];

const WORDS = `Code and fonts of others in this site

The scripts, the rules and the fonts that this site sends to browsers are made with what is listed
here, under the licences that follow each name.
`;

/** Licences that npm packages may have: they only require attribution. deny.toml covers crates. */
const ALLOWED = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

/** A text with the authors and licences of all third-party code that is sent to browsers. */
export async function licences(web) {
  const list = async (file) => JSON.parse(await readFile(join(web, file), "utf8"));
  const crates = await list("src/rules/pkg/licences.json");
  const both = [
    ...(await list("dist-client/.vite/licences.json")),
    ...(await list("dist-console/.vite/licences.json")),
  ];
  const packages = [...new Map(both.map((one) => [one.name, one])).values()];
  refuseForeign(packages);
  const fonts = await Promise.all(FACES.map((face) => font(web, face)));
  const parts = [...packages, ...crates, ...fonts].map(part);
  return [WORDS, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

/** Fails if a package has a licence that nobody has agreed to. */
export function refuseForeign(packages) {
  const foreign = packages.filter(({ identifier }) => !isAllowed(identifier ?? ""));
  if (foreign.length === 0) return;
  const names = foreign.map(({ name, identifier }) => `${name} (${identifier ?? "no licence"})`);
  throw new Error(`Nobody has agreed to the licence of ${names.join(", ")}: see licences.mjs`);
}

/**
 * Whether an SPDX expression is satisfied by the allowed licences. Nested expressions are not
 * supported, and so not allowed; packages do not use them.
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
