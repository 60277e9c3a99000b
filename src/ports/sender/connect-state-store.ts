import type { ConnectState, StateFault } from '../../domain/sender/connect-state.ts'

export interface ConnectStateStore {
  /** Forgets those that ended long ago. */
  add(state: ConnectState): Promise<void>
  /** Takes it for good, if it may be taken in this session; says why not where it may not. */
  take(digest: string, sessionId: string, at: Date): Promise<ConnectState | StateFault>
}
