"use strict";
// Follows the server: reloads this page when a newer build than its own is being served.
{
  const ownBuild = "BUILD";
  const retryMs = 1000;
  let events;

  const follow = (build) => {
    if (build !== ownBuild) location.reload();
  };

  const listen = () => {
    if (document.visibilityState === "hidden") return;
    events?.close();
    events = new EventSource("/__live");
    events.addEventListener("build", ({ data }) => follow(data));
    events.addEventListener("message", ({ data }) => {
      if (data === "reload") location.reload();
    });
    // A browser reconnects by itself after most failures, but gives up after some.
    events.addEventListener("error", ({ target }) => {
      if (target === events && target.readyState === EventSource.CLOSED) setTimeout(listen, retryMs);
    });
  };

  // A browser opens six connections to one server. Hidden pages let theirs go, or a seventh
  // tab would wait for ever; they catch up when they are looked at.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") events?.close();
    else listen();
  });
  addEventListener("pagehide", () => events?.close());
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) listen();
  });
  listen();
}
