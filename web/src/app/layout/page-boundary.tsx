import { Component, type ReactNode } from "react";
import { Button } from "@/components/button/button";
import * as words from "@/content/generated/words/layout";
import { pathInLanguage, paths } from "@/paths";
import styles from "./layout.module.css";

type Props = {
  children: ReactNode;
  /** The element to show the message in. `main` if the page's own `main` is gone as well. */
  as?: "div" | "main";
};

type State = { failed: boolean };

/** Replaces a page that cannot be shown, such as one whose script could not be fetched. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    const { children, as: Place = "div" } = this.props;
    if (!this.state.failed) return children;
    return (
      <Place>
        <title>{words.failed}</title>
        <div className={styles.error} role="alert">
          <h1 tabIndex={-1}>{words.failed}</h1>
          <p>{words.failedWhy}</p>
          <Button onClick={() => location.reload()}>{words.tryAgain}</Button>
          {/* A plain link, because the router may be what has failed. */}
          <a href={pathInLanguage(paths.home)}>{words.goHome}</a>
        </div>
      </Place>
    );
  }
}
