/**
 * Every text of the specification, in the place where visitors see it. Changing a text or removing
 * its place fails here. The numbers are the specification's sections.
 */
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { Layout } from "@/app/layout/layout";
import { PostList } from "@/features/blog/blog-page";
import ReferralPage from "@/features/referral/referral-page";
import { handleMenu } from "@/starter/menu";
import { renderAt } from "@/testing/render-at";

const OFFERS = [
  "HR Recruitment",
  "Professional Trainings",
  "IT Services",
  "Non-IT Services",
  "Aerospace Consulting",
  "MRO Consulting",
];

/** The words that each long description of section 2 must contain. */
const SERVICES: Record<string, readonly string[]> = {
  "HR Recruitment": ["executive search", "bulk hiring", "recruitment drive"],
  "Corporate Trainings": ["technical", "leadership", "soft-skills"],
  "IT Services": ["software development", "cloud", "cybersecurity", "IT consulting", "managed IT"],
  "Non-IT Services": ["project management", "business process outsourcing", "market research"],
  "Aerospace Consulting": [
    "manufactur",
    "supply chain",
    "regulatory compliance",
    "technology integration",
  ],
  "MRO Consulting": ["maintenance, repair and overhaul"],
};

/** The services of section 3, by value. */
const OPTIONS = {
  training: "Training",
  "hr-recruitment": "HR Recruitment",
  "it-services": "IT Services",
  "non-it-services": "Non-IT Services",
  "royalty-card": "Royalty Card",
  "loyalty-card": "Loyalty Card",
  others: "Others",
};

const ADMIN = "1000000000";
const CODE = "1234";
const MEMBER = "919840012345";

const main = page.getByRole("main");
const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");

beforeAll(handleMenu);
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, "log").mockReturnValue(undefined);
  await page.viewport(1280, 800);
});

test("the bar and the footer (2, common layout)", async () => {
  await show("/");
  const bar = page.getByRole("banner");
  expect(linksIn(bar.getByRole("navigation"))).toEqual([
    "Home",
    "Services",
    "Blog",
    "Contact Us",
    "Referral",
  ]);
  const footer = page.getByRole("contentinfo");
  expect(linksIn(footer.getByRole("navigation", { name: "Quick Links", exact: true }))).toEqual([
    "Services",
    "Blog",
    "Contact Us",
    "Referral Program",
  ]);
  await expectHeadings(footer, "Quick Links", "Contact Info");
  await expect.element(footer).toMatchTextContent(`© ${new Date().getFullYear()}`);
  for (const words of ["India", "Qatar", /\S@\S/]) {
    await expect.element(footer).toMatchTextContent(words);
  }
});

test("home (2)", async () => {
  await show("/");
  await expectLinks(main, "Our Services", "Get in Touch", "Contact Us Today");
  await expectHeadings(main, "What We Offer", ...OFFERS);
  await expect
    .element(main.getByRole("heading", { name: /^Ready to Elevate Your Business/ }))
    .toBeVisible();
});

test("services (2)", async () => {
  await show("/services");
  for (const [title, words] of Object.entries(SERVICES)) {
    const card = main.getByRole("article", { name: title, exact: true });
    await expectHeadings(card, title);
    const text = card.element().textContent.toLowerCase();
    for (const word of words) expect(text).toContain(word.toLowerCase());
  }
});

test("the blog (2, 3)", async () => {
  await show("/blog");
  await expect.element(main.getByText("Travel & Hospitality", { exact: true })).toBeVisible();
  await expect.element(main.getByRole("link", { name: /^Read More/ }).first()).toBeVisible();
  const dates = [...main.element().querySelectorAll("time")].map(({ dateTime }) => dateTime);
  expect(dates).toContain("2025-05-28");
  const links = [...main.element().querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toContain("/blog/hotel-chandrayan-najibabad");
});

test("an empty blog (2)", async () => {
  await renderAt("/blog", <PostList posts={[]} />);
  await expect
    .element(page.getByRole("heading", { name: "No Blog Posts Yet", exact: true }))
    .toBeVisible();
  await expect.element(page.getByText(/Check back soon/)).toBeVisible();
});

test("a post that is not found (2, 8)", async () => {
  await show("/blog/nothing");
  await expectHeadings(main, "Post Not Found");
  await expect
    .element(main.getByText("Sorry, the blog post you are looking for does not exist."))
    .toBeVisible();
  await expectLinks(main, "Back to Blog");
});

test("contact: the form and its notice (2, 4, 8)", async () => {
  await show("/contact");
  await expectHeadings(main, "Send Us a Message");
  await expect.element(main.getByText("Porur").first()).toBeVisible();
  await expect.element(main.getByText("Doha").first()).toBeVisible();
  const texts = {
    Name: "Asha",
    Email: "asha@example.org",
    Subject: "A course",
    Message: "For ten.",
  };
  for (const [label, text] of Object.entries(texts)) {
    await userEvent.fill(main.getByRole("textbox", { name: label, exact: true }), text);
  }
  await userEvent.click(main.getByRole("button", { name: "Send Message", exact: true }));
  await expect
    .element(main.getByRole("button", { name: "Sending...", exact: true }))
    .toBeDisabled();
  await expectToast("Message Sent!", "Thank you for reaching out. We will get back to you soon.");
});

test("the referral programme, while the stored login is read (2)", () => {
  const html = renderToString(
    <MemoryRouter initialEntries={["/referral"]}>
      <ReferralPage />
    </MemoryRouter>,
  );
  expect(html).toContain("Loading authentication status...");
});

test("the referral programme, from the first visit to the admin's points (2, 8)", async () => {
  await show("/referral");
  await walkAsFirstAdmin();
  await walkAsGuest();
  await walkToLogin();
  await walkAsMember();
  await walkAsAdmin();
  const entry = main.getByRole("row", { name: /Binu Thomas/ });
  await expect.element(entry.getByText("Successful", { exact: true })).toBeVisible();
});

async function walkAsFirstAdmin() {
  await logIn("Login", ADMIN);
  await expectHeadings(main, "Admin Dashboard - All Referrals");
  await expectTexts(main, "No referrals submitted yet.");
  await press("Logout");
}

async function walkAsGuest() {
  await expectHeadings(main, "Join Our Referral Program", "Refer Someone");
  await expectButtons("Login", "Sign Up", "Submit Referral");
  const service = main.getByRole("combobox", { name: "Service", exact: true });
  const options = [...service.element().querySelectorAll("option")].filter(({ value }) => value);
  expect(Object.fromEntries(options.map(({ value, label }) => [value, label]))).toEqual(OPTIONS);
  await press("Submit Referral");
  await expectToast("Error", "Please fill in all required fields for referral.");
  await userEvent.keyboard("{F8}");
  const notices = page.getByRole("region", { name: /Notifications.*F8/ }).element();
  expect(notices.contains(document.activeElement)).toBe(true);
  await fillIn({
    "Your Name": "Asha",
    "Your Phone Number": MEMBER,
    "Referred Person's Name": "Binu Thomas",
    "Referred Person's Phone Number": "9744555666",
    "Additional Notes": "Met at an air show.",
  });
  await userEvent.selectOptions(service, "it-services");
  await press("Submit Referral");
  await expect
    .element(main.getByRole("button", { name: "Submitting...", exact: true }))
    .toBeDisabled();
  await expectToast("Referral Submitted!", "Binu Thomas was successfully referred.");
}

async function walkToLogin() {
  await fillIn({ "Mobile Number": "12" });
  await press("Login");
  await expectToast("Error", "Please enter a valid mobile number.");
  await fillIn({ "Mobile Number": MEMBER });
  await press("Login");
  await expectToast(
    "OTP Sent (Simulated)",
    `An OTP was sent to ${MEMBER}. Enter ${CODE} to continue.`,
  );
  const login = page.getByRole("dialog", { name: "Login with OTP", exact: true });
  await expect.element(login.getByPlaceholder(/4-digit/)).toBeVisible();
  await verify("0000");
  await expectToast("Error", "Invalid OTP.");
  await verify(CODE);
  await expectToast("Error", "Mobile number not registered. Please sign up.");
  await press("Sign Up");
  await expect
    .element(page.getByRole("dialog", { name: "Sign Up with OTP", exact: true }))
    .toBeVisible();
  await verify(CODE);
  await expectToast("Signup Successful!", "You are now logged in.");
}

async function walkAsMember() {
  await expectHeadings(main, "Welcome, User2345!", "Your Referrals");
  const entry = main.getByRole("row", { name: /Binu Thomas/ });
  for (const words of ["IT Services", "Pending", "9744555666", "Met at an air show."]) {
    await expectTexts(entry, words);
  }
  await press("Logout");
  await logIn("Sign Up", MEMBER);
  await expectToast("Error", "This mobile number is already registered. Please login.");
  await press("Login");
  await verify(CODE);
  await expectToast("Login Successful!", "Welcome back!");
  await press("Logout");
}

async function walkAsAdmin() {
  await logIn("Login", ADMIN);
  await expectTexts(main, "Admin View");
  await expectHeadings(main, "Admin Dashboard - All Referrals");
  const points = main.getByRole("button", { name: /^Assign\/Edit Points/ });
  await userEvent.click(points);
  await expectButtons("Save", "Cancel");
  await fillIn({ "Points for Binu Thomas": "x" });
  await press("Save");
  await expectToast("Error", "Please enter valid points.");
  await fillIn({ "Points for Binu Thomas": "7" });
  await press("Save");
  await expectToast("Success", "Points assigned successfully.");
}

async function show(path: string) {
  await renderAt(path, <Layout />);
  await expect.element(main.getByRole("heading", { level: 1 })).toBeInTheDocument();
}

function linksIn(place: Locator) {
  return [...place.element().querySelectorAll("a")].map((link) => link.textContent);
}

/** Finds headings by text, because the arrow of a heading's link is part of its accessible name. */
async function expectHeadings(place: Locator, ...names: string[]) {
  const headings = () =>
    [...place.element().querySelectorAll("h1, h2, h3")].map(({ textContent }) => textContent);
  await expect.poll(headings).toEqual(expect.arrayContaining(names));
}

async function expectLinks(place: Locator, ...names: string[]) {
  for (const name of names) {
    await expect.element(place.getByRole("link", { name, exact: true })).toBeVisible();
  }
}

async function expectButtons(...names: string[]) {
  for (const name of names) {
    await expect.element(main.getByRole("button", { name, exact: true })).toBeVisible();
  }
}

async function expectTexts(place: Locator, ...texts: string[]) {
  for (const text of texts) {
    await expect.element(place.getByText(text, { exact: true }).first()).toBeVisible();
  }
}

async function expectToast(title: string, description: string) {
  await expect.element(toast.getByText(title, { exact: true })).toBeVisible();
  await expect.element(toast.getByText(description, { exact: true })).toBeVisible();
}

async function press(name: string) {
  await userEvent.click(main.getByRole("button", { name, exact: true }));
}

async function fillIn(texts: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(texts)) {
    await userEvent.fill(main.getByRole("textbox", { name: label, exact: true }), text);
  }
}

async function verify(code: string) {
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByRole("textbox", { name: "OTP", exact: true }), code);
  await userEvent.click(dialog.getByRole("button", { name: "Verify OTP", exact: true }));
}

async function logIn(mode: "Login" | "Sign Up", mobile: string) {
  await fillIn({ "Mobile Number": mobile });
  await press(mode);
  await verify(CODE);
}
