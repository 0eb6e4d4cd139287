import { beforeEach } from "vitest";
import "@/styles/index.css";

// All test files share one origin: what an earlier test has stored is not the next one's.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
