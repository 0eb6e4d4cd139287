import { type Mode, TROUBLES } from "@bindings";
import { afterEach, describe, expect, test, vi } from "vitest";
import { later } from "@/testing/later";
import { ChosenProgramme } from "./chosen-programme";
import type { Programme, ProgrammeState } from "./programme";

const READY: ProgrammeState = {
  phase: "ready",
  account: { role: "guest" },
  referrals: [],
  totals: { all: 0, pending: 0, successful: 0, points: 0 },
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("The programme of this site", () => {
  test("loads until its place is known, and then is that place's", async () => {
    const mode = later<Mode>();
    const { programme, browser, hosted } = choosing(() => mode.promise);
    const tell = vi.fn<() => void>();
    programme.subscribe(tell);
    expect(programme.state()).toEqual({ phase: "loading" });
    mode.settle("browser");
    await vi.waitFor(() => expect(programme.state()).toBe(READY));
    expect(tell).toHaveBeenCalled();
    expect(browser).toHaveBeenCalledOnce();
    expect(hosted).not.toHaveBeenCalled();
  });

  test("is the server's where there is one", async () => {
    const { programme, browser, hosted } = choosing(() => Promise.resolve("hosted"));
    programme.open();
    await vi.waitFor(() => expect(programme.state()).toBe(READY));
    expect(hosted).toHaveBeenCalledOnce();
    expect(browser).not.toHaveBeenCalled();
  });

  test("does at once what is asked of it while it loads", async () => {
    const { programme, place } = choosing(() => Promise.resolve("hosted"));
    expect(await programme.logout()).toBeUndefined();
    expect(place.logout).toHaveBeenCalledOnce();
  });

  test("is unavailable while nobody says which it is, and tries again", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const modes = [Promise.reject(new TypeError("Failed to fetch")), Promise.resolve("browser")];
    const { programme } = choosing(() => modes.shift() as Promise<Mode>);
    programme.open();
    const notice = TROUBLES["rules-unavailable"];
    await vi.waitFor(() => expect(programme.state()).toEqual({ phase: "unavailable", notice }));
    expect(log).toHaveBeenCalled();
    programme.retry();
    await vi.waitFor(() => expect(programme.state()).toBe(READY));
  });

  test("fails what is asked of it while it is unavailable", async () => {
    const { programme } = choosing(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await programme.requestCode("98400")).toMatchObject({
      outcome: "failed",
      trouble: "rules-unavailable",
    });
  });
});

function choosing(mode: () => Promise<Mode>) {
  const place = {
    subscribe: () => () => undefined,
    state: () => READY,
    logout: vi.fn<() => Promise<undefined>>(() => Promise.resolve(undefined)),
  };
  const standIn = place as unknown as Programme;
  const browser = vi.fn<() => Programme>(() => standIn);
  const hosted = vi.fn<() => Promise<Programme>>(() => Promise.resolve(standIn));
  return { programme: new ChosenProgramme({ mode, browser, hosted }), place, browser, hosted };
}
