/** Sums of money in words. */
import type { Pay, Price } from "@bindings";
import { decimal } from "./format";
import * as words from "@/content/generated/words/money";

/** Such as "QAR 9,000 to 12,000 a month". */
export function payWords(pay: Pay | null): string {
  if (!pay) return words.onRequest;
  const { to, ...rest } = pay;
  const from = { ...rest, from: decimal(pay.from) };
  return to === null ? words.pay(from) : words.payRange({ ...from, to: decimal(to) });
}

/** Such as "INR 14,500 a person". */
export function priceWords(price: Price | null): string {
  return price
    ? words.price({ currency: price.currency, amount: decimal(price.amount) })
    : words.onRequest;
}
