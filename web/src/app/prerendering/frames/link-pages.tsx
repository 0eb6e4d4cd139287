import { SERVICE_OPTIONS } from "@bindings";
import { Button } from "@/components/button/button";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { TextPageLink } from "@/components/page/page";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { CodeField, type Frame, FramePage, Kept, Place } from "./frame";

/** What a link preview shows of every link, whoever shares it and whether or not it is good. */
const PREVIEW = {
  title: "Tell us what you need",
  description: "Leave your name and number, and we call you about the service you choose.",
};

/** What somebody types who opens a link that was shared with them (`/r/CODE`). */
function LinkDetails() {
  return (
    <FramePage {...PREVIEW}>
      <div className="frame-text">
        <Place name="sharer">
          <p>
            <strong>
              <Place as="bdi" name="name" />
            </strong>{" "}
            recommends us, {site.name}, to you.
          </p>
        </Place>
        <p>
          Type your own name and number and choose a service. We, {site.name}, then call you. If
          this link is still in use, whoever shared it sees your name, the service and what comes of
          it, but neither your number nor your notes, and may earn points.
        </p>
      </div>
      <form method="post" className="frame-form" noValidate>
        <TextField label="Your Name" autoComplete="name" required name="referredName" />
        <TextField
          label="Your Phone Number"
          hint="We send a code to it. We get your request only when you type the code on the next page."
          type="tel"
          autoComplete="tel"
          required
          name="mobile"
        />
        <SelectField
          label="Service"
          options={SERVICE_OPTIONS}
          placeholder="Select a service"
          required
          name="service"
        />
        <div className="frame-opening">
          <TextField label="Vacancy or course" readOnly name="openingTitle" value="" />
          <input type="hidden" name="opening" value="" />
        </div>
        <TextAreaField label="Additional Notes" optional rows={3} name="notes" />
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
          <label htmlFor="agreed">I agree to this.</label>
        </div>
        <input type="hidden" name="text" value="" />
        <Button type="submit">Send me a code</Button>
        <p>
          <TextPageLink to={paths.privacy}>Privacy notice</TextPageLink>
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
    <FramePage title="Type the code" description={PREVIEW.description}>
      <form method="post" className="frame-form" noValidate>
        <CodeField />
        <Kept names={KEPT} />
        <Button type="submit">Send my request</Button>
        <Button type="submit" variant="quiet" name="step" value="again" formNoValidate>
          Send the code again
        </Button>
        <Button type="submit" variant="quiet" name="step" value="back" formNoValidate>
          Change what I typed
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
    <FramePage title="You asked us never to contact you" description={PREVIEW.description}>
      <form method="post" className="frame-form" noValidate>
        <div className="frame-text">
          <p>
            You told us so for this number. So we do not call you, and have stored nothing of what
            you typed. Nobody else learns of it, nor does whoever shared the link.
          </p>
          <p>If that is still right, close this page.</p>
          <h2>If you have changed your mind</h2>
          <p>
            You can take it back. Then we call you about what you typed, and others may suggest you
            to us again. What we closed before stays closed.
          </p>
        </div>
        <Kept names={["code", ...KEPT]} />
        <Button type="submit" name="never" value="taken-back">
          I take it back: call me
        </Button>
      </form>
    </FramePage>
  );
}

/** What is shown at the end, whatever link it was. */
function LinkDone() {
  return (
    <FramePage title="We have your request" description={PREVIEW.description}>
      <div className="frame-text">
        <p>Thank you. We will call you about the service that you chose.</p>
        <p>
          You can change your mind at any time. Tell us when we call, or{" "}
          <a href={paths.contact}>write to us</a>: we stop, tell you what we store about you, or
          delete it.
        </p>
      </div>
    </FramePage>
  );
}

/** The pages behind a link (docs/decisions/0022-a-link-without-react.md). */
export const linkPages: readonly Frame[] = [
  { url: "/r/details", shownAt: "/r", page: <LinkDetails /> },
  { url: "/r/code", page: <LinkCode /> },
  { url: "/r/never", page: <LinkNever /> },
  { url: "/r/done", page: <LinkDone /> },
];
