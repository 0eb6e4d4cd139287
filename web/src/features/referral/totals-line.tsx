import type { Totals } from "@bindings";
import { Figures } from "./figures";

/** What a list adds up to. */
export function TotalsLine({ totals }: { totals: Totals }) {
  const { pending, successful, points } = totals;
  return <Figures figures={{ Pending: pending, Successful: successful, Points: points }} />;
}
