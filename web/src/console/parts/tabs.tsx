import { Link, useLocation, useSearchParams } from "react-router-dom";
import styles from "@/console/console.module.css";

type Tab<Name extends string> = { readonly value: Name; readonly label: string };

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
}: {
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
}) {
  const { state } = useLocation();
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map(({ value, label: words }) => (
          <li key={value}>
            <Link
              to={`?tab=${value}`}
              state={state}
              aria-current={value === current ? "page" : undefined}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
