import { type Mode, BROWSER_FAILURES } from "@bindings";
import { describe, expect, test, vi } from "vitest";
import { Store } from "@/store";
import { later } from "@/testing/later";
import { ChosenProgramme } from "./chosen-programme";
import type { AdminActions, Programme, ProgrammeState } from "./programme";

const READY: ProgrammeState = {
  phase: "ready",
  account: { role: "guest" },
  referrals: [],
  totals: { all: 0, pending: 0, successful: 0, points: 0 },
};

describe("The programme of the site's mode", () => {
  test("is loading until the mode is known, and then has that mode's data", async () => {
    const mode = later<Mode>();
    const { programme, browser, hosted } = choosing(() => mode.promise);
    programme.open();
    expect(programme.state.get()).toEqual({ phase: "loading" });
    mode.settle("browser");
    await vi.waitFor(() => expect(programme.state.get()).toBe(READY));
    expect(browser).toHaveBeenCalledOnce();
    expect(hosted).not.toHaveBeenCalled();
  });

  test("is the server's in hosted mode, and says so before the server has answered", async () => {
    const { programme, browser, hosted } = choosing(() => Promise.resolve("hosted"));
    const states: ProgrammeState[] = [];
    programme.state.subscribe(() => states.push(programme.state.get()));
    programme.open();
    await vi.waitFor(() => expect(programme.state.get()).toBe(READY));
    expect(states).toEqual([{ phase: "loading", hosted: true }, READY]);
    expect(hosted).toHaveBeenCalledOnce();
    expect(browser).not.toHaveBeenCalled();
  });

  test("carries out an action that was started while it was loading", async () => {
    const { programme, place } = choosing(() => Promise.resolve("hosted"));
    expect(await programme.logOut()).toBeUndefined();
    expect(place.logOut).toHaveBeenCalledOnce();
  });

  test("is unavailable while the mode is unknown, and asks again with an action", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const modes = [Promise.reject(new TypeError("Failed to fetch")), Promise.resolve("browser")];
    const { programme } = choosing(() => modes.shift() as Promise<Mode>);
    programme.open();
    const notice = BROWSER_FAILURES["rules-unavailable"];
    await vi.waitFor(() => expect(programme.state.get()).toEqual({ phase: "unavailable", notice }));
    expect(log).toHaveBeenCalled();
    await programme.logOut();
    await vi.waitFor(() => expect(programme.state.get()).toBe(READY));
  });

  test("refuses actions while it is unavailable", async () => {
    const { programme } = choosing(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await programme.requestCode("98400")).toMatchObject({
      outcome: "failed",
      code: "rules-unavailable",
    });
  });
});

function choosing(mode: () => Promise<Mode>) {
  const place = {
    state: new Store(READY),
    open: () => undefined,
    logOut: vi.fn<() => Promise<undefined>>(() => Promise.resolve(undefined)),
  };
  const fake = place as unknown as Programme & AdminActions;
  const browser = vi.fn<() => Promise<typeof fake>>(() => Promise.resolve(fake));
  const hosted = vi.fn<() => Promise<typeof fake>>(() => Promise.resolve(fake));
  return { programme: new ChosenProgramme({ mode, browser, hosted }), place, browser, hosted };
}
