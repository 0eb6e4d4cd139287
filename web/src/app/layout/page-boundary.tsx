import { Component, type ReactNode } from "react";
import { Button } from "@/components/button/button";
import { paths } from "@/paths";
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
        <title>This page could not be loaded</title>
        <div className={styles.error} role="alert">
          <h1 tabIndex={-1}>This page could not be loaded</h1>
          <p>
            Part of it is missing or did not work. Your connection may have dropped, or the site may
            just have been updated.
          </p>
          <Button onClick={() => location.reload()}>Try again</Button>
          {/* A plain link, because the router may be what has failed. */}
          <a href={paths.home}>Go to the home page</a>
        </div>
      </Place>
    );
  }
}
