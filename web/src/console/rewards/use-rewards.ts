/** What members ask for, and the batches that it is paid in. */
import type { BatchDetail, LineOutcome, StaffRedemption } from "@bindings";
import { type Query, useQuery } from "@tanstack/react-query";
import { exportTable, fetchJson, sendWrite } from "@/console/server";

/** Whatever is done about a request or a batch changes only lists of these. */
const isOfRewards = ({ queryKey: [path] }: Query) =>
  typeof path === "string" && /^\/(redemptions|batches)\b/.test(path);

const pathOf = ({ redemption: { id } }: StaffRedemption) => `/redemptions/${id}`;

/** Agrees to a request. */
export const approveRequest = (request: StaffRedemption) =>
  sendWrite<StaffRedemption>(`${pathOf(request)}/approve`, {}, isOfRewards);

/** Refuses a request, for a reason that the member reads. */
export const declineRequest = (request: StaffRedemption, reason: string) =>
  sendWrite<StaffRedemption>(`${pathOf(request)}/decline`, { value: { reason } }, isOfRewards);

/** Sets by what whoever pays finds the member. */
export function setReference(request: StaffRedemption, reference: string) {
  const write = { method: "PUT", value: { reference } } as const;
  return sendWrite<StaffRedemption>(`${pathOf(request)}/reference`, write, isOfRewards);
}

const batchPath = (id: number) => `/batches/${id}`;

/** A batch with its lines. */
export function useBatch(id: number) {
  const path = batchPath(id);
  return useQuery({ queryKey: [path], queryFn: () => fetchJson<BatchDetail>(path) });
}

/** Makes a batch of these requests. */
export const makeBatch = (redemptions: readonly number[]) =>
  sendWrite<BatchDetail>("/batches", { value: { redemptions } }, isOfRewards);

/** Sets the lines of a batch, unless somebody else has changed it since it was shown. */
export function setLines({ batch: { id, version } }: BatchDetail, redemptions: readonly number[]) {
  const write = { method: "PUT", value: { version, redemptions } } as const;
  return sendWrite<BatchDetail>(`${batchPath(id)}/lines`, write, isOfRewards);
}

/** Agrees to a batch as it was shown. */
export const approveBatch = ({ batch: { id, version } }: BatchDetail) =>
  sendWrite<BatchDetail>(`${batchPath(id)}/approve`, { value: { version } }, isOfRewards);

/** Fetches the lines of a batch for whoever pays. It counts as exported from then on, and not as paid. */
export const exportBatch = ({ batch: { id } }: BatchDetail) =>
  exportTable(`${batchPath(id)}/export`, isOfRewards);

/** Says what became of lines. */
export const settle = ({ batch: { id } }: BatchDetail, outcomes: readonly LineOutcome[]) =>
  sendWrite<BatchDetail>(`${batchPath(id)}/outcomes`, { value: { outcomes } }, isOfRewards);

/** Closes a batch of which nothing is left to do. */
export const closeBatch = ({ batch: { id } }: BatchDetail) =>
  sendWrite<BatchDetail>(`${batchPath(id)}/close`, {}, isOfRewards);
