import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { render } from "vitest-browser-react";

/** Renders what needs to know the address it is shown at. */
export function renderAt(path: string, children: ReactNode) {
  return render(<MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>);
}
