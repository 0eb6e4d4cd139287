/** A device with passkeys, as the browser knows it (Chromium's virtual authenticator). */
import type { CDPSession, Page } from "@playwright/test";

export class Device {
  private constructor(
    private readonly browser: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** One whose owner is there and shows a finger whenever they are asked. */
  static async at(page: Page): Promise<Device> {
    const browser = await page.context().newCDPSession(page);
    await browser.send("WebAuthn.enable");
    const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(browser, authenticatorId);
  }

  /** How many passkeys are on it. */
  async count(): Promise<number> {
    const { authenticatorId } = this;
    const { credentials } = await this.browser.send("WebAuthn.getCredentials", { authenticatorId });
    return credentials.length;
  }

  /** The device forgets all of them, as a phone does that is wiped. */
  async wipe() {
    const { authenticatorId } = this;
    await this.browser.send("WebAuthn.clearCredentials", { authenticatorId });
  }
}
