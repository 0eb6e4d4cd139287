import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { NavLink, Navigate, Route, Routes, useLocation } from "react-router-dom";
import { SchemeSwitch } from "@/components/scheme-switch/scheme-switch";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { Gate } from "./gate";
import { KeyHelp } from "./keys";
import { ErrorBoundary } from "./parts/error-boundary";
import { roleLabel } from "./parts/formats";
import { SCREENS } from "./screens";
import { SecondFactorDialog } from "./second-factor";
import { may, type Viewer } from "./server";
import styles from "./console.module.css";

/** The console: login, navigation and screens. */
export function Console() {
  return (
    <>
      <ErrorBoundary>
        <Gate>{(viewer) => <Screens viewer={viewer} />}</Gate>
      </ErrorBoundary>
      <SecondFactorDialog />
    </>
  );
}

const Referral = lazy(() => import("./referral/referral-screen"));

function Screens({ viewer }: { viewer: Viewer }) {
  const screens = SCREENS.filter(({ permission }) => !permission || may(viewer, permission));
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const menu = useRef<HTMLUListElement>(null);
  useFocusMain(main, menu);
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.bar}>
        <a href={paths.home} className={styles.company}>
          {site.name}
        </a>
        <nav aria-label="Console">
          <ul ref={menu}>
            {screens.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path}>{label}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.viewer}>
          {viewer.staff?.name ?? viewer.user?.name}{" "}
          <span>{roleLabel(viewer.staff?.role ?? "")}</span>
        </p>
      </header>
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {/* A failure affects one screen only: the navigation stays, and each screen starts anew. */}
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
            <Routes>
              {screens.map(({ path, Screen }) => (
                <Route key={path} path={path} element={<Screen viewer={viewer} />} />
              ))}
              <Route path="/referrals/:key" element={<Referral viewer={viewer} />} />
              <Route path="*" element={<Navigate to="/inbox" replace />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </main>
      <footer className={styles.foot}>
        <SchemeSwitch />
        <KeyHelp />
        <a href={paths.referral}>Log in or out</a>
      </footer>
    </>
  );
}

/** Shows the new screen in the menu and focuses it, so that it is read from its beginning. */
function useFocusMain(main: RefObject<HTMLElement | null>, menu: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    const current = menu.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ block: "nearest", inline: "center" });
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [main, menu, pathname]);
}
