/** The console with a fake server for tests. */
import {
  type DeclineReason,
  type HostedReferral,
  type Inbox,
  type Permission,
  type ProgrammeView,
  SERVICE_OPTIONS,
  type ReferralRewards,
  type RewardStatement,
  type SessionView,
  type Side,
} from "@bindings";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ToastRegion } from "@/components/toast/toast-region";
import { queries } from "@/console/server";
import { RECORD } from "@/testing/samples";
import { type Answer, FakeBrowser, FakeServer, connectTo } from "@/testing/server/fake-server";

const PERMISSIONS: Permission[] = [
  "handle",
  "award",
  "messages",
  "audit",
  "privacy",
  "staff",
  "integrations",
  "settings",
  "redemptions",
  "batches",
  "payouts",
];

export const OWNER: SessionView = {
  role: "admin",
  user: { mobileNumber: "1000000000", name: "User0000" },
  shown: "1000000000",
  confirmed: true,
  staff: { id: "s1", name: "Asha", role: "owner", services: [], permissions: PERMISSIONS },
};

export const AUDITOR: SessionView = {
  ...OWNER,
  role: "member",
  staff: { id: "s2", name: "Ravi", role: "auditor", services: [], permissions: ["audit"] },
};

const reason = (name: string, side: Side, label: string, sentence: string): DeclineReason => ({
  name,
  side,
  label,
  sentence,
  needsNote: side === "other",
  offered: true,
  added: false,
});

/** What holds for the programme before anybody has set anything. */
export const PROGRAMME: ProgrammeView = {
  version: 0,
  at: null,
  by: null,
  cities: ["Chennai", "Doha"],
  settings: {
    stageDays: { received: 2, contacted: 7, qualified: 14, inProgress: 30 },
    serviceDays: [],
    services: SERVICE_OPTIONS.map((option) => ({ ...option, offered: true, added: false })),
    unansweredEnough: 3,
    twoPeople: true,
    leaderboard: "off",
    reasons: [
      reason(
        "not-interested",
        "person",
        "Not interested",
        "They are not interested at the moment.",
      ),
      reason("no-answer", "person", "No answer", "We could not reach them."),
      reason("no-opening", "company", "No opening", "We have nothing suitable at the moment."),
      reason("duplicate", "record", "Duplicate", "We could not take this referral further."),
      reason("other", "other", "Other (see the note)", "We could not take this referral further."),
    ],
    templates: [{ label: "Thank you", words: "Hello {referrer}, thank you. {company}" }],
    offices: [
      {
        callingCode: "91",
        workdays: [true, true, true, true, true, false, false],
        closes: 18 * 60,
      },
      {
        callingCode: "974",
        workdays: [true, true, true, true, false, false, true],
        closes: 17 * 60,
      },
    ],
  },
};

/** Requests of all screens. */
const ALWAYS: Readonly<Record<string, Answer>> = {
  "GET /colleagues": () => [],
  "POST /referrals/counts": () => ({ stages: {} }),
  "GET /programme": () => PROGRAMME,
  "GET /views": () => ({ views: [] }),
};

/** What a referral has that no rulebook is about. */
export const NO_REWARDS: ReferralRewards = {
  version: 0,
  suggested: null,
  lines: [],
  rival: null,
  entries: [],
  referrer: { points: 0, available: 0, onHold: [] },
  referred: { points: 0, available: 0, onHold: [] },
};

/** What a referrer has who has earned nothing. */
const NO_POINTS: RewardStatement = {
  balance: NO_REWARDS.referrer,
  expires: [],
  lines: [],
  before: 0,
  next: null,
};

/** A server that has no rulebook. */
class ConsoleServer extends FakeServer {
  protected override own(...[request, ...rest]: Parameters<FakeServer["own"]>) {
    if (/^GET \/referrals\/[^/]+\/rewards$/.test(request)) return Response.json(NO_REWARDS);
    if (/^GET \/referrers\/[^/]+\/rewards$/.test(request)) return Response.json(NO_POINTS);
    return super.own(request, ...rest);
  }
}

/** A server with these answers, by method and path. */
export function fakeServer(answers: Readonly<Record<string, Answer>>) {
  queries.clear();
  const server = new ConsoleServer({ ...ALWAYS, ...answers });
  connectTo(new FakeBrowser(server));
  return server;
}

/** A referral as staff see it. */
export function referral(name: string, change: Partial<HostedReferral> = {}): HostedReferral {
  return {
    key: `n${name}`,
    version: 1,
    referrerShown: "98400 12345",
    referredShown: "+974 5555 1000",
    serviceLabel: "Training",
    tone: "yellow",
    referral: {
      ...RECORD,
      referrerName: "Ravi",
      referredName: name,
      referredPhone: "97455551000",
    },
    progress: {
      stage: "received",
      open: "received",
      since: 1_763_690_000_000,
      publicStage: "Received",
      sentence: "",
    },
    ...change,
  };
}

/** A page of a list. */
export const listOf = (...names: string[]) => ({
  referrals: names.map((name) => referral(name)),
  next: null,
});

/** Shows a part of the console at an address, with the address beside it. */
export function show(path: string, children: ReactNode) {
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[path]}>
        {children}
        <Address />
      </MemoryRouter>
      <ToastRegion />
    </QueryClientProvider>,
  );
}

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="Address">{pathname + search + hash}</output>;
}

/** Adds a filter to a list, by its label and that of its value. */
export async function addFilter(label: string, value: string) {
  const row = page.getByRole("search");
  await userEvent.click(row.getByRole("button", { name: "Add filter" }));
  await userEvent.click(row.getByRole("dialog").getByRole("button", { name: label }));
  await userEvent.click(row.getByRole("dialog").getByRole("button", { name: value }));
}

/** A page of the inbox with these referrals, which are overdue by two days. */
export function inboxOf(referrals: readonly HostedReferral[], next: string | null = null): Inbox {
  const task = { kind: "call", due: Date.now() - 2 * 86_400_000, staff: "" };
  return {
    section: "overdue",
    counts: { overdue: referrals.length, today: 0, new: 7, waiting: 1 },
    referrals: referrals.map((one) => ({ ...one, task, decisions: ["duplicate"] })),
    next,
  };
}
