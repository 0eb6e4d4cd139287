import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { TextPageLink } from "@/components/page/page";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { CodeField, type Frame, FramePage, Kept, Place } from "./frame";

/** Where everything is posted, and where the first page is opened. */
const PATH = "/p";

/** The page behind a link; without one it is for everybody. */
const LINK_PATH = "/r";

/** What a link preview shows of every page, whoever it is about. */
const PREVIEW = "What we store about you, and whether we may call you.";

/** The first page: for whoever has no script, or a link that does not work. With script, it sends itself. */
function Entrance() {
  return (
    <FramePage title="The page about you" description={PREVIEW}>
      <form method="post" action={PATH} className="frame-form" noValidate>
        <p>
          Somebody suggested that we call you, and sent you a link. Paste it here to see what we
          store about you, and to say whether we may call. You can also{" "}
          <a href={paths.contact}>write to us</a>.
        </p>
        <TextField
          label="The link that you were sent"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          name="token"
        />
        <Button type="submit">Open the page</Button>
      </form>
    </FramePage>
  );
}

/** What is stored about somebody who was referred, and their answers. */
function PersonPage() {
  return (
    <FramePage title="May we call you?" description={PREVIEW}>
      <form method="post" action={PATH} className="frame-form" noValidate>
        <div className="frame-text">
          <Place name="named">
            <p>
              <strong>
                <Place as="bdi" name="who" />
              </strong>{" "}
              suggested that we, {site.name}, call you.
            </p>
          </Place>
          <Place name="nameless">
            <p>Somebody you know suggested that we, {site.name}, call you.</p>
          </Place>
          <Place name="agreed">
            <p>You said that we may call you. You can take that back here, or by writing to us.</p>
          </Place>
          <Place name="unanswered">
            <p>
              You have not answered yet.
              <Place as="span" name="may-call">
                {" "}
                If you do nothing, we may call you.
              </Place>
            </p>
          </Place>
          <Place name="closed">
            <p>This referral is closed: we do not call about it any more.</p>
          </Place>
        </div>
        <div className="frame-text">
          <h2>What we were told</h2>
          <dl className="frame-facts">
            <Fact label="Your name" name="name" />
            <Fact label="Your number" name="number" />
            <Fact label="What it is about" name="service" />
            <Fact label="What was written about it" name="notes" part="written" />
            <Fact label="Given to us on" name="since" />
          </dl>
          <p>
            Whoever suggested you may earn points, and sees whether you have agreed. If you say no,
            they see only that it is closed, and what you have deleted leaves their list. Whoever
            has the link to this page can read it, so we check who answers: after each of these
            buttons we send a code to your number, and nothing changes until you type it.
          </p>
        </div>
        <Kept names={["token", "text"]} />
        <input type="hidden" name="want" value="code" />
        <Place name="open">
          <div className="frame-answers">
            <Answer
              title="Yes, call me"
              value="agree"
              button="You may call me"
              described="agreement"
            >
              <p>If you say yes, you agree to this:</p>
              <blockquote id="agreement" className="frame-agreement">
                <p>
                  <Place as="span" name="agreement" />
                </p>
              </blockquote>
              <TextField label="When is a good time?" optional autoComplete="off" name="when" />
              <TextField label="In which language?" optional autoComplete="off" name="language" />
              <Place name="agreed">
                <p>What you type here replaces what you told us before.</p>
              </Place>
            </Answer>
            <Answer title="No, not about this" value="refuse" button="Do not call me about this">
              <p>
                We close this referral and do not call you about it. What is stored stays until you
                have it deleted.
              </p>
            </Answer>
          </div>
        </Place>
        <Place name="closed">
          <div className="frame-text">
            <h2>Want a call after all?</h2>
            <p>
              <a href={LINK_PATH}>Ask us to call you</a>: you type what it is about, and a code that
              we send to your number.
            </p>
          </div>
        </Place>

        <Answer title="Never contact me" value="never" button="Never contact me">
          <p>
            We close every referral of your number, now and later, and call you about none. Only you
            can take that back, by asking us to call you. To recognise your number we keep a mark
            made from it that only our server can match.
          </p>
        </Answer>
        <Answer title="Delete my data" value="delete" button="Delete my data">
          <p>
            We delete what others gave us about you, and this link ends. It cannot be undone. Your
            own account stays, if you have one, and so does a mark made from your number, so that no
            old copy comes back. To stop calls if you are suggested again, press Never contact me
            first.
          </p>
        </Answer>
        <p>
          <a href={paths.contact}>Questions, or not your number any more? Write to us</a>
        </p>
        <p>
          <TextPageLink to={paths.privacy}>Privacy notice</TextPageLink>
        </p>
      </form>
    </FramePage>
  );
}

type FactProps = {
  label: string;
  name: string;
  /** The place around it, if it is not always there. */
  part?: string;
};

function Fact({ label, name, part }: FactProps) {
  const fact = (
    <>
      <dt>{label}</dt>
      <dd>
        <Place as="bdi" name={name} />
      </dd>
    </>
  );
  return part ? <Place name={part}>{fact}</Place> : <div>{fact}</div>;
}

type AnswerProps = {
  title: string;
  value: string;
  button: string;
  /** The id of what somebody agrees to by this button. */
  described?: string;
  children: ReactNode;
};

function Answer({ title, value, button, described, children }: AnswerProps) {
  return (
    <div className="frame-text">
      <h2>{title}</h2>
      {children}
      <Button
        type="submit"
        variant={value === "agree" ? "primary" : "quiet"}
        name="answer"
        value={value}
        aria-describedby={described}
      >
        {button}
      </Button>
    </div>
  );
}

/** The code that an answer needs. */
function PersonCode() {
  return (
    <FramePage title="Type the code" description={PREVIEW}>
      <form method="post" action={PATH} className="frame-form" noValidate>
        <Place name="agree">
          <p>
            Your answer: <strong>You may call me.</strong>
          </p>
        </Place>
        <Place name="refuse">
          <p>
            Your answer: <strong>Do not call me about this.</strong>
          </p>
        </Place>
        <Place name="never">
          <p>
            Your answer: <strong>Never contact me.</strong>
          </p>
        </Place>
        <Place name="delete">
          <p>
            Your answer: <strong>Delete my data.</strong>
          </p>
        </Place>
        <CodeField />
        <Kept names={["token", "answer", "challenge", "when", "language", "text"]} />
        <Button type="submit" name="want" value="done">
          Confirm my answer
        </Button>
        <Button type="submit" variant="quiet" name="want" value="code">
          Send the code again
        </Button>
        <Button type="submit" variant="quiet" name="want" value="back">
          Back, and do nothing
        </Button>
      </form>
    </FramePage>
  );
}

/** What somebody sees once their answer is stored. It is shown by its own address, so reloading it sends nothing. */
function End({ title, children }: { title: string; children: ReactNode }) {
  return (
    <FramePage title={title} description={PREVIEW}>
      <div className="frame-text">{children}</div>
    </FramePage>
  );
}

function Agreed() {
  return (
    <End title="We will call you">
      <p>Thank you. You said that we may call you about this.</p>
      <p>
        To change the time or the language, or to take it back, open the link that you were sent
        again.
      </p>
    </End>
  );
}

function Refused() {
  return (
    <End title="We will not call you about this">
      <p>
        We have closed this. What is stored stays until you have it deleted: for that, open the link
        that you were sent again.
      </p>
      <p>
        Want a call after all? <a href={LINK_PATH}>Ask us to call you</a>.
      </p>
    </End>
  );
}

function NeverContacted() {
  return (
    <End title="We will not contact you">
      <p>
        We have closed all referrals of your number, and will close every new one. The page behind
        your link says only that it is closed, so that nobody else can tell why.
      </p>
      <p>To have your data deleted as well, open the link that you were sent again.</p>
      <p>
        If you change your mind, <a href={LINK_PATH}>ask us to call you</a>: with a code sent to
        your number you can take this back there.
      </p>
    </End>
  );
}

function Deleted({ account = false }: { account?: boolean }) {
  return (
    <End title="Deleted">
      <p>What others gave us about you is deleted.</p>
      {account && (
        <p>
          Your own account is still here: <a href={paths.referral}>log in to delete it</a>.
        </p>
      )}
      <p>
        So that no old copy comes back, we keep a mark made from your number that only our server
        can match.
      </p>
    </End>
  );
}

/** The pages of somebody who was referred (docs/decisions/0021-a-persons-page-is-plain-html.md). */
export const personPages: readonly Frame[] = [
  { url: "/p/entrance", page: <Entrance />, script: "app/prerendering/frames/token.ts" },
  { url: "/p/page", page: <PersonPage /> },
  { url: "/p/code", page: <PersonCode /> },
  { url: "/p/agreed", page: <Agreed /> },
  { url: "/p/refused", page: <Refused /> },
  { url: "/p/never", page: <NeverContacted /> },
  { url: "/p/deleted", page: <Deleted /> },
  { url: "/p/deleted-but-account", page: <Deleted account /> },
];
