/** The section on consent: where it stands, and the address for whoever passes it on. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, referral, show } from "@/console/testing/fake-console";
import { accepted } from "@/testing/server/answers";
import { Consent, consentWords } from "./consent";

const PAGE = "POST /referrals/nMeera/page";

test("whoever may ask gets the address, which is shown once", async () => {
  const made = { address: "https://site.example/p#AbC", expiresAt: 1_766_282_000_000 };
  const server = fakeServer({ [PAGE]: () => accepted(made) });
  await show("/", <Consent referral={referral("Meera")} mayAsk mayExport note={undefined} />);
  await expect.element(page.getByText("Nobody has asked them yet.")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Ask for consent" }));
  const dialog = page.getByRole("dialog", { name: "Their page" });
  await expect.element(dialog.getByRole("textbox")).toHaveValue(made.address);
  expect(server.of(PAGE)).toHaveLength(1);
  await userEvent.click(dialog.getByRole("button", { name: "I have it" }));
  await expect.element(dialog).not.toBeInTheDocument();
});

test("on a device that shares, the address is passed on by its own way", async () => {
  const made = { address: "https://site.example/p#AbC", expiresAt: 1_766_282_000_000 };
  fakeServer({ [PAGE]: () => accepted(made) });
  const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  await show("/", <Consent referral={referral("Meera")} mayAsk mayExport note={undefined} />);
  await userEvent.click(page.getByRole("button", { name: "Ask for consent" }));
  await userEvent.click(page.getByRole("button", { name: "Share…" }));
  expect(share).toHaveBeenCalledWith({ text: made.address });
  Reflect.deleteProperty(navigator, "share");
});

test("whoever may not ask reads where it stands, and has no button", async () => {
  fakeServer({});
  await show(
    "/",
    <Consent referral={referral("Meera")} mayAsk={false} mayExport={false} note={undefined} />,
  );
  await expect.element(page.getByRole("heading", { name: "Consent" })).toBeVisible();
  expect(page.getByRole("button", { name: /consent|agreement/ }).elements()).toHaveLength(0);
});

const EVIDENCE = "GET /referrals/nMeera/consent";

/** Meera, who has agreed. */
function agreed() {
  const meera = referral("Meera");
  const consent = { answer: "agreed", at: 1_763_690_000_000, way: "page", text: 1 };
  return { ...meera, progress: { ...meera.progress, consent } };
}

test("what they have said is exported as a file by whoever may", async () => {
  const server = fakeServer({ [EVIDENCE]: () => [{ name: "Meera" }] });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await show("/", <Consent referral={agreed()} mayAsk={false} mayExport note={undefined} />);
  await userEvent.click(page.getByRole("button", { name: "Export what they said" }));
  await expect
    .poll(() => saved.mock.contexts[0])
    .toMatchObject({
      download: expect.stringMatching(/^consent-.+\.json$/),
    });
  expect(server.of(EVIDENCE)).toHaveLength(1);
});

test("nobody else has the button, and nobody before there is something to export", async () => {
  fakeServer({});
  const none = { mayAsk: false, note: undefined };
  await show("/", <Consent referral={agreed()} mayExport={false} {...none} />);
  await expect.element(page.getByText(/They agreed to be called/)).toBeVisible();
  await show("/", <Consent referral={referral("Meera")} mayExport {...none} />);
  await expect.element(page.getByText("Nobody has asked them yet.")).toBeVisible();
  expect(page.getByRole("button", { name: /Export/ }).elements()).toHaveLength(0);
});

test("each answer has its words", () => {
  const at = 1_763_690_000_000;
  const words = (answer: string, way = "page") => consentWords({ answer, at, way, text: 1 });
  expect(words("asked")).toMatch(/^Their page was made on .+\. They have not answered\.$/);
  expect(words("agreed")).toMatch(
    /^They agreed to be called on their page on .+ \(text version 1\)\.$/,
  );
  expect(words("agreed", "telephone")).toContain("by telephone (noted by staff)");
  expect(words("refused")).toContain("Only they can change that.");
  expect(words("perhaps")).toContain("this version does not know");
});
