import type { Inbox } from "@bindings";
import { InfiniteQueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { pagesQuery } from "./parts/use-pages";
import { importCopy, queries, sendCommand, sendWrite } from "./server";
import { fakeServer, inboxOf, referral } from "./testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";

afterEach(() => vi.useRealTimers());

test("a write whose answer is lost keeps its idempotency key until an answer arrives", async () => {
  vi.useFakeTimers();
  let isLost = true;
  const server = fakeServer({
    "POST /erasures": () => {
      if (isLost) throw new TypeError("Failed to fetch");
      return accepted(null);
    },
  });
  expect(await erase()).toBe("failed");
  isLost = false;
  expect(await erase()).toBe("accepted");
  const unanswered = new Set(server.of("POST /erasures").map(({ key }) => key));
  expect(unanswered.size).toBe(1);
  expect(await erase()).toBe("accepted");
  expect(new Set(server.of("POST /erasures").map(({ key }) => key)).size).toBe(2);
});

test("pressing again much later is another write", async () => {
  vi.useFakeTimers();
  const server = fakeServer({
    "POST /erasures": () => {
      throw new TypeError("Failed to fetch");
    },
  });
  expect(await erase()).toBe("failed");
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(await erase()).toBe("failed");
  expect(new Set(server.of("POST /erasures").map(({ key }) => key)).size).toBe(2);
});

const COMMANDS = "POST /referrals/nBinu/commands";
const points = (number: string) =>
  sendCommand(referral("Binu"), { kind: "points", points: number });

test("points that follow one's own save without an answer are not refused", async () => {
  vi.useFakeTimers();
  let isLost = true;
  const server = fakeServer({
    [COMMANDS]: () => {
      if (isLost) throw new TypeError("Failed to fetch");
      return accepted(referral("Binu", { version: 2 }));
    },
  });
  expect(await settled(points("25"))).toMatchObject({ code: "outcome-unknown" });
  isLost = false;
  expect(await settled(points("30"))).toMatchObject({ outcome: "accepted" });
  const sent = server.of(COMMANDS).slice(-2);
  expect(sent.map(({ value }) => value)).toMatchObject([
    { version: 1, command: { points: "25" } },
    { version: 2, command: { points: "30" } },
  ]);
});

test("points that somebody else has changed since are not overwritten", async () => {
  vi.useFakeTimers();
  let isLost = true;
  const server = fakeServer({
    [COMMANDS]: () => {
      if (isLost) throw new TypeError("Failed to fetch");
      // The version after one's own save and another change.
      return accepted(referral("Binu", { version: 3 }));
    },
  });
  await settled(points("25"));
  isLost = false;
  await settled(points("30"));
  expect(server.of(COMMANDS).at(-1)?.value).toMatchObject({ version: 1 });
});

test("what a command has done is said with the name that the person has by then", async () => {
  fakeServer({
    [COMMANDS]: ({ value }) =>
      "note" in (value as { command: object }).command
        ? refusal(422, "note-missing")
        : accepted(referral("Binu Nair", { key: "nBinu" }), "Points Saved"),
  });
  expect(await points("25")).toMatchObject({ notice: { title: "Binu Nair: Points Saved" } });
  const refused = await sendCommand(referral("Binu"), { kind: "note", note: "" });
  expect(refused).toMatchObject({ notice: { title: "Error" } });
});

test("a command is in the list at once, and does not wait until that is fetched again", async () => {
  const lists = [() => inboxOf([referral("Binu"), referral("Asha")]), () => new Promise(() => {})];
  const server = fakeServer({
    "GET /inbox": () => lists.shift()?.(),
    [COMMANDS]: () => accepted(referral("Binu", { version: 2 })),
  });
  const list = new InfiniteQueryObserver(queries, pagesQuery<Inbox>("/inbox"));
  const leave = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  expect(await points("25")).toMatchObject({ outcome: "accepted" });
  expect(server.of("GET /inbox")).toHaveLength(2);
  const page = list.getCurrentResult().data?.pages[0];
  expect(page?.referrals).toMatchObject([
    { version: 2, decisions: ["duplicate"] },
    { version: 1, decisions: ["duplicate"] },
  ]);
  leave();
});

const stale = () => refusal(403, "second-factor-stale");
const lost = () => {
  throw new TypeError("Failed to fetch");
};

test("an import that needs the second factor in between keeps its key", async () => {
  vi.useFakeTimers();
  const answers = [lost, stale, stale, stale, () => accepted({ new: 1 })];
  const server = fakeServer({ "POST /import": () => answers.shift()?.() });
  // The second factor was missing for a retry only, so it is unknown what the first try did.
  expect(await settled(importCopy("{}"))).toMatchObject({ code: "outcome-unknown" });
  const again = importCopy("{}");
  await vi.waitFor(() => expect(secondFactorPrompt.get()).toBeDefined());
  secondFactorPrompt.get()?.answer(true);
  expect(await settled(again)).toMatchObject({ outcome: "accepted" });
  expect(new Set(server.of("POST /import").map(({ key }) => key)).size).toBe(1);
});

/** Lets time pass until it has ended: it may wait for more than timers in between. */
async function settled<T>(sending: Promise<T>): Promise<T> {
  const pending = Symbol("pending");
  const ended = sending.catch(() => undefined);
  while ((await Promise.race([ended, pending])) === pending) await vi.runAllTimersAsync();
  return sending;
}

async function erase() {
  const erasing = sendWrite("/erasures", { value: { phone: "9744555666" } });
  return (await settled(erasing)).outcome;
}
