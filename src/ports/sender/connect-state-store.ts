import type { ConnectState, StateFault } from '../../domain/sender/connect-state.ts'

export interface ConnectStateStore {
  /** Adds the state of a consent request to a mail provider, and deletes states that ended long ago. */
  add(state: ConnectState): Promise<void>
  /**
   * Uses up the state of a consent request and returns it; returns the fault if it may not be used in this
   * session.
   */
  take(digest: string, sessionId: string, at: Date): Promise<ConnectState | StateFault>
}
