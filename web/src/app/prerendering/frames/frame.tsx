import type { ReactNode } from "react";
import fields from "@/components/fields/field.module.css";
import { Page, PageHeader } from "@/components/page/page";
import { paths } from "@/paths";

/** A page that only a server shows, because it fills it in for whoever opens it. */
export type Frame = {
  /** Where the server finds it: below a path that it answers itself, so that nobody sees it empty. */
  readonly url: string;
  readonly page: ReactNode;
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
      {children}
    </Page>
  );
}

/** A place that the server fills (`filled` in crates/server/src/http/frame.rs). It is hidden until then. */
export function Place({ name }: { name: string }) {
  return <div data-place={name} hidden />;
}

/**
 * The markup of a frame. A comment before its form says where the server inserts a notice, and with
 * which classes (crates/server/src/http/no_script_page.rs). It has no canonical address, since another
 * site would show that page in place of the link.
 */
export function asFrame(html: string): string {
  const mark = `<!--notice:${fields["summary"]}:${fields["error"]}-->`;
  return html
    .replace(/<link rel="canonical"[^>]*>/, "")
    .replace(/<form [^>]*method="post"/, (form) => mark + form);
}
