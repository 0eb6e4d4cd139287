import "@/styles/index.css";
import "./frame.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { ToastRegion } from "@/components/toast/toast-region";
import { handleScheme } from "@/starter/scheme";
import { Console } from "./console";
import { queries } from "./server";

handleScheme();
const place = document.getElementById("page");
const notices = document.getElementById("notices");
if (place && notices) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <BrowserRouter basename="/console">
          <Console />
        </BrowserRouter>
      </QueryClientProvider>
      {/* Not in the page, which a dialog makes inert. */}
      {createPortal(<ToastRegion />, notices)}
    </StrictMode>,
  );
}
