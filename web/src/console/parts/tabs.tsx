import { Link, useLocation, useSearchParams } from "react-router-dom";
import styles from "@/console/console.module.css";

type Tab<Name extends string> = {
  readonly value: Name;
  readonly label: string;
  /** How many things are in it. */
  readonly count?: number;
};

/** The tab in the address, or the first tab. */
export function useTab<Name extends string>(tabs: readonly [Tab<Name>, ...Tab<Name>[]]): Name {
  const [params] = useSearchParams();
  return (tabs.find(({ value }) => value === params.get("tab")) ?? tabs[0]).value;
}

/** The tabs of a screen. Each has its own address. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  addressOf = (value) => `?tab=${value}`,
}: {
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name | undefined;
  addressOf?: (value: Name) => string;
}) {
  const { state } = useLocation();
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map(({ value, label: words, count }) => (
          <li key={value}>
            <Link
              to={addressOf(value)}
              state={state}
              aria-current={value === current ? "page" : undefined}
            >
              {words} {count !== undefined && <span>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
