/** Stores when sessions were last used, accurate to a few minutes and without a write for each request. */
export abstract class SessionUsage {
  abstract note(sessionId: string, at: Date): void
}
