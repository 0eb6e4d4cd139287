/** The link that a member shares. */
import type { OwnLink } from "@bindings";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accepted, json, problem } from "@/testing/server/answers";
import { MEMBER } from "@/testing/samples";
import { button, logIn, showHostedPage, site, toast } from "./testing/hosted-site";

const OWN = "GET /me/link";
const SET = "PUT /me/link";
const ADDRESS = "https://site.example/r/K7QM2XTD";

const section = page.getByRole("region", { name: "Share your link" });
const words = section.getByLabelText("What you write with it");

const NONE: OwnLink = { opened: 0, submitted: 0 };

function shared(change: Partial<OwnLink> = {}, address = ADDRESS, name = ""): OwnLink {
  const qr = { side: 37, path: "M4 4h7v1h-7z" };
  return { ...NONE, link: { address, name, qr }, ...change };
}

/** Lets the server have this from now on. */
function answer(own: OwnLink) {
  site.server.instead.set(OWN, () => json(own));
  return accepted(own, "Saved");
}

beforeEach(showHostedPage);

test("a member creates their link, which comes before the form", async () => {
  answer(NONE);
  await logIn("Sign Up", MEMBER);
  const wanted = vi.fn<(body: unknown) => void>();
  site.server.instead.set(SET, ({ value }) => {
    wanted(value);
    return answer(shared());
  });
  await userEvent.click(section.getByRole("button", { name: "Create my link" }));
  const link = section.getByRole("link", { name: "site.example/r/K7QM2XTD" });
  await expect.element(link).toHaveAttribute("href", ADDRESS);
  expect(wanted).toHaveBeenCalledExactlyOnceWith({ name: "", renew: false });
  // The button that was pressed is gone.
  await expect.element(section.getByRole("heading", { name: "Share your link" })).toHaveFocus();
  await expect.element(section.getByText("Nobody has opened it yet.")).toBeVisible();
  await expect.element(section.getByRole("img", { name: "QR code of your link" })).toBeVisible();
  const form = page.getByRole("region", { name: "Refer Someone" }).element();
  expect(section.element().compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the text is the member's, and goes nowhere but where they send it", async () => {
  answer(shared({ opened: 12, submitted: 1 }));
  await logIn("Sign Up", MEMBER);
  await expect
    .element(section.getByText("Your links were opened 12 times, and 1 person asked us to call."))
    .toBeVisible();
  await userEvent.fill(words, "<b>Look</b> & call");
  const sent = new URL(
    section.getByRole("link", { name: "WhatsApp" }).element().getAttribute("href") ?? "",
  );
  expect(sent.origin).toBe("https://wa.me");
  expect(sent.searchParams.get("text")).toBe(`<b>Look</b> & call ${ADDRESS}`);
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await userEvent.click(section.getByRole("button", { name: "Copy link" }));
  await expect.element(toast.filter({ hasText: "Copied" })).toBeVisible();
  expect(write).toHaveBeenCalledExactlyOnceWith(ADDRESS);
});

test("it can be shared for one service", async () => {
  const query = "?service=training&opening=";
  site.server.instead.set(OWN, ({ path }) =>
    json(shared({}, path.endsWith(query) ? `${ADDRESS}?service=training` : ADDRESS)),
  );
  await logIn("Sign Up", MEMBER);
  const service = section.getByLabelText("For");
  await expect.element(service).toHaveDisplayValue("Any service");
  await userEvent.selectOptions(service, "Training");
  const link = section.getByRole("link", { name: "site.example/r/K7QM2XTD?service=training" });
  await expect.element(link).toHaveAttribute("href", `${ADDRESS}?service=training`);
  await userEvent.selectOptions(service, "Any service");
  await expect
    .element(section.getByRole("link", { name: "site.example/r/K7QM2XTD", exact: true }))
    .toHaveAttribute("href", ADDRESS);
});

test("a service that was switched off meanwhile leaves the section, and is said beside the choice", async () => {
  site.server.instead.set(OWN, ({ path }) =>
    path.includes("?") ? problem(422, ["service-not-offered"]) : json(shared()),
  );
  await logIn("Sign Up", MEMBER);
  const service = section.getByLabelText("For");
  await userEvent.selectOptions(service, "Training");
  await expect.element(service).toHaveAccessibleDescription(/do not offer this service/);
  await expect.element(section.getByRole("button", { name: "Copy link" })).not.toBeInTheDocument();
  await userEvent.selectOptions(service, "Any service");
  await expect.element(section.getByRole("button", { name: "Copy link" })).toBeVisible();
});

test("a link that cannot be copied stays to be marked", async () => {
  answer(shared());
  await logIn("Sign Up", MEMBER);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  await userEvent.click(section.getByRole("button", { name: "Copy link" }));
  await expect.element(toast.filter({ hasText: "copy it by hand" })).toBeVisible();
});

test("a new link asks first, and keeps the name and the text", async () => {
  answer(shared({}, ADDRESS, "Asha"));
  await logIn("Sign Up", MEMBER);
  await userEvent.fill(words, "My words");
  await userEvent.click(section.getByText("Name on the page, or a new link"));
  const wanted = vi.fn<(body: unknown) => void>();
  site.server.instead.set(SET, ({ value }) => {
    wanted(value);
    return answer(shared({}, "https://site.example/r/ZZZZZZZZ", "Asha"));
  });
  await userEvent.click(button("Make a new link…"));
  const dialog = page.getByRole("dialog", { name: "Make a new link?" });
  await expect.element(dialog).toHaveAccessibleDescription(/stops working at once/);
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(wanted).not.toHaveBeenCalled();
  await userEvent.click(button("Make a new link…"));
  await userEvent.click(dialog.getByRole("button", { name: "Make a new link" }));
  await expect
    .element(section.getByRole("link", { name: "site.example/r/ZZZZZZZZ" }))
    .toBeVisible();
  expect(wanted).toHaveBeenCalledExactlyOnceWith({ name: "Asha", renew: true });
  await expect.element(words).toHaveValue("My words");
});

test("what is wrong with a name stands beside it", async () => {
  answer(shared());
  await logIn("Sign Up", MEMBER);
  await userEvent.click(section.getByText("Name on the page, or a new link"));
  site.server.instead.set(SET, () => problem(422, ["name-has-address"]));
  const name = section.getByLabelText("Name on the page");
  await userEvent.fill(name, "evil.example");
  await userEvent.click(button("Save the name"));
  await expect.element(name).toHaveAccessibleDescription(/without a web or email address/);
  await expect.element(name).toHaveValue("evil.example");
});
