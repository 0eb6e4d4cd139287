import { type Catalogues, type OfferDraft, type ProgrammeView } from "@bindings";
import { OFFER_KINDS } from "@bindings/rewards";
import { useState } from "react";
import { useKept } from "@/console/kept";
import { hintOf } from "@/console/parts/hint";
import { ActionButton, RowButton, SmallButton } from "@/console/parts/buttons";
import { DataTable } from "@/console/parts/data-table";
import { counted, DateTime, makerName } from "@/console/parts/formats";
import { Failure } from "@/console/parts/listing";
import { setProgramme } from "@/console/programme";
import type { ScreenProps } from "@/console/server";
import { type Begun, useDraft } from "./use-draft";
import shared from "@/console/console.module.css";
import { draftOf, newestCatalogue, publishCatalogue, useCatalogues, useCheck } from "./catalogues";
import { OfferDialog } from "./offer-dialog";
import { Versions } from "./versions";

/** What points can be exchanged for: the offers that hold, and the draft of others. */
export function Catalogue({ viewer, programme }: ScreenProps & { programme: ProgrammeView }) {
  const catalogues = useCatalogues();
  const { data } = catalogues;
  const [begun, keep] = useKept<Begun<readonly OfferDraft[]>>(viewer.staff?.id ?? "", "catalogue");
  if (!data) return <Failure of={catalogues} />;
  const { version, at, by, offers } = data.newest;
  return (
    <>
      <section aria-labelledby="catalogue">
        <div className={shared.head}>
          <h2 id="catalogue">Catalogue</h2>
          {!begun && (
            <SmallButton
              onClick={() => keep(() => ({ newest: { version, by }, draft: offers.map(draftOf) }))}
            >
              Change the catalogue…
            </SmallButton>
          )}
        </div>
        <p className={shared.lead}>
          {at === null ? (
            "Nothing is offered yet. Members read that points cannot be exchanged at the moment."
          ) : (
            <>
              Version {version}, published by {makerName(by)}, <DateTime at={at} />. Whoever has
              asked for something gets it as it was offered then.
            </>
          )}
        </p>
        {offers.length > 0 && (
          <DataTable
            caption="Offers"
            rows={offers}
            keyOf={({ offer }) => offer.id}
            columns={[
              { label: "Offer", cell: ({ offer }) => offer.title },
              { label: "Points", cell: ({ offer }) => offer.points, isFigure: true },
              { label: "What", cell: ({ offer, worth }) => worth ?? kindLabel(offer) },
              { label: "When", cell: ({ offer }) => daysOf(offer) },
              { label: "Left", cell: ({ left }) => left ?? "–", isFigure: true },
            ]}
          />
        )}
        <Past of={data} />
        {begun && (
          <Draft
            of={begun}
            setOffers={(draft) => keep(() => ({ ...begun, draft }))}
            onClose={() => keep(() => undefined)}
          />
        )}
      </section>
      <TwoPeople programme={programme} />
    </>
  );
}

/** What was offered before. */
function Past({ of: { newest, versions } }: { of: Catalogues }) {
  const past = versions.filter(({ version }) => version < newest.version);
  if (past.length === 0) return null;
  return (
    <details>
      <summary>Past catalogues</summary>
      <Versions
        versions={past}
        newest={newest.version}
        linesOf={({ offers }) =>
          offers.map(({ offer: { title, points } }) => `${title}: ${counted(points, "point")}`)
        }
        none="Nothing is offered."
        publish={({ offers }) => publishCatalogue(newest.version, offers.map(draftOf))}
      />
    </details>
  );
}

/** Whether paying for points takes two people. */
function TwoPeople({ programme }: { programme: ProgrammeView }) {
  const { twoPeople } = programme.settings;
  return (
    <section aria-labelledby="two-people" className={shared.spaced}>
      <div className={shared.head}>
        <h2 id="two-people">Two people</h2>
        <ActionButton action={() => setProgramme(programme, { twoPeople: !twoPeople })}>
          {twoPeople ? "Let one person do both" : "Ask for two people"}
        </ActionButton>
      </div>
      <p className={shared.lead}>
        {twoPeople
          ? "Nobody approves a batch that they made, nor a request of somebody whose points they awarded."
          : "One person may award points, approve what they are exchanged for, and approve the batch. Nobody ever approves what pays themselves."}
      </p>
    </section>
  );
}

type DraftProps = {
  of: Begun<readonly OfferDraft[]>;
  setOffers: (offers: readonly OfferDraft[]) => void;
  onClose: () => void;
};

/** Offers that are being changed. */
function Draft({ of: { newest, draft: offers }, setOffers, onClose }: DraftProps) {
  /** The place of the offer that is being changed; that after the last for a new one. */
  const [open, setOpen] = useState<number>();
  const check = useCheck(offers);
  const { publishing, send, overtaken } = useDraft({
    newest,
    latest: newestCatalogue,
    publish: (version) => publishCatalogue(version, offers),
    name: "catalogue",
    onClose,
  });
  const { data } = check;
  const isReady = data && data.faults.length === 0 && !check.isPlaceholderData;
  const faultsOf = (offer: OfferDraft) =>
    data?.faults.filter((fault) => fault.offer === offers.indexOf(offer)) ?? [];

  return (
    <section aria-labelledby="draft" className={shared.spaced}>
      <div className={shared.head}>
        <h3 id="draft">Draft</h3>
        <SmallButton onClick={() => setOpen(offers.length)}>Add an offer…</SmallButton>
      </div>
      {overtaken}
      {offers.length === 0 ? (
        <p className={shared.empty}>Nothing would be offered.</p>
      ) : (
        <DataTable
          caption="Offers of the draft"
          rows={offers}
          keyOf={(_, place) => place}
          columns={[
            {
              label: "Offer",
              cell: (offer) => (
                <>
                  {offer.title}
                  {faultsOf(offer).map(({ code }) => (
                    <p key={code} role="alert">
                      {hintOf(code)}
                    </p>
                  ))}
                </>
              ),
            },
            { label: "Points", cell: ({ points }) => points, isFigure: true },
            {
              label: "What",
              cell: (offer) =>
                offer.amount ? `${offer.amount.currency} ${offer.amount.number}` : kindLabel(offer),
            },
            { label: "When", cell: daysOf },
            {
              label: "",
              cell: (offer) => (
                <div className={shared.actions}>
                  <RowButton
                    label="Change…"
                    about={offer.title}
                    onClick={() => setOpen(offers.indexOf(offer))}
                  />
                  <RowButton
                    label="Remove"
                    about={offer.title}
                    onClick={() => setOffers(offers.filter((it) => it !== offer))}
                  />
                </div>
              ),
            },
          ]}
        />
      )}
      <Failure of={check} />
      <div className={shared.actions}>
        <SmallButton disabled={!isReady || publishing} onClick={send}>
          Publish
        </SmallButton>
        <SmallButton onClick={onClose}>Cancel</SmallButton>
        <span className={shared.hint}>{counted(offers.length, "offer")}, not published yet.</span>
      </div>
      {open !== undefined && (
        <OfferDialog
          offers={offers}
          place={open}
          save={setOffers}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

const kindLabel = ({ kind }: Pick<OfferDraft, "kind">) =>
  OFFER_KINDS.find(({ value }) => value === kind)?.label ?? kind;

/** On which days something is offered. */
function daysOf({ from, until }: Pick<OfferDraft, "from" | "until">): string {
  if (from && until) return `${from} to ${until}`;
  if (from) return `From ${from}`;
  return until ? `Until ${until}` : "Always";
}
