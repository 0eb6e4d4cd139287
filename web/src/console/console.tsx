import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { Gate } from "./gate";
import { ErrorBoundary } from "./parts/error-boundary";
import { screensOf } from "./screens";
import { SecondFactorDialog } from "./second-factor";
import type { Viewer } from "./server";
import { Shell } from "./shell/shell";
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
  const { pathname } = useLocation();
  return (
    <Shell viewer={viewer} screen={pathname}>
      {/* A failure affects one screen only: the navigation stays, and each screen starts anew. */}
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
          <Routes>
            {screensOf(viewer).map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen viewer={viewer} />} />
            ))}
            <Route path="/referrals/:key" element={<Referral viewer={viewer} />} />
            <Route path="*" element={<Navigate to="/inbox" replace />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}
