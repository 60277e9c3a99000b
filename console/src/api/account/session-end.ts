import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let present = 0
let ending: string | null = null

/**
 * Holds the API's code that says why the session of this tab ended, or null while it is open. Each session
 * has a number, because the answer to a request of one session may arrive after the next has begun.
 */
export const sessionEnd = {
  /** Returns the number of the session to which a request sent now belongs. */
  present: () => present,

  code: () => ending,

  /** Records that a session has ended. Ignores the end of an earlier session. */
  tell(code: string, of = present): void {
    if (of === present) set(code)
  },

  /**
   * Records that another session begins or that no session is open, so that the end of an earlier session is
   * ignored.
   */
  next(): void {
    present += 1
    set(null)
  },
}

function set(code: string | null): void {
  ending = code
  for (const listener of listeners) listener()
}

export function useSessionEnd(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, sessionEnd.code)
}
