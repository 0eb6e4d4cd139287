import "@/styles/index.css";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { paths } from "@/paths";
import { renderAt } from "@/testing/render-at";
import { handleMenu } from "@/starter/menu";
import { Layout } from "./layout";

const bar = page.getByRole("banner");
const button = bar.getByRole("button", { name: "Menu" });
const heading = page.getByRole("main").getByRole("heading", { level: 1 });

beforeAll(handleMenu);

describe("On a small screen", () => {
  beforeEach(() => page.viewport(360, 740));

  test("the menu opens and closes, and the page behind it is inert meanwhile", async () => {
    await show(paths.contact);
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    await expect.element(bar.getByRole("link", { name: "Services" })).not.toBeInTheDocument();

    await userEvent.click(button);
    await expect.element(button).toHaveAttribute("aria-expanded", "true");
    await expect.element(bar.getByRole("link", { name: "Services" })).toBeVisible();
    expect(inertParts()).toEqual(["MAIN", "FOOTER"]);

    await userEvent.click(button);
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    expect(inertParts()).toEqual([]);
  });

  test("Escape closes it and moves the focus back to its button", async () => {
    await show(paths.contact);
    await userEvent.click(button);
    await userEvent.tab();
    await expect.element(bar.getByRole("link", { name: "Home" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    await expect.element(button).toHaveFocus();
  });

  test("a link closes it, even the link to the current page", async () => {
    await show(paths.contact);
    await userEvent.click(button);
    await userEvent.click(bar.getByRole("link", { name: "Contact Us" }));
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(button);
    await userEvent.click(bar.getByRole("link", { name: "Blog" }));
    await expect.element(heading).toMatchTextContent("Blog");
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    expect(inertParts()).toEqual([]);
  });

  test("it is closed when a page returns from the back/forward cache", async () => {
    await show(paths.contact);
    await userEvent.click(button);
    window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    expect(inertParts()).toEqual([]);
  });

  test("widening the window closes it", async () => {
    await show(paths.contact);
    await userEvent.click(button);
    expect(inertParts()).toEqual(["MAIN", "FOOTER"]);
    await page.viewport(1280, 800);
    await expect.poll(inertParts).toEqual([]);
    await page.viewport(360, 740);
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
  });
});

describe("On a wide screen", () => {
  beforeEach(() => page.viewport(1280, 800));

  test.each([
    [paths.home, "Home"],
    [paths.services, "Services"],
    [paths.blog, "Blog"],
    [paths.contact, "Contact Us"],
    [paths.referral, "Referral"],
  ])("at %s the link %s is the current one", async (path, name) => {
    await show(path);
    expect(currentLinks()).toEqual([name]);
  });

  test("at an unknown path the home page is shown, and no link is the current one", async () => {
    await show("/nothing-here");
    await expect.element(page.getByRole("link", { name: "Our Services" })).toBeVisible();
    expect(currentLinks()).toEqual([]);
  });

  test("following a link changes the title and moves the focus to the heading", async () => {
    await show(paths.blog);
    await expect.element(heading).not.toHaveFocus();
    await userEvent.click(bar.getByRole("link", { name: "Contact Us" }));
    await expect.element(heading).toMatchTextContent("Contact Us");
    await expect.element(heading).toHaveFocus();
    expect(document.title).toContain("Contact Us");
  });
});

async function show(path: string) {
  await renderAt(path, <Layout />);
  await expect.element(heading).toBeInTheDocument();
}

function currentLinks() {
  return [...bar.element().querySelectorAll("nav [aria-current]")].map((link) => link.textContent);
}

function inertParts() {
  return [...document.querySelectorAll("[inert]")].map((part) => part.tagName);
}
