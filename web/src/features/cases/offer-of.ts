import { offers } from "@/content/generated/offers";

/** The card of a service by its id: it has the title and the address, and no long text. */
export function offerOf(service: string) {
  return offers.find(({ url }) => url.split(/[/#]/).at(-1) === service);
}
