import { SERVICE_OPTIONS } from "@bindings";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import styles from "@/components/fields/field.module.css";
import { base } from "@/content/generated/language";
import { weCall } from "@/content/generated/words/referral";
import { ContactForm } from "@/features/contact/contact-form";
import { ReferForm } from "@/features/referral/refer-form";
import { pathInLanguage, paths } from "@/paths";

const referForm = <ReferForm guest explanation={weCall} services={SERVICE_OPTIONS} asksWho />;

/**
 * The forms that a server answers without script (hosted mode), by address. They have the same
 * fields and words as React's. An HTML comment marks where the server inserts the notice, with
 * which classes and which heading (crates/server/src/pages/no_script_page.rs).
 */
export const noScriptForms: Readonly<Record<string, () => string>> = {
  // The page shows its heading without script as well.
  [paths.contact]: () =>
    changed(withoutScript(paths.contact, <ContactForm />), [
      [/<noscript>.*?<\/noscript>/s, ""],
      [" needs-script", ""],
      [/ disabled=""/g, ""],
      [/^.*?(?=<!--notice)/s, ""],
      [/(<form[^>]*?) aria-labelledby="[^"]*"/, "$1"],
      [/<\/section>$/, ""],
    ]),
  [paths.referral]: () =>
    changed(withoutScript(paths.referral, referForm), [
      [/ data-discover="true"/g, ""],
      [/<output.*?<\/output>/s, ""],
    ]),
};

function withoutScript(url: string, form: ReactElement): string {
  const page = (
    <StaticRouter basename={base} location={pathInLanguage(url)}>
      {form}
    </StaticRouter>
  );
  const markup = renderToStaticMarkup(page, { identifierPrefix: "no-script-" });
  const mark = `<!--notice:${styles["summary"]}:${styles["error"]}:h3-->`;
  return changed(markup, [
    [/<form([^>]*)>/, `${mark}<form method="post" action="${pathInLanguage(url)}"$1>`],
  ]);
}

/** Applies the replacements to the markup. Each must match something. */
export function changed(markup: string, changes: readonly (readonly [string | RegExp, string])[]) {
  return changes.reduce((text, [from, to]) => {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`A form without script has no ${String(from)}: ${text}`);
    return next;
  }, markup);
}
