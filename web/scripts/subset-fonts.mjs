/**
 * Cuts the two faces down to the letters and weights the site uses.
 *
 * Run by hand (`node scripts/subset-fonts.mjs`) when a face, a weight or the alphabet
 * changes; the results are kept beside the styles, so that a build need not repeat it.
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
  // One weight: all that is set in it is a heading or looks like one.
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
