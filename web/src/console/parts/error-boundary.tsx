import { Component, type ReactNode } from "react";
import { Notice } from "@/components/notice/notice";
import { SmallButton } from "./buttons";

type Props = { children: ReactNode };
type State = { hasFailed: boolean };

/**
 * Shows what to do if a screen could not be rendered, or could not be fetched after an update of
 * the site. Everything around it stays.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice notice={FAILED}>
        <SmallButton variant="primary" onClick={() => location.reload()}>
          Reload the page
        </SmallButton>
      </Notice>
    );
  }
}

const FAILED = {
  title: "This Screen Stopped Working",
  description:
    "What you saved is safe. The console may have been updated: reload the page to continue. If it happens again, the other screens still work; tell whoever runs the site what you did last.",
  variant: "destructive",
} as const;
