/** The catalogue, as owners read and change it. */
import type { CatalogueCheck, Catalogues, CatalogueView, OfferDraft, OfferView } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchJson, queries, sendWrite } from "@/console/server";

const KEY = ["catalogues"];

/** The versions of the catalogue. */
export function useCatalogues() {
  return useQuery({ queryKey: KEY, queryFn: () => fetchJson<Catalogues>("/catalogues") });
}

/** The newest version that was fetched. */
export const newestCatalogue = () => queries.getQueryData<Catalogues>(KEY)?.newest;

/** What is wrong with these offers. */
export function useCheck(offers: readonly OfferDraft[]) {
  return useQuery({
    queryKey: ["catalogue-check", offers],
    placeholderData: keepPreviousData,
    queryFn: () => checkOffers(offers),
  });
}

export const checkOffers = (offers: readonly OfferDraft[]) =>
  fetchJson<CatalogueCheck>("/catalogues/check", { method: "POST", value: { version: 0, offers } });

/** Publishes offers, unless somebody else has published others since this version. */
export function publishCatalogue(version: number, offers: readonly OfferDraft[]) {
  return sendWrite<CatalogueView>("/catalogues", { method: "PUT", value: { version, offers } });
}

/** An offer as it would be typed again. */
export function draftOf({ offer: { amount, ...offer }, worth }: OfferView): OfferDraft {
  if (!amount) return offer;
  // The server writes the decimals of a currency.
  const number = worth?.split(" ").at(-1) ?? "";
  return { ...offer, amount: { currency: amount.currency, number } };
}
