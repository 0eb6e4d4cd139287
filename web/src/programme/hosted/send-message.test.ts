import { beforeEach, expect, test } from "vitest";
import { sender } from "./send-message";
import { problem } from "./testing/answers";
import type { FakeBrowser, FakeServer } from "./testing/fake-server";
import { freshSite } from "./testing/open-hosted";

const MESSAGE = {
  name: "Asha Menon",
  email: "asha@example.com",
  subject: "Forty fitters",
  message: "Doha, from March.",
};

let server: FakeServer;
let browser: FakeBrowser;

beforeEach(async () => {
  ({ server, browser } = await freshSite());
});

test("a message reaches the server, and twice if it is meant twice", async () => {
  const send = sender(browser.fetch);
  expect(await send(MESSAGE)).toMatchObject({ outcome: "accepted" });
  await send(MESSAGE);
  expect(server.messages).toEqual([MESSAGE, MESSAGE]);
});

test("a message whose answer was lost is there once, however often it is tried", async () => {
  const send = sender(browser.fetch);
  browser.hears = false;
  expect(await send(MESSAGE)).toMatchObject({ outcome: "failed" });
  browser.hears = true;
  expect(await send(MESSAGE)).toMatchObject({ outcome: "accepted" });
  expect(server.messages).toEqual([MESSAGE]);
});

test("what is refused says why", async () => {
  const send = sender(browser.fetch);
  server.instead.set("POST /messages", () => problem(422, ["contact-email-invalid"]));
  expect(await send(MESSAGE)).toMatchObject({ errors: [{ field: "email" }] });
});
