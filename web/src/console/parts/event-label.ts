import { EVENT_KINDS } from "@bindings/console";

/** The label of an event; its own name if it is from a later version. */
export const eventLabel = (kind: string) =>
  EVENT_KINDS.find(({ value }) => value === kind)?.label ?? kind;
