/** Remembers when sessions were last used, to some minutes and without a write per request. */
export abstract class SessionUsage {
  abstract note(sessionId: string, at: Date): void
}
