/**
 * Reduces the two fonts to the characters and weights that the site uses.
 *
 * Run it by hand (`node scripts/subset-fonts.mjs`) when a font, a weight or the alphabet changes.
 * The results are committed beside the styles, so that a build does not need to repeat it.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const target = join(dirname(fileURLToPath(import.meta.url)), "../src/styles/fonts");
const require = createRequire(import.meta.url);

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join("");
const western = "\u00a0£©«·»°ÀÁÂÇÈÉÊÍÎÓÔÖÚÜàáâäçèéêëíîïñóôöúûü×–—‘’“”•…€−→←↑↗";

const faces = [
  // One weight is enough, because the font is used for headings only.
  { name: "brygada-1918", weights: 560 },
  { name: "anek-latin", weights: { min: 400, max: 600 } },
];

for (const { name, weights } of faces) {
  const home = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
  const whole = await readFile(join(home, `files/${name}-latin-wght-normal.woff2`));
  const subset = await subsetFont(whole, ascii + western, {
    targetFormat: "woff2",
    variationAxes: { wght: weights },
  });
  await writeFile(join(target, `${name}.woff2`), subset);
  await copyFile(join(home, "LICENSE"), join(target, `${name}.LICENSE.txt`));
  console.log(`${name}: ${whole.length} -> ${subset.length} bytes`);
}
