import type { Referral, ServiceChoice } from "@bindings";
import { type Ref, useEffect, useId, useImperativeHandle, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Button } from "@/components/button/button";
import { Checks } from "@/components/fields/checks";
import { ErrorSummary } from "@/components/fields/error-summary";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { TextPageLink } from "@/components/page/page";
import * as words from "@/content/generated/words/referral";
import { pathInLanguage, paths } from "@/paths";
import { type ReferralForm, referralDraft, useDraft } from "@/programme/drafts";
import { statusIn } from "./in-language";
import { programme } from "./programme";
import styles from "./referral.module.css";

/** How long the new entry is announced to screen readers, in milliseconds. */
const SPOKEN_MS = 2000;

/** What other parts of the page can do with the form. */
export type FormHandle = {
  /** Puts a text back into the form; `false` if something else is typed there. */
  putBack: (typed: ReferralForm) => boolean;
};

type Props = {
  guest: boolean;
  /** A sentence about what happens to a referral. It depends on where the records are. */
  explanation: string;
  services: readonly ServiceChoice[];
  /** Asks whether the person may be told who referred them, where there is somebody who would tell. */
  asksWho?: boolean;
  /** Where the focus goes from what was above it. */
  headingRef?: Ref<HTMLHeadingElement>;
  ref?: Ref<FormHandle>;
};

/** The answer to {@link Props.asksWho} by which the server may say it. */
export const SAYS_WHO = "yes";

/** What the page's address names: the service, if it is offered, and a vacancy or course. */
export function useNamed(services: readonly ServiceChoice[]) {
  const [query] = useSearchParams();
  const named = query.get("service");
  const service = services.find(({ value }) => value === named)?.value ?? "";
  return { service, opening: query.get("opening") ?? "" };
}

/** The title of the vacancy or course at this address; empty if the site has none there today, or cannot be reached. */
export function useTitle(opening: string): string {
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (opening === "") return;
    const read = async () =>
      (await (await fetch(pathInLanguage("/openings.json"))).json()) as typeof titles;
    read().then(setTitles, () => undefined);
  }, [opening]);
  return Object.hasOwn(titles, opening) ? (titles[opening] ?? "") : "";
}

/** The Refer Someone form. What was typed is kept in this tab until the referral is stored. */
export function ReferForm({
  guest,
  explanation,
  services,
  asksWho = false,
  headingRef,
  ref,
}: Props) {
  const heading = useId();
  const draft = useFilledIn(useNamed(services));
  const title = useTitle(draft.text.opening);
  const [listed, setListed] = useState("");
  const { form, field, summary, focus } = useForm(draft, async ({ sayWho, opening, ...text }) => {
    const outcome = await programme.submit(text, {
      ...(sayWho === SAYS_WHO && { sayWho: true }),
      ...(opening !== "" && { opening: { address: opening, title } }),
    });
    if (outcome.outcome === "accepted" && outcome.value && !guest) {
      setListed(newEntry(outcome.value));
    }
    return outcome;
  });

  // After the announcement the text is on the page only once, in the list.
  useEffect(() => {
    if (listed === "") return;
    const timer = setTimeout(() => setListed(""), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [listed]);

  useImperativeHandle(ref, () => ({
    putBack(kept) {
      if (!referralDraft.isEmpty) return false;
      referralDraft.change(kept);
      focus();
      return true;
    },
  }));

  return (
    <section className={styles.refer} aria-labelledby={heading}>
      <h2 ref={headingRef} id={heading} tabIndex={-1}>
        {words.refer}
      </h2>
      <form {...form} className={styles.fields}>
        <ErrorSummary {...summary} />
        {guest && (
          <fieldset className={styles.group}>
            <legend>{words.you}</legend>
            <TextField
              label={words.yourName}
              autoComplete="name"
              required
              {...field("referrerName")}
            />
            <TextField
              label={words.yourPhone}
              type="tel"
              autoComplete="tel"
              required
              {...field("referrerPhone")}
            />
          </fieldset>
        )}
        <fieldset className={styles.group}>
          <legend>{words.person}</legend>
          <TextField
            label={words.personName}
            autoComplete="off"
            required
            {...field("referredName")}
          />
          <TextField
            label={words.personPhone}
            type="tel"
            autoComplete="off"
            required
            {...field("referredPhone")}
          />
          <SelectField
            label={words.service}
            options={services}
            placeholder={words.selectService}
            required
            {...field("service")}
          />
          <div className={styles.opening}>
            <TextField label={words.opening} readOnly name="openingTitle" value={title} />
            <input type="hidden" name="opening" value={draft.text.opening} />
          </div>
          <TextAreaField label={words.additionalNotes} optional rows={3} {...field("notes")} />
        </fieldset>
        {asksWho && (
          <Checks
            legend={words.maySayWho}
            options={[{ value: SAYS_WHO, label: words.sayMyName }]}
            {...field("sayWho")}
          />
        )}
        <p className={styles.explanation}>{explanation}</p>
        <Button type="submit" pending={draft.sending} pendingLabel={words.submitting}>
          {words.submit}
        </Button>
        <p className={styles.actions}>
          <TextPageLink to={paths.howItWorks}>{words.howItWorks}</TextPageLink>
          <TextPageLink to={paths.privacy}>{words.privacy}</TextPageLink>
        </p>
      </form>
      <output className="visually-hidden">{listed}</output>
    </section>
  );
}

/** What is typed, with this vacancy or course, and with this service until another one is chosen. They are no draft. */
function useFilledIn({ service, opening }: ReturnType<typeof useNamed>) {
  const draft = useDraft(referralDraft);
  const filledIn = (text: ReferralForm) => ({
    ...text,
    service: text.service || service,
    opening: text.opening || opening,
  });
  return {
    ...draft,
    text: filledIn(draft.text),
    submit: (deliver: (text: ReferralForm) => Promise<boolean>) =>
      draft.submit((text) => deliver(filledIn(text))),
  };
}

/** Announces the new entry of the list for screen readers. */
function newEntry({ referredName, status, points }: Referral): string {
  return words.newEntry({ name: referredName, status: statusIn(status), points });
}
