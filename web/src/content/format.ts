/** Numbers, lists and plurals, in the page's language unless another is named. */
import { locale } from "@/content/generated/language";

/** A number such as 1,234. */
export function number(value: number, of = locale): string {
  return value.toLocaleString(of);
}

/** The category of a number by which words follow it, such as `one`. */
export function plural(value: number, of = locale): Intl.LDMLPluralRule {
  return new Intl.PluralRules(of).select(value);
}

/** Names with "and" before the last. */
export function both(names: readonly string[], of = locale): string {
  return new Intl.ListFormat(of).format(names);
}

/** Names with commas alone. */
export function listed(names: readonly string[], of = locale): string {
  return new Intl.ListFormat(of, { type: "unit" }).format(names);
}

/** A decimal number, such as an amount of money, without decimals that are all zero. */
export function decimal(value: string, of = locale): string {
  const least = /\.\d*[1-9]/.test(value) ? value.length - value.indexOf(".") - 1 : 0;
  return Number(value).toLocaleString(of, { minimumFractionDigits: least });
}
