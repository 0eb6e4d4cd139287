import { expect, test } from "vitest";
import { changed } from "./no-script-forms";

test("a change of a form without script that finds nothing stops the build", () => {
  const changes = [[/<form>/, '<form method="post">']] as const;
  expect(changed("<form></form>", changes)).toBe('<form method="post"></form>');
  expect(() => changed("<div></div>", changes)).toThrow("has no /<form>/");
});
