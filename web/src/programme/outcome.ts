import { type Trouble, TROUBLES } from "@bindings";
import type { Failed } from "./programme";

/** Nothing is wrong with what was asked, and it could not be done all the same. */
export function failed(trouble: Trouble): Failed {
  return { outcome: "failed", trouble, notice: TROUBLES[trouble] };
}
