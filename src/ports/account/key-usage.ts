/** Stores when API keys were last used, to the minute and without a write for each request. */
export abstract class KeyUsage {
  abstract note(digest: string, at: Date): void
}
