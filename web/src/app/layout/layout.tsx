import { type ReactNode, Suspense, ViewTransition } from "react";
import { useLocation } from "react-router-dom";
import { ToastRegion } from "@/components/toast/toast-region";
import { useScrollAndFocus } from "@/app/navigation/scroll-and-focus";
import { Screens } from "@/app/routes";
import * as words from "@/content/generated/words/layout";
import { Footer } from "./footer";
import { Header } from "./header";
import { PageBoundary } from "./page-boundary";
import styles from "./layout.module.css";

/** The parts that all screens share: header, page area, footer, dialogs and toasts. */
export function Layout({ children = <Screens /> }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  useScrollAndFocus();

  return (
    <>
      <div id="page">
        {/* The starter shows this if React itself could not be fetched. */}
        <p className={styles.lost} role="alert">
          {words.lost} <a href="?">{words.reload}</a>
        </p>
        <a href="#main" className={styles.skip}>
          {words.skip}
        </a>
        <Header />
        <main id="main" className={styles.main} tabIndex={-1}>
          {/* Stays mounted between pages, so that a page is visible until the next one has loaded. */}
          <Suspense>
            <PageBoundary key={pathname}>
              <Arrival key={pathname}>
                <div>{children}</div>
              </Arrival>
            </PageBoundary>
          </Suspense>
        </main>
        <Footer />
      </div>
      <div id="overlays" />
      <ToastRegion />
    </>
  );
}

/**
 * A page that enters and leaves with a transition. With reduced motion there is no transition at
 * all, because React would still wait two frames for its snapshots.
 */
function Arrival({ children }: { children: ReactNode }) {
  if (prefersReducedMotion()) return children;
  return (
    <ViewTransition enter="page-in" exit="page-out" default="none">
      {children}
    </ViewTransition>
  );
}

/**
 * Whether the visitor prefers reduced motion. It is read when needed, without a subscription: an
 * update during hydration would make React render the whole page again.
 */
function prefersReducedMotion(): boolean {
  return (
    typeof window !== "undefined" && window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
