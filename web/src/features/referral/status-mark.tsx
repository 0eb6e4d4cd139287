import type { Status, Tone } from "@bindings";
import { Tag } from "@/components/tag/tag";

/** A referral's status: the word, and its colour. */
export function StatusMark({ status, tone }: { status: Status; tone: Tone }) {
  return <Tag tone={tone}>{status}</Tag>;
}
