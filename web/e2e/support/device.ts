/** A device with passkeys (Chromium's virtual authenticator). */
import type { CDPSession, Page } from "@playwright/test";

export class Device {
  private constructor(
    private readonly browser: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** A device whose owner confirms every request. */
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

  /** How many passkeys it has. */
  async count(): Promise<number> {
    const { authenticatorId } = this;
    const { credentials } = await this.browser.send("WebAuthn.getCredentials", { authenticatorId });
    return credentials.length;
  }

  /** Removes all passkeys, as after a reset of the device. */
  async wipe() {
    const { authenticatorId } = this;
    await this.browser.send("WebAuthn.clearCredentials", { authenticatorId });
  }
}
