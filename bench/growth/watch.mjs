/**
 * In the page: `watch(from, to)` begins to time. `from` is "press", the next press on anything, or
 * a part of the page that is waited for; `to` is a part of the page, and is timed to the end of
 * the frame that paints it. A part is { selector, text }. Tasks over 50 ms are noted all along.
 */
export function watching() {
  const tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });

  const isThere = ({ selector, text }) =>
    [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text));

  function watch(from, to) {
    window.timed = undefined;
    let start;
    if (from === "press") {
      addEventListener("click", ({ timeStamp }) => (start = timeStamp), {
        capture: true,
        once: true,
      });
    }
    const observer = new MutationObserver(() => {
      if (start === undefined && from !== "press" && isThere(from)) start = performance.now();
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    const look = () => {
      if (start === undefined || !isThere(to)) return requestAnimationFrame(look);
      observer.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window.timed = performance.now() - start);
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  }

  window.bench = { watch, tasks };
}
