/** A phone, as Lighthouse has it. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  isMobile: true,
};

/** The page, with its processor slowed so many times. */
export async function slowed(page, rate) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return page;
}

/** A finger's press on an element, which is scrolled into sight. */
export async function tap(page, selector) {
  const place = page.locator(selector).first();
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await place.boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}
