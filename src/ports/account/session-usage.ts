/** Stores when sessions were last used, a few minutes inexact and without a write for each request. */
export abstract class SessionUsage {
  abstract note(sessionId: string, at: Date): void
}
