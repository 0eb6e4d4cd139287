"use strict";
// Shows over this page what is wrong with what was saved last, until it is mended.
{
  const everyMs = 1000;
  let box;
  let shown = "";

  const show = (text) => {
    if (text === shown) return;
    shown = text;
    box?.remove();
    box = undefined;
    if (text === "") return;
    box = document.createElement("div");
    box.role = "alert";
    box.lang = "en";
    box.dir = "ltr";
    // A page in the dark needs no other colours.
    box.style.cssText =
      "position: fixed; inset: auto 0 0; z-index: 2147483647; box-sizing: border-box; padding: 1rem;" +
      "max-height: 50vh; overflow: auto; font: 1rem/1.5 system-ui, sans-serif; text-align: start;" +
      "white-space: pre-wrap; overflow-wrap: anywhere; color: #fff; background: #7a0c18;" +
      "border-block-start: 2px solid #fff;";
    const hide = document.createElement("button");
    hide.type = "button";
    hide.textContent = "Hide";
    hide.style.cssText =
      "float: right; margin: 0 0 0.5rem 1rem; padding: 0.25rem 1rem; font: inherit; cursor: pointer;" +
      "color: #fff; background: none; border: 1px solid #fff; border-radius: 4px;";
    hide.addEventListener("click", () => box?.remove());
    document.body.append(box);
    // What is put into an alert that is there already is read out.
    box.append(hide, text);
  };

  const look = async () => {
    if (document.visibilityState === "hidden") return;
    // The server may be starting again.
    const response = await fetch("/__problem").catch(() => undefined);
    if (response?.ok) show(await response.text());
  };

  setInterval(look, everyMs);
  look();
}
