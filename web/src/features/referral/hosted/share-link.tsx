import type { LinkView, OwnLink } from "@bindings";
import { HOSTED_LIMITS } from "@bindings/hosted";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button, PlainButtonLink } from "@/components/button/button";
import { FormDialog } from "@/components/dialog/form-dialog";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { useFormText } from "@/components/use-pending";
import { site } from "@/content/generated/site";
import type { HostedActions, HostedState } from "@/programme/programme";
import { useNamed, useTitle } from "../refer-form";
import { Section } from "../section";
import styles from "../referral.module.css";
import own from "./share-link.module.css";

/** The longest text that is shared, in letters: it is one message. */
const WORDS_MAX = 500;

/** What the text says until the member changes it. */
const WORDS = `${site.name} may be able to help you. If you like, leave your name and number here, and they call you:`;

const ANY_SERVICE = { value: "", label: "Any service" };

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
  // Here, so that a new link keeps it.
  const [words, setWords] = useState(WORDS);
  if (!plain) return null;
  const link = plain.link;
  return (
    <Section
      title="Share your link"
      explanation="The better way: your friend opens it, types their own name and number, and agrees that we call them. It is your referral all the same. You see their name, but neither their number nor their notes."
    >
      {link ? (
        <Shared
          link={link}
          shared={isFor ? forIt?.link : link}
          counts={plain}
          words={words}
          onWords={setWords}
          actions={actions}
          choice={
            <SelectField
              label="For"
              hint={title}
              error={error ? noticeOf(error).description : undefined}
              options={[ANY_SERVICE, ...services]}
              value={service}
              onChange={({ target }) => setService(target.value)}
            />
          }
        />
      ) : (
        <NameForm name="" button="Create my link" actions={actions} />
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
  words: string;
  onWords: (words: string) => void;
  actions: HostedActions;
  /** Chooses the service that the page has selected. */
  choice: ReactNode;
};

function Shared({ link, shared, counts, words, onWords, actions, choice }: SharedProps) {
  const [renewing, setRenewing] = useState(false);
  const address = shared?.address ?? "";
  const message = `${words.trim()} ${address}`.trim();
  return (
    <div className={own.shared}>
      <div className={styles.stack}>
        {shared && (
          <p>
            <a href={address} className={own.address}>
              {address.replace(/^https?:\/\//, "")}
            </a>
          </p>
        )}
        {choice}
        <TextAreaField
          label="What you write with it"
          hint="The link follows. We do not store this text."
          rows={3}
          maxLength={WORDS_MAX}
          value={words}
          onChange={({ target }) => onWords(target.value)}
        />
        {shared && (
          <div className={styles.actions}>
            {"share" in navigator && <Button onClick={() => void share(message)}>Share…</Button>}
            <PlainButtonLink
              href={`https://wa.me/?text=${encodeURIComponent(message)}`}
              target="_blank"
              rel="noreferrer"
            >
              WhatsApp
            </PlainButtonLink>
            <Button variant="quiet" onClick={() => void copy(address)}>
              Copy link
            </Button>
          </div>
        )}
        <p>{countsOf(counts)}</p>
        <details>
          <summary>Name on the page, or a new link</summary>
          <div className={styles.stack}>
            <NameForm name={link.name} button="Save the name" actions={actions} />
            <div>
              <Button variant="quiet" onClick={() => setRenewing(true)}>
                Make a new link…
              </Button>
            </div>
          </div>
        </details>
      </div>
      {shared && <QrPicture link={shared} />}
      {renewing && (
        <FormDialog
          title="Make a new link?"
          explanation="The one that you have shared stops working at once, on paper as well. Whoever opens it can still write to us, but it is not your referral any more."
          button="Make a new link"
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
        label="Name on the page"
        hint="Whoever opens the link reads that you suggest us. Leave it empty if we are not to name you."
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
      alt="QR code of your link"
    />
  );
}

/** What came of the member's links. */
function countsOf({ opened, submitted }: OwnLink): string {
  const times = opened === 1 ? "once" : `${opened.toLocaleString()} times`;
  const people = submitted === 1 ? "1 person" : `${submitted.toLocaleString()} people`;
  if (opened === 0 && submitted === 0) return "Nobody has opened it yet.";
  return `Your links were opened ${times}, and ${people} asked us to call.`;
}

/** Opens the device's own way to share. Whoever closes it has changed their mind. */
async function share(text: string) {
  await navigator.share({ text }).catch(() => undefined);
}

async function copy(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    notify({ title: "Copied", description: "The link can be pasted now.", variant: "default" });
  } catch {
    notify({
      title: "Not Copied",
      description: "Your browser does not allow it. Mark the link and copy it by hand.",
      variant: "destructive",
    });
  }
}
