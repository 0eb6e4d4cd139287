import type { LinkView, OwnLink } from "@bindings";
import { HOSTED_LIMITS } from "@bindings/hosted";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button, PlainButtonLink } from "@/components/button/button";
import { FormDialog } from "@/components/dialog/form-dialog";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { useLostFocus } from "@/components/focus";
import { useFormText } from "@/components/use-pending";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/sharing";
import type { HostedActions, HostedState } from "@/programme/programme";
import { useNamed, useTitle } from "../refer-form";
import { Section } from "../section";
import styles from "../referral.module.css";
import own from "./share-link.module.css";

/** The longest text that is shared, in letters: it is one message. */
const WORDS_MAX = 500;

/** What the text says until the member changes it. */
const WORDS = words.message({ company: site.name });

const ANY_SERVICE = { value: "", label: words.anyService };

type Props = Pick<HostedState, "client" | "actions" | "services">;

/** The member's link: to copy, to send, to show as a QR code, and what came of it. */
export function ShareLink({ client, actions, services }: Props) {
  const named = useNamed(services);
  const [service, setService] = useState(named.service);
  const opening = service === named.service ? named.opening : "";
  const title = useTitle(opening);
  const isFor = service !== "" || opening !== "";
  const { data: plain } = useQuery(
    { queryKey: ["link"], queryFn: () => client.fetchJson<OwnLink>("/me/link") },
    client.queries,
  );
  const { data: forIt, error } = useQuery(
    {
      queryKey: ["link", service, opening],
      queryFn: () =>
        client.fetchJson<OwnLink>(`/me/link?${new URLSearchParams({ service, opening })}`),
      enabled: isFor,
    },
    client.queries,
  );
  const shown = useRef<HTMLDivElement>(null);
  useLostFocus(plain !== undefined && !plain.link, () =>
    shown.current?.closest("section")?.querySelector("h2"),
  );
  // Here, so that a new link keeps it.
  const [text, setText] = useState(WORDS);
  if (!plain) return null;
  const link = plain.link;
  return (
    <Section title={words.shareLink} explanation={words.shareLead}>
      {link ? (
        <Shared
          ref={shown}
          link={link}
          shared={isFor ? forIt?.link : link}
          counts={plain}
          text={text}
          onText={setText}
          actions={actions}
          choice={
            <SelectField
              label={words.forWhat}
              hint={title}
              error={error ? noticeOf(error).description : undefined}
              options={[ANY_SERVICE, ...services]}
              value={service}
              onChange={({ target }) => setService(target.value)}
            />
          }
        />
      ) : (
        <NameForm name="" button={words.create} actions={actions} />
      )}
    </Section>
  );
}

type SharedProps = {
  link: LinkView;
  /** The same for what it is shared for, once that is known. */
  shared: LinkView | undefined;
  counts: OwnLink;
  /** What the member writes with it. */
  text: string;
  onText: (text: string) => void;
  actions: HostedActions;
  /** Chooses the service that the page has selected. */
  choice: ReactNode;
  ref: Ref<HTMLDivElement>;
};

function Shared({ link, shared, counts, text, onText, actions, choice, ref }: SharedProps) {
  const [renewing, setRenewing] = useState(false);
  const address = shared?.address ?? "";
  const message = `${text.trim()} ${address}`.trim();
  return (
    <div ref={ref} className={own.shared}>
      <div className={styles.stack}>
        {shared && (
          <p>
            <a href={address} className={own.address} dir="ltr">
              {address.replace(/^https?:\/\//, "")}
            </a>
          </p>
        )}
        {choice}
        <TextAreaField
          label={words.messageLabel}
          hint={words.messageHint}
          rows={3}
          maxLength={WORDS_MAX}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
        {shared && (
          <div className={styles.actions}>
            {"share" in navigator && (
              <Button onClick={() => void share(message)}>{words.share}</Button>
            )}
            <PlainButtonLink
              href={`https://wa.me/?text=${encodeURIComponent(message)}`}
              target="_blank"
              rel="noreferrer"
            >
              {words.whatsapp}
            </PlainButtonLink>
            <Button variant="quiet" onClick={() => void copy(address)}>
              {words.copy}
            </Button>
          </div>
        )}
        <p>{countsOf(counts)}</p>
        <details>
          <summary>{words.nameOrNew}</summary>
          <div className={styles.stack}>
            <NameForm name={link.name} button={words.saveName} actions={actions} />
            <div>
              <Button variant="quiet" onClick={() => setRenewing(true)}>
                {words.newLink}
              </Button>
            </div>
          </div>
        </details>
      </div>
      {shared && <QrPicture link={shared} />}
      {renewing && (
        <FormDialog
          title={words.newLinkTitle}
          explanation={words.newLinkLead}
          button={words.newLinkNow}
          initial={{}}
          deliver={() => actions.setLink({ name: link.name, renew: true })}
          onClose={() => setRenewing(false)}
        />
      )}
    </div>
  );
}

type NameProps = {
  /** The present one. */
  name: string;
  button: string;
  actions: HostedActions;
};

/** The name that whoever opens the link reads. The first one makes the link. */
function NameForm({ name, button, actions }: NameProps) {
  const text = useFormText({ referrerName: name });
  const { form, field } = useForm(text, ({ referrerName }) =>
    actions.setLink({ name: referrerName, renew: false }),
  );
  return (
    <form {...form} className={styles.stack}>
      <TextField
        label={words.pageName}
        hint={words.pageNameHint}
        autoComplete="nickname"
        maxLength={HOSTED_LIMITS.leaderNameMax}
        optional
        {...field("referrerName")}
      />
      <div>
        <Button type="submit" variant={name === "" ? "primary" : "quiet"} pending={text.sending}>
          {button}
        </Button>
      </div>
    </form>
  );
}

/** The link for the camera of somebody who stands beside the member. It is dark on light in every scheme. */
function QrPicture({ link: { qr } }: Pick<SharedProps, "link">) {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${qr.side} ${qr.side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${qr.side}v${qr.side}H0z"/><path d="${qr.path}"/></svg>`;
  return (
    <img
      className={own.qr}
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
      width={192}
      height={192}
      alt={words.qr}
    />
  );
}

/** What came of the member's links. */
function countsOf({ opened, submitted }: OwnLink): string {
  if (opened === 0 && submitted === 0) return words.notOpened;
  return words.counts({ opened, submitted });
}

/** Opens the device's own way to share. Whoever closes it has changed their mind. */
async function share(text: string) {
  await navigator.share({ text }).catch(() => undefined);
}

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    notify({ title: words.copied, description: words.copiedLead, variant: "default" });
  } catch {
    notify({
      title: words.notCopied,
      description: words.notCopiedLead,
      variant: "destructive",
    });
  }
}
