import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { Link } from "@/components/link/link";
import { classNames } from "@/components/class-names";
import { textPages } from "@/content/generated/addresses";
import { site } from "@/content/generated/site";
import { pathInLanguage } from "@/paths";
import styles from "./page.module.css";

type PageProps = {
  title: string;
  /** A sentence or two for search engines and link previews. */
  description: string;
  /** The canonical address of the page. Search engines are told if it is shown at another one. */
  path: string;
  children: ReactNode;
};

/** A screen: its metadata, and its content within the margins. */
export function Page({ title, description, path, children }: PageProps) {
  const { pathname } = useLocation();
  return (
    <>
      <title>{title.includes(site.name) ? title : `${title} · ${site.name}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={site.origin + pathInLanguage(path)} />
      {pathname !== path && <meta name="robots" content="noindex" />}
      <div className={styles.page}>{children}</div>
    </>
  );
}

type PageHeaderProps = {
  title: ReactNode;
  className?: string | undefined;
  /** The lead. */
  children?: ReactNode;
};

/** The heading, which gets the focus after a route change, with the lead below it. */
export function PageHeader({ title, className, children }: PageHeaderProps) {
  return (
    <header className={classNames(styles.header, className)}>
      <h1 tabIndex={-1}>{title}</h1>
      {children && <div className={styles.lead}>{children}</div>}
    </header>
  );
}

/** A link to a page of text. It is left out if the page is switched off. */
export function TextPageLink({ to, children }: { to: string; children: ReactNode }) {
  return textPages.some(({ url }) => url === to) ? <Link to={to}>{children}</Link> : null;
}
