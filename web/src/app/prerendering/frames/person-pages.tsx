import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { Link } from "@/components/link/link";
import { TextPageLink } from "@/components/page/page";
import { others } from "@/content/generated/language";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/frames";
import { pathInLanguage, paths } from "@/paths";
import { CodeField, type Frame, FramePage, Kept, OtherLanguages, Place, WriteToUs } from "./frame";

/** Where everything is posted, and where the first page is opened. */
const PATH = "/p";
const POSTED = pathInLanguage(PATH);

/** The page behind a link; without one it is for everybody. */
const LINK_PATH = pathInLanguage("/r");

/** What a link preview shows of every page, whoever it is about. */
const PREVIEW = words.personDescription;

/** The first page: for whoever has no script, or a link that does not work. With script, it sends itself. */
function Entrance() {
  return (
    <FramePage title={words.entranceTitle} description={PREVIEW}>
      <OtherLanguages addressIn={(of) => pathInLanguage(PATH, of)} />
      <form method="post" action={POSTED} className="frame-form" noValidate>
        <p>{words.entranceLead({ write: <WriteToUs /> })}</p>
        <TextField
          label={words.linkSent}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          name="token"
        />
        <Button type="submit">{words.openPage}</Button>
      </form>
    </FramePage>
  );
}

/** The way to this page in another language: its address has no token, so a form takes it there. */
function SameInOtherLanguages() {
  if (others.length === 0) return null;
  return (
    <form method="post" className="frame-languages" aria-label={words.languages}>
      {/* The server writes it here. */}
      <input type="hidden" name="token" value="{token}" />
      {others.map(({ name, tag, base: of }) => (
        <Button
          key={tag}
          type="submit"
          variant="quiet"
          formAction={pathInLanguage(PATH, of)}
          lang={tag}
        >
          {name}
        </Button>
      ))}
    </form>
  );
}

/** What is stored about somebody who was referred, and their answers. */
function PersonPage() {
  return (
    <FramePage title={words.personTitle} description={PREVIEW}>
      <SameInOtherLanguages />
      <form method="post" action={POSTED} className="frame-form" noValidate>
        <div className="frame-text">
          <Place name="named">
            <p>
              {words.suggested({
                name: (
                  <strong>
                    <Place as="bdi" name="who" />
                  </strong>
                ),
                company: site.name,
              })}
            </p>
          </Place>
          <Place name="nameless">
            <p>{words.suggestedNameless({ company: site.name })}</p>
          </Place>
          <Place name="agreed">
            <p>{words.saidYes}</p>
          </Place>
          <Place name="unanswered">
            <p>
              {words.unanswered}
              <Place as="span" name="may-call">
                {" "}
                {words.mayCall}
              </Place>
            </p>
          </Place>
          <Place name="closed">
            <p>{words.closed}</p>
          </Place>
        </div>
        <div className="frame-text">
          <h2>{words.told}</h2>
          <dl className="frame-facts">
            <Fact label={words.factName} name="name" />
            <Fact label={words.factNumber} name="number" />
            <Fact label={words.factService} name="service" />
            <Fact label={words.factNotes} name="notes" part="written" />
            <Fact label={words.factSince} name="since" />
          </dl>
          <p>{words.whoSees}</p>
        </div>
        <Kept names={["token", "text"]} />
        <input type="hidden" name="want" value="code" />
        <Place name="open">
          <div className="frame-answers">
            <Answer title={words.yesTitle} value="agree" button={words.yes} described="agreement">
              <p>{words.yesText}</p>
              <blockquote id="agreement" className="frame-agreement">
                <p>
                  <Place as="span" name="agreement" />
                </p>
              </blockquote>
              <TextField label={words.when} optional autoComplete="off" name="when" />
              <TextField label={words.language} optional autoComplete="off" name="language" />
              <Place name="agreed">
                <p>{words.replaces}</p>
              </Place>
            </Answer>
            <Answer title={words.noTitle} value="refuse" button={words.no}>
              <p>{words.noText}</p>
            </Answer>
          </div>
        </Place>
        <Place name="closed">
          <div className="frame-text">
            <h2>{words.afterAll}</h2>
            <p>{words.afterAllAsk({ ask: <a href={LINK_PATH}>{words.askUs}</a> })}</p>
          </div>
        </Place>

        <Answer title={words.never} value="never" button={words.never}>
          <p>{words.neverText}</p>
        </Answer>
        <Answer title={words.deleteData} value="delete" button={words.deleteData}>
          <p>{words.deleteText}</p>
        </Answer>
        <p>
          <Link to={paths.contact}>{words.questions}</Link>
        </p>
        <p>
          <TextPageLink to={paths.privacy}>{words.privacy}</TextPageLink>
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
    <FramePage title={words.codeTitle} description={PREVIEW}>
      <form method="post" action={POSTED} className="frame-form" noValidate>
        <Given name="agree" answer={words.answerYes} />
        <Given name="refuse" answer={words.answerNo} />
        <Given name="never" answer={words.answerNever} />
        <Given name="delete" answer={words.answerDelete} />
        <CodeField />
        <Kept names={["token", "answer", "challenge", "when", "language", "text"]} />
        <Button type="submit" name="want" value="done">
          {words.confirm}
        </Button>
        <Button type="submit" variant="quiet" name="want" value="code">
          {words.sendAgain}
        </Button>
        <Button type="submit" variant="quiet" name="want" value="back">
          {words.back}
        </Button>
      </form>
    </FramePage>
  );
}

/** The answer that was given, if it is this one. */
function Given({ name, answer }: { name: string; answer: string }) {
  return (
    <Place name={name}>
      <p>{words.yourAnswer({ answer: <strong>{answer}</strong> })}</p>
    </Place>
  );
}

type EndProps = { title: string; url: string; children: ReactNode };

/** What somebody sees once their answer is stored. It is shown by its own address, so reloading it sends nothing. */
function End({ title, url, children }: EndProps) {
  return (
    <FramePage title={title} description={PREVIEW}>
      <OtherLanguages addressIn={(of) => pathInLanguage(url, of)} />
      <div className="frame-text">{children}</div>
    </FramePage>
  );
}

/** The end with this address and title. */
function end(url: string, title: string, children: ReactNode): Frame {
  return {
    url,
    page: (
      <End title={title} url={url}>
        {children}
      </End>
    ),
  };
}

const AGREED = (
  <>
    <p>{words.agreed}</p>
    <p>{words.agreedChange}</p>
  </>
);

const REFUSED = (
  <>
    <p>{words.refused}</p>
    <p>{words.refusedAfterAll({ ask: <a href={LINK_PATH}>{words.askUs}</a> })}</p>
  </>
);

const NEVER_CONTACTED = (
  <>
    <p>{words.neverDone}</p>
    <p>{words.neverDelete}</p>
    <p>{words.neverChange({ ask: <a href={LINK_PATH}>{words.askUsWithin}</a> })}</p>
  </>
);

/** Where somebody deletes their own account. */
const LOG_IN = <a href={pathInLanguage(paths.referral)}>{words.logInToDelete}</a>;

function Deleted({ account = false }: { account?: boolean }) {
  return (
    <>
      <p>{words.deleted}</p>
      {account && <p>{words.deletedAccount({ link: LOG_IN })}</p>}
      <p>{words.deletedMark}</p>
    </>
  );
}

/** The pages of somebody who was referred (docs/decisions/0021-a-persons-page-is-plain-html.md). */
export const personPages: readonly Frame[] = [
  {
    url: "/p/entrance",
    shownAt: PATH,
    page: <Entrance />,
    script: "app/prerendering/frames/token.ts",
  },
  { url: "/p/page", page: <PersonPage /> },
  { url: "/p/code", page: <PersonCode /> },
  end("/p/agreed", words.agreedTitle, AGREED),
  end("/p/refused", words.refusedTitle, REFUSED),
  end("/p/never", words.neverTitle, NEVER_CONTACTED),
  end("/p/deleted", words.deletedTitle, <Deleted />),
  end("/p/deleted-but-account", words.deletedTitle, <Deleted account />),
];
