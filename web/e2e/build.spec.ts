import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprint, pageWeights, withoutHashes } from "../scripts/measure.mjs";
import { expect, test } from "./support/test";

const page = (hash: string) => `<script data-entry="/assets/client-${hash}.js"></script>`;
const dist = fileURLToPath(new URL("../dist", import.meta.url));

test("a build has the same name wherever it lies @once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a-build-"));
  await cp(dist, folder, { recursive: true });
  expect(await fingerprint(folder)).toBe(await fingerprint(dist));
  await writeFile(join(folder, "index.html"), "another page");
  expect(await fingerprint(folder)).not.toBe(await fingerprint(dist));
  await rm(folder, { recursive: true });
});

test("a new hash of a script is no growth of a page @once", async () => {
  expect(withoutHashes(page("CEbCRVUr"))).toBe(withoutHashes(page("ab_9-XYZ")));
  expect(withoutHashes(page("CEbCRVUr"))).not.toBe(withoutHashes(`${page("CEbCRVUr")} more`));
  const weights = await pageWeights(dist);
  expect(weights["services.html"]).toBeGreaterThan(1000);
});
