/** Sums of money in words. */
import type { Pay, Price } from "@bindings";

/** Such as "QAR 9,000 to 12,000 a month". */
export function payWords(pay: Pay | null): string {
  if (!pay) return "On request";
  const { currency, from, to, period } = pay;
  const most = to === null ? "" : ` to ${number(to)}`;
  return `${currency} ${number(from)}${most} ${period === "hour" ? "an" : "a"} ${period}`;
}

/** Such as "INR 14,500 a person". */
export function priceWords(price: Price | null): string {
  return price ? `${price.currency} ${number(price.amount)} a person` : "On request";
}

/** A decimal number with its thousands grouped, without decimals that are all zero. */
function number(decimal: string): string {
  const [whole = "", decimals = ""] = decimal.split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return /[1-9]/.test(decimals) ? `${grouped}.${decimals}` : grouped;
}
