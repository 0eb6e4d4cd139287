import type { ReactNode } from "react";
import fields from "@/components/fields/field.module.css";
import { TextField } from "@/components/fields/field";
import { Link } from "@/components/link/link";
import { Page, PageHeader } from "@/components/page/page";
import { others } from "@/content/generated/language";
import * as words from "@/content/generated/words/frames";
import { paths } from "@/paths";

/** A page that only a server shows, because it fills it in for whoever opens it. */
export type Frame = {
  /** Where the server finds it: below a path that it answers itself, so that nobody sees it empty. */
  readonly url: string;
  readonly page: ReactNode;
  /** Where the server shows it, if other pages link there. */
  readonly shownAt?: string;
  /** A module below src that the build puts into the page as a script. */
  readonly script?: string;
};

type Props = {
  title: string;
  /** What a link preview shows. It is the same for everybody. */
  description: string;
  children: ReactNode;
};

/** A page with header and footer, without React and without an address of its own. */
export function FramePage({ title, description, children }: Props) {
  return (
    <Page title={title} description={description} path={paths.home}>
      <PageHeader title={title} />
      <div className="frame">{children}</div>
    </Page>
  );
}

type PlaceProps = {
  name: string;
  as?: "div" | "bdi" | "span";
  children?: ReactNode;
};

/**
 * A place that the server fills (`filled` in crates/server/src/pages/frame.rs), or whose words it shows if they
 * apply. It is hidden until then.
 */
export function Place({ name, as: Element = "div", children }: PlaceProps) {
  return (
    <Element data-place={name} hidden>
      {children}
    </Element>
  );
}

/** The field for a code that was sent. */
export function CodeField() {
  return (
    <TextField
      label={words.code}
      hint={words.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      name="code"
    />
  );
}

/** Ways to the same page in the other languages, by what the addresses of a language start with. */
export function OtherLanguages({ addressIn }: { addressIn: (base: string) => string }) {
  if (others.length === 0) return null;
  return (
    <nav className="frame-languages" aria-label={words.languages}>
      {others.map(({ name, tag, base }) => (
        <a key={tag} href={addressIn(base)} lang={tag} hrefLang={tag}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** A link to the contact page, in the middle of a sentence. */
export function WriteToUs() {
  return <Link to={paths.contact}>{words.writeToUs}</Link>;
}

/** Fields that keep what was typed before. */
export function Kept({ names }: { names: readonly string[] }) {
  return names.map((name) => <input key={name} type="hidden" name={name} value="" />);
}

/** The footer's links to the home pages of other languages: a frame has its own, to itself. */
const TO_HOME_PAGES = /<ul[^>]*>(?:<li><a href="[^"]*" lang="[^"]*">[^<]*<\/a><\/li>)+<\/ul>/;

/**
 * The markup of a frame. A comment before its form says where the server inserts a notice, with
 * which classes and which heading (crates/server/src/pages/no_script_page.rs). It has no canonical address, since another
 * site would show that page in place of the link.
 */
export function asFrame(html: string): string {
  const mark = `<!--notice:${fields["summary"]}:${fields["error"]}:h2-->`;
  return html
    .replace(/<link rel="canonical"[^>]*>/, "")
    .replace(TO_HOME_PAGES, "")
    .replace(/<form [^>]*class="frame-form"/, (form) => mark + form);
}
