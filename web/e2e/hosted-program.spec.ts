/** Runs the program with a token from docs/interface.md. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openReferral, referAsGuest } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("the worked example with an API token works", { tag: "@hosted" }, async ({ page, server }) => {
  await openReferral(page);
  await referAsGuest(page);
  const document = await readFile(path.join(ROOT, "docs/interface.md"), "utf8");
  const [, program = ""] = /```ts\n(.*?)```/s.exec(document) ?? [];
  const file = test.info().outputPath("worked-example.ts");
  await writeFile(file, program);
  const TOKEN = await server.records.token(["referrals:read", "referrals:write"]);
  const env = { ...process.env, SITE: server.address, TOKEN, STAFF: await server.records.ownId() };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z submitted Guest$/),
    expect.stringMatching(/ assigned /),
  ]);
});
