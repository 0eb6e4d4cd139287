import { afterEach, expect, test, vi } from "vitest";
import { sendWrite } from "./server";
import { done, fakeServer } from "./testing/fake-console";

afterEach(() => {
  vi.useRealTimers();
});

test("a write whose answer is lost keeps its idempotency key until an answer arrives", async () => {
  vi.useFakeTimers();
  let isLost = true;
  const server = fakeServer({
    "POST /erasures": () => {
      if (isLost) throw new TypeError("Failed to fetch");
      return done(null);
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

async function erase() {
  const erasing = sendWrite("/erasures", { value: { phone: "9744555666" } });
  await vi.runAllTimersAsync();
  return (await erasing).outcome;
}
