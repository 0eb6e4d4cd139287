import type { OfferView, OwnRedemptions } from "@bindings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import { Figures } from "@/components/figures/figures";
import type { HostedState } from "@/programme/programme";
import { Section, useLostFocus } from "../section";
import { type Chosen, ExchangeDialog } from "./exchange-dialog";
import { kindOf } from "./offer-words";
import { OwnRequests } from "./own-requests";
import styles from "../referral.module.css";
import own from "./exchange.module.css";

/** What a member can exchange points for, and what they have asked for. */
export function ExchangePoints({ client, actions }: Pick<HostedState, "client" | "actions">) {
  const [chosen, setChosen] = useState<Chosen>();
  const list = useInfiniteQuery(
    {
      queryKey: ["redemptions"],
      queryFn: ({ pageParam: after }) =>
        client.fetchJson<OwnRedemptions>(
          `/me/redemptions${after && `?${new URLSearchParams({ after }).toString()}`}`,
        ),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next ?? undefined,
    },
    client.queries,
  );
  const pages = list.data?.pages ?? [];
  const [newest] = pages;
  const requests = pages.flatMap(({ redemptions }) => redemptions);
  const offers = useRef<HTMLUListElement>(null);
  // The button has gone if what was chosen cannot be chosen again.
  useLostFocus(chosen, () => offers.current);

  function choose(shown: OfferView, { spendable }: OwnRedemptions) {
    setChosen({ shown, spendable, newest: requests[0]?.id ?? 0 });
  }

  return (
    <>
      <Section
        title="Exchange points"
        beside={
          newest && newest.offers.length > 0 ? (
            <Figures figures={{ "Points you can exchange": newest.spendable }} />
          ) : undefined
        }
        explanation="Choose something, and we look at your request. The points are taken from yours at once, and you have them again if it comes to nothing."
      >
        {!newest && (
          <p aria-live="polite">{list.error ? noticeOf(list.error).description : "Loading…"}</p>
        )}
        {newest?.offers.length === 0 && (
          <div className={styles.empty}>
            <p>There is nothing to exchange points for at the moment.</p>
            <p>What we offer will appear here.</p>
          </div>
        )}
        {newest && newest.offers.length > 0 && (
          <ul ref={offers} className={styles.list} tabIndex={-1} aria-label="What we offer">
            {newest.offers.map((shown) => (
              <OfferRow key={shown.offer.id} shown={shown} onChoose={() => choose(shown, newest)} />
            ))}
          </ul>
        )}
      </Section>
      {requests.length > 0 && (
        <OwnRequests
          requests={requests}
          actions={actions}
          onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          fetchingMore={list.isFetchingNextPage}
        />
      )}
      {chosen && (
        <ExchangeDialog chosen={chosen} actions={actions} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

function OfferRow({ shown, onChoose }: { shown: OfferView; onChoose: () => void }) {
  const { offer, worth, left, missing, whyNot } = shown;
  const notes = [
    kindOf(offer, worth),
    left !== undefined && (left === 0 ? "none left" : `${left.toLocaleString()} left`),
    offer.until !== undefined && `until ${dayOf(offer.until)}`,
  ];
  return (
    <li className={own.offer}>
      <div className={own.what}>
        <h3 dir="auto">{offer.title}</h3>
        {offer.text && (
          <p className={own.text} dir="auto">
            {offer.text}
          </p>
        )}
        <p className={own.notes}>{sentenceOf(notes)}</p>
      </div>
      <p className={own.price}>
        <strong>{offer.points.toLocaleString()}</strong> {offer.points === 1 ? "point" : "points"}
      </p>
      <div className={own.choice}>
        {whyNot === undefined ? (
          <Button onClick={onChoose}>
            Choose<span className="visually-hidden"> {offer.title}</span>
          </Button>
        ) : (
          <p>{missing === undefined ? whyNot : missingWords(missing)}</p>
        )}
      </div>
    </li>
  );
}

function missingWords(missing: number): string {
  return `${missing.toLocaleString()} ${missing === 1 ? "point" : "points"} more needed`;
}

function sentenceOf(notes: readonly (string | false | undefined)[]): string {
  const words = notes.filter(Boolean).join(" · ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function dayOf(day: string): string {
  return new Date(`${day}T00:00`).toLocaleDateString(undefined, { dateStyle: "long" });
}
