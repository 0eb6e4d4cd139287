/** Requests of a page that a journey answers itself, holds back or loses. */
import type { Page, Route } from "@playwright/test";

/**
 * Handles the page's next requests with this method and path, all of them or as many as `times`. A
 * star in the path stands for anything but a slash. All other requests go to the server, also those
 * that the page sends by itself while the journey is about another one. Returns a function that
 * ends it.
 */
export async function intercept(
  page: Page,
  request: `${"GET" | "POST" | "PUT"} /${string}`,
  handle: (route: Route) => Promise<unknown>,
  times = Number.POSITIVE_INFINITY,
): Promise<() => Promise<void>> {
  const [method, path = ""] = request.split(" ");
  const parts = path.split("*").map((part) => part.replaceAll(/[.?]/g, String.raw`\$&`));
  const pattern = new RegExp(`^${parts.join("[^/]*")}$`);
  const isMeant = ({ pathname, search }: URL) => pattern.test(pathname + search);
  let left = times;
  const handler = async (route: Route) => {
    if (left === 0 || route.request().method() !== method) return route.fallback();
    left -= 1;
    await handle(route);
  };
  await page.route(isMeant, handler);
  return () => page.unroute(isMeant, handler);
}

/** Holds requests back until the returned function is called. */
export async function hold(page: Page, request: `GET /${string}`): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await intercept(page, request, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Lets requests fail until the returned function is called. */
export function lose(page: Page, request: `GET /${string}`): Promise<() => Promise<void>> {
  return intercept(page, request, (route) => route.abort());
}
