import type { ReactNode } from "react";
import * as words from "@/content/generated/words/layout";
import { direction, missing, tag } from "@/content/generated/language";
import { pathInLanguage, isBelow, paths } from "@/paths";
import { Layout } from "./layout/layout";
import { PageBoundary } from "./layout/page-boundary";

/**
 * The whole document, with the screen of the present address unless another is given. The
 * prerenderer adds to the head what only a first visit needs.
 */
export function Document({ children }: { children?: ReactNode }) {
  return (
    // The starter sets the chosen colour scheme on this element before React loads.
    <html lang={tag} dir={direction} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f3ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1726" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {!isBelow(paths.blog, missing) && (
          <link
            rel="alternate"
            type="application/atom+xml"
            href={pathInLanguage(paths.feed)}
            title={words.blog}
          />
        )}
      </head>
      <body>
        <PageBoundary as="main">
          <Layout>{children}</Layout>
        </PageBoundary>
      </body>
    </html>
  );
}
