/** The console with a fake server for tests. */
import type { HostedReferral, Permission, SessionView } from "@bindings";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToastRegion } from "@/components/toast/toast-region";
import { queries } from "@/console/server";
import { RECORD } from "@/testing/samples";

type SentRequest = { readonly path: string; readonly value: unknown; readonly key: string | null };
type Answer = (request: SentRequest) => unknown;

const PERMISSIONS: Permission[] = [
  "handle",
  "credit",
  "messages",
  "audit",
  "privacy",
  "staff",
  "integrations",
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

/** Requests of all screens. */
const ALWAYS: Readonly<Record<string, Answer>> = {
  "GET /colleagues": () => [],
  "POST /referrals/counts": () => ({ stages: {} }),
};

/**
 * Answers by method and path; values are sent as JSON. Records the requests. What is no request of
 * the interface, as the file of the rules, is fetched.
 */
export function fakeServer(answers: Readonly<Record<string, Answer>>) {
  queries.clear();
  const requests: (SentRequest & { readonly request: string })[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!url.startsWith("/api/")) return fetch(url, init);
    const path = url.replace("/api", "");
    const request = `${init.method} ${path.split("?")[0]}`;
    const value: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
    const key = new Headers(init.headers).get("idempotency-key");
    requests.push({ request, path, value, key });
    const answerTo = answers[request] ?? ALWAYS[request];
    if (!answerTo) throw new Error(`No answer is set for ${request}`);
    const answer = await answerTo({ path, value, key });
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return { of: (request: string) => requests.filter((one) => one.request === request) };
}

/** An accepted answer with a notice. */
export function done(value: unknown) {
  return {
    outcome: "accepted",
    value,
    notice: { title: "Done", description: "It is done.", variant: "default" },
  };
}

/** A refusal with a hint for a field. */
export function refusal(status: number, code: string, field: string | null = null, hint = code) {
  const notice = { title: "Error", description: hint, variant: "destructive" };
  const problem = { codes: [code], notice, errors: [{ code, field, hint }] };
  return Response.json(problem, { status });
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
