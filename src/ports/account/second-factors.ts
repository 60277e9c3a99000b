/** Creates the secrets of authenticator apps, and checks the codes of these apps. */
export abstract class AppCodes {
  /** Creates a secret, in the spelling in which a person can type it into an authenticator app. */
  abstract newSecret(): string
  /** Returns the `otpauth:` URL of a secret, which authenticator apps read from a QR code. */
  abstract urlOf(secret: string, account: string): string
  /**
   * Returns the time step for which an authenticator app with the secret shows the code; null if the code is wrong.
   * Accepts the codes of the present step and of one step before and after it, because clocks differ.
   */
  abstract stepOf(code: string, secret: string, at: Date): number | null
}
