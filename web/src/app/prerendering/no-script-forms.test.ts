import { expect, test } from "vitest";
import { paths } from "@/paths";
import { changed, noScriptForms } from "./no-script-forms";

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  [paths.contact]: ["name", "email", "subject", "message"],
  [paths.referral]: [
    "referrerName",
    "referrerMobile",
    "referredName",
    "referredPhone",
    "service",
    "notes",
  ],
};

test.each(Object.keys(FIELDS))("the form of %s is posted with all that the rules ask", (path) => {
  const template = document.createElement("template");
  template.innerHTML = noScriptForms[path]?.() ?? "";
  const form = template.content.querySelector("form");
  expect(form?.method).toBe("post");
  expect(form?.getAttribute("action")).toBe(path);
  const fields = [...template.content.querySelectorAll<HTMLInputElement>("[name]")];
  expect(fields.map(({ name }) => name)).toEqual(FIELDS[path]);
  expect(fields.every(({ labels, id }) => labels?.length === 1 && id !== "")).toBe(true);
  expect(form?.querySelector("[disabled], .needs-script, noscript")).toBeNull();
  expect(template.innerHTML.match(/<!--notice:[^>]*-->/g)).toHaveLength(1);
});

test("a change of a form without script that finds nothing stops the build", () => {
  const changes = [[/<form>/, '<form method="post">']] as const;
  expect(changed("<form></form>", changes)).toBe('<form method="post"></form>');
  expect(() => changed("<div></div>", changes)).toThrow("has no /<form>/");
});
