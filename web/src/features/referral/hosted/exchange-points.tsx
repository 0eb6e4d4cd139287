import type { OfferView, OwnRedemptions } from "@bindings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import { Figures } from "@/components/figures/figures";
import { useLostFocus } from "@/components/focus";
import { number } from "@/content/format";
import { loading } from "@/content/generated/words/hosted";
import * as words from "@/content/generated/words/points";
import type { HostedState } from "@/programme/programme";
import { Section } from "../section";
import { type Chosen, ExchangeDialog } from "./exchange-dialog";
import { reader } from "../in-language";
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
        title={words.exchangePoints}
        beside={
          newest && newest.offers.length > 0 ? (
            <Figures figures={{ [words.canExchangeCount]: newest.spendable }} />
          ) : undefined
        }
        explanation={words.exchangeLead}
      >
        {!newest && (
          <p aria-live="polite">{list.error ? noticeOf(list.error).description : loading}</p>
        )}
        {newest?.offers.length === 0 && (
          <div className={styles.empty}>
            <p>{words.nothingOffered}</p>
            <p>{words.willBeOffered}</p>
          </div>
        )}
        {newest && newest.offers.length > 0 && (
          <ul ref={offers} className={styles.list} tabIndex={-1} aria-label={words.offers}>
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
    left !== undefined && (left === 0 ? words.noneLeft : words.left({ count: left })),
    offer.until !== undefined && words.until({ day: dayOf(offer.until) }),
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
        {words.price({ points: offer.points, number: <strong>{number(offer.points)}</strong> })}
      </p>
      <div className={own.choice}>
        {whyNot === undefined ? (
          <Button onClick={onChoose}>
            {words.choose}
            <span className="visually-hidden"> {offer.title}</span>
          </Button>
        ) : (
          <p dir="auto">{missing === undefined ? whyNot : words.missing({ points: missing })}</p>
        )}
      </div>
    </li>
  );
}

function sentenceOf(notes: readonly (string | false | undefined)[]): string {
  const sentence = notes.filter(Boolean).join(" · ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function dayOf(day: string): string {
  return new Date(`${day}T00:00`).toLocaleDateString(reader, { dateStyle: "long" });
}
