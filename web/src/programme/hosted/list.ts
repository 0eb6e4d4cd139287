/** The referrals that are shown: the first pages of the list on the server. */
import type { HostedReferral, Page, Totals } from "@bindings";
import { type NotAccepted, PAGE_SIZE } from "@/programme/programme";
import type { Api, Fetched, Reply } from "./api";

const NONE: Totals = { all: 0, pending: 0, successful: 0, points: 0 };

export class List {
  referrals: readonly HostedReferral[] = [];
  totals = NONE;
  private next: string | null = null;
  /** Counts the requests, so that a late answer is dropped. */
  private requests = 0;

  constructor(private readonly api: Api) {}

  get more(): boolean {
    return this.next !== null;
  }

  /** Empties the list when somebody else logs in. */
  clear() {
    this.requests += 1;
    this.referrals = [];
    this.totals = NONE;
    this.next = null;
  }

  /** Fetches as many referrals as were shown; `undefined` on success. */
  async load(): Promise<NotAccepted | undefined> {
    this.requests += 1;
    const turn = this.requests;
    const pages = await this.fetchPages(Math.max(PAGE_SIZE, this.referrals.length));
    if (turn !== this.requests) return undefined;
    if (pages.outcome !== "accepted") return pages;
    this.show(pages.value, []);
    return undefined;
  }

  /** Fetches another page; `undefined` on success. */
  async loadMore(): Promise<NotAccepted | undefined> {
    if (this.next === null) return undefined;
    this.requests += 1;
    const turn = this.requests;
    const page = await this.fetchPage({ after: this.next });
    if (turn !== this.requests) return undefined;
    if (page.outcome !== "accepted") return page;
    this.show([page.value], this.referrals);
    return undefined;
  }

  /** Replaces a referral in the list by its current version. */
  replace(current: HostedReferral) {
    this.referrals = this.referrals.map((view) => (view.key === current.key ? current : view));
  }

  /** Fetches the totals after a change. */
  async fetchTotals() {
    const turn = this.requests;
    const page = await this.fetchPage({ limit: "1" });
    if (turn === this.requests && page.outcome === "accepted") this.totals = page.value.totals;
  }

  /** Fetches pages until they hold as many referrals as wanted. Each page names the next one. */
  private async fetchPages(wanted: number): Promise<Reply<Fetched<Page[]>>> {
    const pages: Page[] = [];
    let count = 0;
    do {
      const after = pages.at(-1)?.next;
      const page = await this.fetchPage(after ? { after } : {});
      if (page.outcome !== "accepted") return page;
      pages.push(page.value);
      count += page.value.referrals.length;
    } while (count < wanted && pages.at(-1)?.next);
    return { outcome: "accepted", value: pages };
  }

  private fetchPage(query: Readonly<Record<string, string>>): Promise<Reply<Fetched<Page>>> {
    return this.api.fetch<Page>(`/referrals?${new URLSearchParams(query)}`);
  }

  /** Lists a referral only once, even if a newer one has pushed it onto the next page. */
  private show(pages: readonly Page[], before: readonly HostedReferral[]) {
    const views = [...before, ...pages.flatMap(({ referrals }) => referrals)];
    this.referrals = [...new Map(views.map((view) => [view.key, view])).values()];
    this.totals = pages.at(-1)?.totals ?? this.totals;
    this.next = pages.at(-1)?.next ?? null;
  }
}
