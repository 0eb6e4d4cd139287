import { EMPTY_REFERRAL } from "@bindings";
import { expect, test } from "vitest";
import { CONTACT_FIELDS } from "@/features/contact/contact-fields";
import { paths } from "@/paths";
import { changed, noScriptForms } from "./no-script-forms";

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  [paths.contact]: CONTACT_FIELDS,
  // A server asks besides whether the person may be told who referred them, and fills in a vacancy or course.
  [paths.referral]: [
    ...Object.keys(EMPTY_REFERRAL).filter((name) => name !== "notes"),
    "openingTitle",
    "opening",
    "notes",
    "sayWho",
  ],
};

test.each(Object.keys(FIELDS))(
  "the form of %s posts every field that the rules require",
  (path) => {
    const page = document.createElement("div");
    page.innerHTML = noScriptForms[path]?.() ?? "";
    document.body.append(page);
    const form = page.querySelector("form");
    expect(form?.method).toBe("post");
    expect(form?.getAttribute("action")).toBe(path);
    const fields = [...page.querySelectorAll<HTMLInputElement>("[name]")];
    expect(fields.map(({ name }) => name)).toEqual(FIELDS[path]);
    expect(fields.filter(({ type, labels }) => type !== "hidden" && labels?.length !== 1)).toEqual(
      [],
    );
    expect(form?.querySelector("[disabled], .needs-script, noscript")).toBeNull();
    expect(page.innerHTML.match(/<!--notice:[^>]*-->/g)).toHaveLength(1);
    page.remove();
  },
);

test("a replacement that matches nothing stops the build", () => {
  const changes = [[/<form>/, '<form method="post">']] as const;
  expect(changed("<form></form>", changes)).toBe('<form method="post"></form>');
  expect(() => changed("<div></div>", changes)).toThrow("has no /<form>/");
});
