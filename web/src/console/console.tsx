import { lazy, Suspense, useEffect, useState } from "react";
import { Navigate, Route, Routes, useLocation, useParams } from "react-router-dom";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { useStore } from "@/store";
import { Gate } from "./gate";
import { ErrorBoundary } from "./parts/error-boundary";
import type { From } from "./parts/place";
import { useMedia } from "./look";
import { screensOf } from "./screens";
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
      <SecondFactor />
    </>
  );
}

const secondFactor = () => import("./second-factor");
const SecondFactorDialog = lazy(async () => ({
  default: (await secondFactor()).SecondFactorDialog,
}));

/** Asks for the second factor again, when an action waits for it. */
function SecondFactor() {
  const prompt = useStore(secondFactorPrompt);
  // No screen waits for it, and it is there when it is needed.
  useEffect(() => void secondFactor().catch(() => undefined), []);
  return (
    prompt && (
      <ErrorBoundary>
        <Suspense>
          <SecondFactorDialog />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

const Referral = lazy(() => import("./referral/referral-screen"));

const LIST = "/referrals";

/** Where a referral has room beside its list. */
const SPLIT = "(width >= 1100px)";

function Screens({ viewer }: { viewer: Viewer }) {
  const { pathname, state } = useLocation();
  const hasRoom = useMedia(SPLIT);
  // A referral of another list, such as the inbox, has the whole screen.
  const isOfList = (state as From | null)?.back.startsWith(LIST) ?? true;
  const fits = hasRoom && isOfList && pathname.startsWith(LIST);
  // Another width of the window changes nothing until one moves on: something may be being typed.
  const [shown, setShown] = useState({ pathname, isSplit: fits });
  if (shown.pathname !== pathname) setShown({ pathname, isSplit: fits });
  const { isSplit } = shown;
  const screen = isSplit ? LIST : pathname;
  return (
    <Shell viewer={viewer} screen={screen}>
      {/* A failure affects one screen only: the navigation stays, and each screen starts anew. */}
      <ErrorBoundary key={screen}>
        <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
          <Routes>
            {screensOf(viewer).map(({ path, Screen }) =>
              path === LIST && isSplit ? (
                <Route
                  key={path}
                  path={`${LIST}/:key?`}
                  element={<Screen viewer={viewer} pane={<Beside viewer={viewer} />} />}
                />
              ) : (
                <Route key={path} path={path} element={<Screen viewer={viewer} />} />
              ),
            )}
            <Route path={`${LIST}/:key`} element={<Referral viewer={viewer} />} />
            <Route path="*" element={<Navigate to="/inbox" replace />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

/** The referral that the address names, beside its list. Each starts anew. */
function Beside({ viewer }: { viewer: Viewer }) {
  const { key } = useParams();
  return (
    <ErrorBoundary key={key}>
      <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
        <Referral viewer={viewer} isBeside />
      </Suspense>
    </ErrorBoundary>
  );
}
