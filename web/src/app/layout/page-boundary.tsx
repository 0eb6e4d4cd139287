import { Component, type ReactNode } from "react";
import { Button } from "@/components/button/button";
import styles from "./page-boundary.module.css";

type State = { failed: boolean };

/** Stands in for a page that cannot be shown, such as one whose script could not be fetched. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles.trouble} role="alert">
        <h1 tabIndex={-1}>This page could not be loaded</h1>
        <p>
          A part of it did not arrive. Your connection may have dropped, or the site may have been
          updated a moment ago.
        </p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </div>
    );
  }
}
