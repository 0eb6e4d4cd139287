import { SERVICE_OPTIONS } from "@bindings";
import { Button } from "@/components/button/button";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { TextPageLink } from "@/components/page/page";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/frames";
import { pathInLanguage, paths } from "@/paths";
import { CodeField, type Frame, FramePage, Kept, OtherLanguages, Place, WriteToUs } from "./frame";

/** What a link preview shows of every link, whoever shares it and whether or not it is good. */
const PREVIEW = words.linkDescription;

/**
 * What somebody types who opens a link that was shared with them (`/r/CODE`). The address of the page in another
 * language has the code in it, which the page does not know, so the server answers this query with that address.
 */
function LinkDetails() {
  return (
    <FramePage title={words.linkTitle} description={PREVIEW}>
      <OtherLanguages addressIn={(base) => `?language=${base.slice(1) || "en"}`} />
      <div className="frame-text">
        <Place name="sharer">
          <p>
            {words.recommends({
              name: (
                <strong>
                  <Place as="bdi" name="name" />
                </strong>
              ),
              company: site.name,
            })}
          </p>
        </Place>
        <p>{words.linkLead({ company: site.name })}</p>
      </div>
      <form method="post" className="frame-form" noValidate>
        <TextField label={words.yourName} autoComplete="name" required name="referredName" />
        <TextField
          label={words.yourPhone}
          hint={words.yourPhoneHint}
          type="tel"
          autoComplete="tel"
          required
          name="mobile"
        />
        <SelectField
          label={words.service}
          options={SERVICE_OPTIONS}
          placeholder={words.selectService}
          required
          name="service"
        />
        <div className="frame-opening">
          <TextField label={words.opening} readOnly name="openingTitle" value="" />
          <input type="hidden" name="opening" value="" />
        </div>
        <TextAreaField label={words.additionalNotes} optional rows={3} name="notes" />
        <p id="agreement" className="frame-agreement">
          <Place as="span" name="agreement" />
        </p>
        <div className="frame-check">
          <input
            type="checkbox"
            id="agreed"
            aria-describedby="agreement"
            name="agreed"
            value="yes"
            required
          />
          <label htmlFor="agreed">{words.agree}</label>
        </div>
        <input type="hidden" name="text" value="" />
        <Button type="submit">{words.sendCode}</Button>
        <p>
          <TextPageLink to={paths.privacy}>{words.privacy}</TextPageLink>
        </p>
      </form>
    </FramePage>
  );
}

/** What the second step has of the first: the texts, and what was agreed to in which version. */
const KEPT = [
  "challenge",
  "referredName",
  "mobile",
  "service",
  "opening",
  "notes",
  "agreed",
  "text",
];

/** The second step: the code that was sent. The hidden fields keep what was typed before. */
function LinkCode() {
  return (
    <FramePage title={words.codeTitle} description={PREVIEW}>
      <form method="post" className="frame-form" noValidate>
        <CodeField />
        <Kept names={KEPT} />
        <Button type="submit">{words.sendRequest}</Button>
        <Button type="submit" variant="quiet" name="step" value="again" formNoValidate>
          {words.sendAgain}
        </Button>
        <Button type="submit" variant="quiet" name="step" value="back" formNoValidate>
          {words.changeTyped}
        </Button>
      </form>
    </FramePage>
  );
}

/**
 * For whoever has asked never to be contacted, and has just proved the number: nobody else is told. What they typed,
 * and the code, are kept for the one answer that there is.
 */
function LinkNever() {
  return (
    <FramePage title={words.askedNeverTitle} description={PREVIEW}>
      <form method="post" className="frame-form" noValidate>
        <div className="frame-text">
          <p>{words.askedNever}</p>
          <p>{words.askedNeverRight}</p>
          <h2>{words.changedMind}</h2>
          <p>{words.takeBack}</p>
        </div>
        <Kept names={["code", ...KEPT]} />
        <Button type="submit" name="never" value="taken-back">
          {words.takenBack}
        </Button>
      </form>
    </FramePage>
  );
}

const DONE = "/r/done";

/** What is shown at the end, whatever link it was. */
function LinkDone() {
  return (
    <FramePage title={words.requestTitle} description={PREVIEW}>
      <OtherLanguages addressIn={(base) => pathInLanguage(DONE, base)} />
      <div className="frame-text">
        <p>{words.requestThanks}</p>
        <p>{words.requestChange({ write: <WriteToUs /> })}</p>
      </div>
    </FramePage>
  );
}

/** The pages behind a link (docs/decisions/0022-a-link-without-react.md). */
export const linkPages: readonly Frame[] = [
  { url: "/r/details", shownAt: "/r", page: <LinkDetails /> },
  { url: "/r/code", page: <LinkCode /> },
  { url: "/r/never", page: <LinkNever /> },
  { url: DONE, page: <LinkDone /> },
];
