/** Requests and their points, as staff read them. */
import type { RedemptionStatus, RedemptionStepView, StaffRedemption, Tone } from "@bindings";
import { counted } from "@/console/parts/formats";

export const points = (count: number) => counted(count, "point");

/** Whose request it is. An erased member has no name. */
export const nameOf = ({ name }: StaffRedemption) => name || "An erased member";

/** Since when a request stands where it stands. */
export const since = ({ redemption }: StaffRedemption) => redemption.steps.at(-1)?.at ?? 0;

const TONES: Partial<Record<RedemptionStatus, Tone>> = {
  paid: "green",
  failed: "red",
  declined: "red",
};

/** The tone of what is over; nothing of what goes on. */
export const toneOf = (status: RedemptionStatus) => {
  const tone = TONES[status];
  return tone ? { tone } : {};
};

/** Who took a step. */
export function takerOf({ by, name }: RedemptionStepView): string {
  if (by === "member") return "The member";
  if (by === "erasure") return "The erasure of the member";
  return name || "A former colleague";
}
