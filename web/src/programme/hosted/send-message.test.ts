import { expect, test } from "vitest";
import { sender } from "./send-message";
import { problem } from "@/testing/server/answers";
import { siteForEachTest } from "./testing/test-site";

const MESSAGE = {
  name: "Asha Menon",
  email: "asha@example.com",
  subject: "Forty fitters",
  message: "Doha, from March.",
};

const site = siteForEachTest();

test("a message reaches the server, and the same text sent again is a second message", async () => {
  const { fetch } = site.browser;
  const send = sender({ fetch });
  expect(await send(MESSAGE)).toMatchObject({ outcome: "accepted" });
  await send(MESSAGE);
  expect(site.server.messages).toEqual([MESSAGE, MESSAGE]);
});

test("a message whose answer was lost is stored once, however often it is sent again", async () => {
  const { fetch } = site.browser;
  const send = sender({ fetch, pauses: [] });
  site.browser.hears = false;
  expect(await send(MESSAGE)).toMatchObject({ outcome: "failed" });
  site.browser.hears = true;
  expect(await send(MESSAGE)).toMatchObject({ outcome: "accepted" });
  expect(site.server.messages).toEqual([MESSAGE]);
});

test("a message that is sent again after a reload is stored once", async () => {
  const { fetch } = site.browser;
  site.browser.hears = false;
  await sender({ fetch, pauses: [] })(MESSAGE);
  site.browser.hears = true;
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(MESSAGE.name);
  await sender({ fetch })(MESSAGE);
  expect(site.server.messages).toEqual([MESSAGE]);
  await sender({ fetch })(MESSAGE);
  expect(site.server.messages).toEqual([MESSAGE, MESSAGE]);
  expect(sessionStorage).toHaveLength(0);
});

test("a message whose answer was lost is sent again automatically", async () => {
  const { fetch } = site.browser;
  const send = sender({ fetch, pauses: [0] });
  site.browser.lost = 1;
  expect(await send(MESSAGE)).toMatchObject({ outcome: "accepted" });
  expect(site.server.messages).toEqual([MESSAGE]);
});

test("a refusal says why", async () => {
  const { fetch } = site.browser;
  const send = sender({ fetch });
  site.server.instead.set("POST /messages", () => problem(422, ["contact-email-invalid"]));
  expect(await send(MESSAGE)).toMatchObject({ errors: [{ field: "email" }] });
});

test("a text that is too long for the server is refused beside its field, and not sent", async () => {
  const { fetch } = site.browser;
  const send = sender({ fetch });
  const longest = { ...MESSAGE, name: "😀".repeat(100), message: "m".repeat(5000) };
  expect(await send(longest)).toMatchObject({ outcome: "accepted" });
  const longer = { ...MESSAGE, message: "m".repeat(5001) };
  expect(await send(longer)).toMatchObject({
    outcome: "refused",
    codes: ["text-too-long"],
    errors: [{ field: "message", hint: expect.stringContaining("5000") }],
  });
  expect(site.server.messages).toEqual([longest]);
});
