import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import styles from "@/components/fields/field.module.css";
import { ContactForm } from "@/features/contact/contact-form";
import { ReferForm, WE_CALL } from "@/features/referral/refer-form";
import { paths } from "@/paths";

/**
 * By their addresses, the forms that a server answers without script (hosted mode): the same fields
 * and words as React's. The comment says where the answer goes, and which classes it has
 * (crates/server/src/plain_form.rs).
 */
export const plainForms: Readonly<Record<string, () => string>> = {
  // Its heading is there without script as well.
  [paths.contact]: () =>
    plain(paths.contact, <ContactForm />)
      .replace(/^.*?(?=<!--told)/s, "")
      .replace(/(<form[^>]*?) aria-labelledby="[^"]*"/, "$1")
      .replace(/<\/section>$/, ""),
  [paths.referral]: () => plain(paths.referral, <ReferForm guest fate={WE_CALL} />),
};

function plain(url: string, form: ReactElement): string {
  const page = <StaticRouter location={url}>{form}</StaticRouter>;
  const markup = renderToStaticMarkup(page, { identifierPrefix: "plain-" });
  const mark = `<!--told:${styles["summary"]}:${styles["error"]}-->`;
  return markup
    .replace(/<noscript>.*?<\/noscript>/s, "")
    .replace(
      /<form([^>]*)>/,
      (_, attributes) => `${mark}<form method="post" action="${url}"${attributes}>`,
    )
    .replace(" needs-script", "")
    .replaceAll(' data-discover="true"', "")
    .replaceAll(' disabled=""', "")
    .replace(/<output.*?<\/output>/s, "");
}
