import type { ReactNode } from "react";
import { direction } from "@/content/generated/language";
import { classNames } from "@/components/class-names";
import drawing from "./drawing.module.css";
import styles from "./route-map.module.css";

type Props = {
  className?: string | undefined;
  /** Labels, which are positioned with the `--doha-*` and `--chennai-*` variables. */
  children?: ReactNode;
};

/**
 * The great circle between Chennai and Doha, seen from above 22° S 65° E: dotted on the ground, and
 * raised as an arc. Every point is projected from its longitude and latitude.
 */
export function RouteMap({ className, children }: Props) {
  return (
    <div className={classNames(styles.map, className)} dir={direction && "ltr"}>
      <svg
        className={classNames(drawing.line, styles.lines)}
        viewBox="0 0 1200 520"
        aria-hidden="true"
      >
        <path
          className={styles.graticule}
          d="M-66 605q19-421 146-656M54 586q15-420 118-651M179 572q11-420 89-648M306 561q8-419 60-645M435 555q4-419 30-644M566 553q0-419 0-643M696 555q-4-419-30-644M825 561q-8-419-60-645M952 572q-11-420-89-648M1077 586q-15-420-118-651M1197 605q-19-421-146-656M-151 508q745-143 1477 10M-137 399q731-141 1449 9M-118 296q711-137 1409 9M-94 200q686-132 1359 9M-64 112q655-126 1299 8M-30 33q620-119 1229 8"
        />
        <path d="M-46 256l17 21q17 21 30 38t16 37 5 37 5 23 19 3 23-8 23-10 27-8 22-9 19-12 22-12 27-11 25-9 12-8 12-12 24-12 23-5 17-9 18-11 16-10 18-10 14-4-1-8 1-13 11-8 18-11 16-18 7-12-12-11-22-10-23-6-17-9-4-12 2-13-1-5-7 6-13 10-18 12-16 11-18 5-15 0-14 2-13 1-4-5 2-6 4-7 0-6 0-5-2-5-5-1-6 7-5 13-2 6-5-8-5-10 1-8-3-9-13-9-12-10-7-10-5-7 3-7 12-9 13-4 14 0 13 7 6 10 5 10 17 8 23 7 24 8 24-1 19-7 16-3 9 8 9 11 21 6 33 2 32 2 30 0 34-2 37-2 25 1 5 6 7 5 8 7 10 9 15 8 15 8 21 3 12 2-15 5-16 3 7 7 18 14 17 10 18-1 15-7 3-10 4-8 5 5 2 13 4 12 1 16 2 20 8 25 12 30 16 28 14 28 12 26 14 19 12 22 10 26 12 20 13 11 6 3 7-4 8-9 11-8 14-3-1-3-1-10 12-7 7-2-2-14 2-22 5-17 1-12-5-14-4-18 3-15 10-4 10-2 15-5 13-6 11-12 21-13 19-14 21-11 18-8 5-13 7-10 13-1 13 3 16 1 17 0 8-6 8-6 16 8 14 18M-66 360l12 10q12 10 23 13t25 16 22 19 6 14-10 12 0 5 17 8 21 6 30-7 37-12 36-10 32-12 23-9 6 6-3 15 3 10-3 13-20 28-22 35M949 463q5-1 14 7t14 16 12 19 8 20-8 16-17 9-13-1-8-14-6-23 0-21 4-16-2-9 2-3zM227 133q1-3 3-3t1 4-3 3-1-4zM268 396q0-2 8-4t17-1-2 4-17 3-6-2z" />
        <path className={styles.ground} d="M942 386C718 266 485 185 258 147" />
        <circle cx="250" cy="145" r="7" />
        <circle cx="950" cy="391" r="7" />
      </svg>
      {/* The route is revealed by moving a clip over it, which needs no repainting. */}
      <div className={styles.window}>
        <div className={styles.behind}>
          <svg
            className={classNames(drawing.line, styles.lines)}
            viewBox="0 0 1200 520"
            aria-hidden="true"
          >
            <path className={styles.route} d="M943 384C740 196 469 101 257 143" />
          </svg>
        </div>
      </div>
      {children}
    </div>
  );
}
