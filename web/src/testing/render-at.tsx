import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { render } from "vitest-browser-react";

/** Renders components that depend on the address. */
export function renderAt(path: string, children: ReactNode) {
  return render(<MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>);
}
