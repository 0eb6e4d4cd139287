import styles from "./reports.module.css";

export type Bar = {
  readonly label: string;
  readonly value: number;
  /** The formatted value. */
  readonly formatted: string;
  /** The highlighted part of the bar. */
  readonly part?: number;
  /** The confidence interval. */
  readonly interval?: readonly [low: number, high: number] | null;
};

/** The height of a row with its label, and of the bar, in CSS pixels. */
const ROW = 44;
const HEIGHT = 14;
/** The baseline of the label in its row. */
const BASE = 16;
const TOP = 22;

/** Horizontal bars, relative to the largest one. The table beside them has the same numbers. */
export function Bars({ bars, max }: { bars: readonly Bar[]; max?: number | undefined }) {
  const largest = max ?? Math.max(1, ...bars.map(({ value }) => value));
  const share = (value: number) => `${(Math.min(value, largest) / largest) * 100}%`;
  return (
    <svg className={styles.bars} width="100%" height={bars.length * ROW} aria-hidden="true">
      {bars.map(({ label, value, formatted, part, interval }, index) => (
        <svg key={label} y={index * ROW} width="100%" height={ROW}>
          <text x="0" y={BASE}>
            {label}
          </text>
          <text x="100%" y={BASE} className={styles.value}>
            {formatted}
          </text>
          <rect className={styles.track} y={TOP} width="100%" height={HEIGHT} />
          <rect className={styles.bar} y={TOP} width={share(value)} height={HEIGHT} />
          {part !== undefined && (
            <rect className={styles.part} y={TOP} width={share(part)} height={HEIGHT} />
          )}
          {interval && (
            <g className={styles.interval}>
              <line
                x1={share(interval[0])}
                x2={share(interval[1])}
                y1={TOP + HEIGHT / 2}
                y2={TOP + HEIGHT / 2}
              />
              {interval.map((end) => (
                <line
                  key={end}
                  x1={share(end)}
                  x2={share(end)}
                  y1={TOP + 2}
                  y2={TOP + HEIGHT - 2}
                />
              ))}
            </g>
          )}
        </svg>
      ))}
    </svg>
  );
}
