/** What owners have set about the programme. It holds for everybody. */
import {
  type CorrectedField,
  type HostedReferral,
  type ProgrammeDraft,
  type ProgrammeView,
  SERVICE_OPTIONS,
} from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { fetchJson, queries, sendWrite } from "./server";

const KEY = ["programme"];

/** What holds at the moment. */
export function useProgramme() {
  return useQuery({ queryKey: KEY, queryFn: () => fetchJson<ProgrammeView>("/programme") });
}

/** Whether so many calls that nobody answered are enough to propose closing. */
export const isClosingProposed = (unanswered: number, programme: ProgrammeView | undefined) =>
  programme !== undefined && unanswered >= programme.settings.unansweredEnough;

/** What staff call a reason for declining; its name, if nobody has added it here. */
export function useReasonLabel() {
  const { data } = useProgramme();
  return (reason: string) =>
    data?.settings.reasons.find(({ name }) => name === reason)?.label ?? reason;
}

const OWN_SERVICES = SERVICE_OPTIONS.map((option) => ({ ...option, offered: true }));

/** All services, in the order of a form. Until they are fetched, those that the site has by itself. */
export function useServices(): readonly { value: string; label: string; offered: boolean }[] {
  const { data } = useProgramme();
  return data?.settings.services ?? OWN_SERVICES;
}

/** What people call a service; its value, if nobody has added it here. */
export function useServiceLabel() {
  const services = useServices();
  return (service: string) => services.find(({ value }) => value === service)?.label ?? service;
}

/** The text of a field of a referral, as people read it. */
export function useFieldText() {
  const serviceLabel = useServiceLabel();
  return (field: CorrectedField | undefined, text: string) =>
    field === "service" ? serviceLabel(text) : text;
}

/** Sets a part of what was shown, unless somebody else has set something in the meantime. */
export function setProgramme(
  { version, settings }: ProgrammeView,
  change: Partial<ProgrammeDraft>,
) {
  const value = { version, settings: { ...settings, ...change } };
  return sendWrite<ProgrammeView>("/programme", { method: "PUT", value });
}

/** The newest version that was fetched. */
export const newestProgramme = () => queries.getQueryData<ProgrammeView>(KEY);

/** Whether there is work to be done on a referral: when it is closed, `open` is the stage before that. */
export const isOpen = ({ progress: { stage, open } }: HostedReferral): boolean => stage === open;
