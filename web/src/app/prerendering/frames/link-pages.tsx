import { SERVICE_OPTIONS } from "@bindings";
import { Button } from "@/components/button/button";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { TextPageLink } from "@/components/page/page";
import { paths } from "@/paths";
import { type Frame, FramePage, Place } from "./frame";

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
        <Place name="sharer" />
        <p>
          Type your own name and number and choose a service. We call you about it. Whoever shared
          this link with you sees your name, the service and what becomes of it, but neither your
          number nor your notes.
        </p>
      </div>
      <form method="post" className="frame-form" noValidate>
        <TextField label="Your Name" autoComplete="name" required name="referredName" />
        <TextField
          label="Your Phone Number"
          hint="We send a code to it, to see that it is yours."
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
        <TextAreaField label="Additional Notes" optional rows={3} name="notes" />
        <Place name="agreement" />
        <div className="frame-check">
          <input type="checkbox" id="agreed" name="agreed" value="yes" required />
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
const KEPT = ["challenge", "referredName", "mobile", "service", "notes", "agreed", "text"];

/** The second step: the code that was sent. The hidden fields keep what was typed before. */
function LinkCode() {
  return (
    <FramePage title="Type the code" description={PREVIEW.description}>
      <form method="post" className="frame-form" noValidate>
        <TextField
          label="Code"
          hint="The digits in the text message that we have just sent you."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          name="code"
        />
        {KEPT.map((name) => (
          <input key={name} type="hidden" name={name} value="" />
        ))}
        <Button type="submit">Send my request</Button>
        <button type="submit" name="step" value="back" formNoValidate>
          Change what I typed, or get another code
        </button>
      </form>
    </FramePage>
  );
}

/** What is shown at the end, whatever link it was. */
function LinkDone() {
  return (
    <FramePage title="We have your request" description={PREVIEW.description}>
      <div className="frame-text">
        <p>Thank you. We call you about the service that you chose.</p>
        <p>
          If you change your mind, tell us when we call, or <a href={paths.contact}>write to us</a>.
        </p>
      </div>
    </FramePage>
  );
}

/** Every frame: what the build makes for a server to fill (docs/decisions/0022-a-link-without-react.md). */
export const frames: readonly Frame[] = [
  { url: "/r/details", page: <LinkDetails /> },
  { url: "/r/code", page: <LinkCode /> },
  { url: "/r/done", page: <LinkDone /> },
];
