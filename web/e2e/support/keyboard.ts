import type { Page } from "@playwright/test";

/** More than any page has. */
const MANY = 150;

const KEYS = new Set(["Tab", "Enter", "Escape", "F8"]);

/** Presses keys and types texts, one after the other. */
export function presses(page: Page) {
  return async (...texts: string[]) => {
    for (const text of texts) {
      if (KEYS.has(text)) await page.keyboard.press(text);
      else await page.keyboard.type(text);
    }
  };
}

/** Presses Tab until something with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp) {
  const seen: string[] = [];
  for (let time = 0; time < MANY; time += 1) {
    await page.keyboard.press("Tab");
    const { name: found } = await stop(page);
    if (typeof name === "string" ? found === name : name.test(found)) return;
    seen.push(found);
  }
  throw new Error(`Tab never came to ${name}, only to ${seen.join(", ")}`);
}

/** Everything that Tab reaches, from the top of the page to its end. */
export async function tabOrder(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < MANY) {
    await page.keyboard.press("Tab");
    const next = await stop(page);
    if (next.place < 0) return stops;
    // A group of radio buttons is one stop. Without a browser window around it, the page starts
    // again from its top.
    if (stops[0]?.place === next.place) return stops;
    stops.push(next);
  }
  return stops;
}

type Stop = {
  name: string;
  /** Its position in the document; -1 if nothing has the focus. */
  place: number;
  /** Whether it is in the window, with a focus ring. */
  seen: boolean;
};

/** The focused element, with its name from a label, a text or an attribute. */
function stop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) {
      return { name: "", place: -1, seen: false };
    }
    const labels =
      "labels" in element ? Array.from((element as HTMLInputElement).labels ?? []) : [];
    const name =
      element.getAttribute("aria-label") ??
      (labels.length > 0
        ? labels.map((label) => label.textContent).join(" ")
        : element.textContent);
    const { top, bottom, left, right } = element.getBoundingClientRect();
    // A card draws the focus ring of its link, around another element.
    const around = [element, element.closest("label"), element.closest("article, li")]
      .filter((target) => target !== null)
      .flatMap((target) => [
        getComputedStyle(target),
        getComputedStyle(target, "::before"),
        getComputedStyle(target, "::after"),
      ]);
    return {
      name: name.trim(),
      place: Array.from(document.querySelectorAll("*")).indexOf(element),
      seen:
        bottom > 0 &&
        top < innerHeight &&
        right > 0 &&
        left < innerWidth &&
        around.some(
          ({ outlineStyle, boxShadow }) => outlineStyle !== "none" || boxShadow !== "none",
        ),
    };
  });
}
