import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { site } from "@/content/generated/site";
import styles from "./page.module.css";

type PageProps = {
  title: string;
  /** A sentence or two for search engines and for whoever shares the page. */
  description: string;
  /** The page's own address. Where it is shown at another one, search engines are told. */
  path: string;
  children: ReactNode;
};

/** A screen: what it says about itself in the head, and its content within the margins. */
export function Page({ title, description, path, children }: PageProps) {
  const { pathname } = useLocation();
  return (
    <>
      <title>{title.includes(site.name) ? title : `${title} · ${site.name}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={site.origin + path} />
      {pathname !== path && <meta name="robots" content="noindex" />}
      <div className={styles.page}>{children}</div>
    </>
  );
}

type PageHeaderProps = {
  title: ReactNode;
  /** The lead. */
  children?: ReactNode;
};

/** The heading, which takes the focus after a route change, and the lead under it. */
export function PageHeader({ title, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <h1 tabIndex={-1}>{title}</h1>
      {children && <div className={styles.lead}>{children}</div>}
    </header>
  );
}
