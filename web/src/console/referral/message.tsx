/** What is said to the referrer, as a text message or in WhatsApp, with a template or without. */
import {
  type FilledTemplates,
  type HostedReferral,
  type Notice,
  type ReferralCommand,
  type Template,
} from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useQuery } from "@tanstack/react-query";
import { SelectField, TextAreaField } from "@/components/fields/field";
import { type FormOutcome, type FormText, useForm } from "@/components/fields/use-form";
import { SmallButton } from "@/console/parts/buttons";
import { Failure } from "@/console/parts/listing";
import { fetchJson, referralPath, sendCommand } from "@/console/server";
import type { Typed } from "./typed";
import styles from "./referral.module.css";

type Props = { referral: HostedReferral; typed: FormText<keyof Typed> };

export default function Message({ referral, typed }: Props) {
  const found = useQuery({
    queryKey: ["templates", referral.key, referral.version],
    queryFn: () => fetchJson<FilledTemplates>(`${referralPath(referral)}/templates`),
    placeholderData: (before: FilledTemplates | undefined) => before,
  });
  const { data } = found;
  const { form, field } = useForm(typed, async ({ words }, way) =>
    way === "whatsapp" && data?.digits
      ? openWhatsApp(data.digits, words, () => say(referral, way, words))
      : say(referral, "text", words),
  );
  if (!data) return <Failure of={found} />;
  const { templates, ways } = data;
  const { referrerName, referredName } = referral.referral;
  const whyNot = ways.flatMap(({ why }) => why ?? []);
  const may = (way: string) => ways.some((it) => it.way === way && it.refused === null);

  /** Puts a template at the end of what was typed, in the place of the one before. */
  function insert(label: string) {
    const { template, words } = typed.text;
    const before = wordsOf(template, templates);
    const own =
      before && words.endsWith(before)
        ? words.slice(0, -before.length)
        : words.trim() && `${words.trimEnd()}\n\n`;
    typed.change({ template: label, words: own + wordsOf(label, templates) });
  }

  return (
    // Enter begins a line and sends nothing, because what was sent cannot be taken back.
    <form {...form}>
      <p>
        To {referrerName || "the referrer"}, who referred {referredName}.
      </p>
      {[...new Set(whyNot)].map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
      {templates.length > 0 && (
        <SelectField
          label="Template"
          placeholder="Choose a template"
          options={templates.map(({ label }) => ({ value: label, label }))}
          {...field("template")}
          onChange={({ target }) => insert(target.value)}
        />
      )}
      <TextAreaField
        label="Message"
        rows={5}
        maxLength={CONSOLE_LIMITS.wordsMax}
        {...field("words")}
      />
      <div className={styles.send}>
        {may("text") && (
          <SmallButton type="submit" value="text" pending={typed.sending}>
            Send as a text
          </SmallButton>
        )}
        {may("whatsapp") && (
          <SmallButton type="submit" value="whatsapp" pending={typed.sending}>
            Open in WhatsApp<span className="visually-hidden"> (in another tab)</span>
          </SmallButton>
        )}
        <span>The referrer reads it, and it cannot be undone.</span>
      </div>
    </form>
  );
}

const wordsOf = (label: string, templates: readonly Template[]) =>
  templates.find((it) => it.label === label)?.words ?? "";

type Way = Extract<ReferralCommand, { kind: "say" }>["way"];

const say = (referral: HostedReferral, way: Way, words: string) =>
  sendCommand(referral, { kind: "say", way, words });

/**
 * Opens WhatsApp with these words once they are recorded. The tab is opened before that, because
 * browsers block what is opened later than the press.
 */
async function openWhatsApp(digits: string, words: string, record: () => Promise<FormOutcome>) {
  const tab = words.trim() ? window.open("", "_blank") : null;
  const reply = await record();
  if (reply.outcome !== "accepted") {
    tab?.close();
    return reply;
  }
  if (!tab) return { ...reply, notice: BLOCKED };
  tab.opener = null;
  tab.location.replace(`https://wa.me/${digits}?text=${encodeURIComponent(words.trim())}`);
  return reply;
}

const BLOCKED: Notice = {
  title: "WhatsApp Not Opened",
  description:
    "The history keeps what you wrote, but the browser has opened no tab. Allow pop-ups for this site.",
  variant: "destructive",
};
