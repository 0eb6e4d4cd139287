/** What a browser holds after very many referrals. */
import { readFile } from "node:fs/promises";

const site = await readFile(new URL("../../content/site.json", import.meta.url), "utf8");

export const { adminNumber, simulatedCode } = JSON.parse(site).programme;

const MEMBER = { mobileNumber: "919840012345", name: "User2345" };
const ADMIN = { mobileNumber: adminNumber, name: `User${adminNumber.slice(-4)}` };
const SERVICES = ["training", "hr-recruitment", "it-services", "non-it-services", "others"];

/** All are the member's own, so that the own list is as long as the admin's. */
function referrals(count) {
  return Array.from({ length: count }, (_, at) => ({
    id: 1_700_000_000_000 + at * 60_000,
    referrerName: MEMBER.name,
    referrerMobile: MEMBER.mobileNumber,
    referredName: `Binu Thomas ${at}`,
    referredPhone: `97${String(40_000_000 + at)}`,
    service: SERVICES[at % SERVICES.length],
    notes: at % 3 === 0 ? "Knows the work, and can begin next month." : "",
    date: `${(at % 28) + 1}/11/2025`,
    status: at % 4 === 0 ? "Successful" : "Pending",
    points: at % 4 === 0 ? 25 : 0,
  }));
}

/** What a browser's storage holds after so many, with this user logged in; nobody without one. */
export function stored(count, user) {
  const entries = {
    registeredUsers: [MEMBER],
    allReferrals: referrals(count),
    ...(user && { loggedInUser: { member: MEMBER, admin: ADMIN }[user] }),
  };
  return Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]);
}
