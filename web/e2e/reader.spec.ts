/** What a screen reader says on the pages and in the journeys. */
import { messageField, sendButton } from "./support/contact";
import { expectSpoken } from "./support/reader";
import {
  ADMIN,
  askForCode,
  BINU,
  editPoints,
  expectToast,
  logIn,
  MEMBER,
  openReferral,
  referAsGuest,
  referralOf,
} from "./support/programme";
import { expect, test } from "./support/test";

/** The beginning of every page. */
const BAR = [
  "link, Skip to main content",
  "banner",
  "navigation, Main",
  /^link, Home/,
  "end of banner",
];
const FOOTER = ["contentinfo", "navigation, Quick Links", "group, Colour scheme"];

const PAGES: Record<string, (string | RegExp)[]> = {
  "/": [
    /^heading, .*, level 1$/,
    "link, Our Services",
    "region, What We Offer",
    /^listitem, .*position 1, set size 6$/,
    "heading, HR Recruitment, level 3",
    "link, Contact Us Today",
  ],
  "/services": [
    "heading, Services, level 1",
    "navigation, Services on this page",
    "article, HR Recruitment",
    "link, Discuss your project: HR Recruitment",
    "article, MRO Consulting",
  ],
  "/services/it-services": [
    "link, All services",
    "heading, IT Services, level 1",
    "heading, What it covers, level 2",
    /^listitem, .*position 5, set size 5$/,
  ],
  "/blog": [
    "heading, Blog, level 1",
    "article",
    /^image, Line drawing/,
    /^heading, .*, level 2$/,
    /^time/,
    /^link, Read More/,
  ],
  "/blog/hiring-from-referrals": [
    "link, Back to the blog",
    /^heading, Hiring from referrals.*, level 1$/,
    "navigation, In this post",
    /^heading, .*, level 2$/,
  ],
  "/contact": [
    "heading, Contact Us, level 1",
    "region, India office",
    "region, Qatar office",
    "form, Send Us a Message",
    "textbox, Name, required",
    "textbox, Email, required",
    "textbox, Subject, required",
    "textbox, Message, required",
    /^button, Send Message/,
    "link, Privacy notice",
  ],
};

for (const [path, phrases] of Object.entries(PAGES)) {
  test(`${path} is read out by a screen reader`, async ({ page }) => {
    await page.goto(path);
    await expectSpoken(page, [...BAR, "main", ...phrases, "end of main", ...FOOTER]);
  });
}

test("a guest hears what is missing, what was sent, and why a number is asked for", async ({
  page,
}) => {
  await openReferral(page);
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Please fill in");
  await expectSpoken(page, [
    "main",
    "region, Join Our Referral Program",
    /^textbox, Mobile Number, .*required$/,
    "button, Login, login",
    "region, Refer Someone",
    "heading, Error: Please fill in all required fields for referral., level 3",
    "link, Enter your name.",
    "link, Choose a service.",
    "group, You",
    "textbox, Your Name, Enter your name., invalid, required",
    "textbox, Your Phone Number, Enter your phone number., invalid, required",
    "group, The person you are referring",
    /^textbox, Referred Person's Name, .*invalid, required$/,
    /^combobox, Service, Choose a service\., .*invalid, required$/,
    /^textbox, Additional Notes/,
    "button, Submit Referral",
    "region, Notifications (F8)",
    /^Please fill in all required fields/,
    "button, Dismiss notification",
  ]);
  await referAsGuest(page);
  await expectSpoken(page, [
    "textbox, Your Name, required",
    "region, Notifications (F8)",
    "Referral Submitted!",
    `${BINU.name} was successfully referred.`,
  ]);
  await askForCode(page, "Sign Up", MEMBER);
  await expect(page.getByRole("dialog")).toBeVisible();
  // Nothing is said about the page behind the dialog.
  await expectSpoken(page, [
    "document",
    /^dialog, Sign Up with OTP/,
    "heading, Sign Up with OTP, level 2",
    "button, Close",
    /^textbox, OTP, placeholder Enter \d-digit OTP, required$/,
    "button, Verify OTP",
    /^end of dialog/,
    "region, Notifications (F8)",
    "end of document",
  ]);
});

test("a visitor hears the errors of a message, at its top and at each field", async ({ page }) => {
  await page.goto("/contact");
  await messageField(page, "Name").fill("Asha");
  await messageField(page, "Email").fill("asha@");
  await sendButton(page).click();
  await expectSpoken(page, [
    "form, Send Us a Message",
    "heading, Error: Nothing has been sent yet., level 3",
    "link, Enter an email address such as name@example.com.",
    "link, Enter a subject.",
    "link, Enter your message.",
    "textbox, Name, Asha, required",
    "textbox, Email, asha@, Enter an email address such as name@example.com., invalid, required",
    "textbox, Subject, Enter a subject., invalid, required",
    "textbox, Message, Enter your message., invalid, required",
    /^button, Send Message/,
  ]);
});

test("a member hears who they are and each of their referrals; the admin gives points", async ({
  page,
}) => {
  const referral = [`rowheader, ${BINU.name}`, "cell, Training", /^cell, Pending/];
  await openReferral(page);
  await referAsGuest(page);
  await logIn(page, "Sign Up", MEMBER);
  await expectSpoken(page, [
    "main",
    "heading, Welcome, User2345!, level 2",
    "button, Logout",
    "heading, Your Referrals, level 2",
    ...referral,
  ]);
  await page.getByRole("button", { name: "Logout" }).click();
  await logIn(page, "Login", ADMIN);
  await editPoints(referralOf(page, BINU.name));
  await expectSpoken(page, [
    "main",
    /^heading, Welcome, .*, level 2$/,
    "Admin View",
    "heading, Admin Dashboard - All Referrals, level 2",
    ...referral,
    /^textbox, Points for Binu Thomas/,
    "button, Save",
    "button, Cancel",
    "heading, Keep a copy, level 2",
  ]);
});
