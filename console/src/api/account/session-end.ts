import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let present = 0
let ending: string | null = null

/**
 * How the session of this tab ended, by the API's code, once an answer has said so; null while it goes
 * on. Sessions are counted, because the answer to a request of one may come when the next has begun.
 */
export const sessionEnd = {
  /** The session that a request belongs to which is sent now. */
  present: () => present,

  code: () => ending,

  /** Takes note that a session has ended; an earlier session's end is ignored. */
  tell(code: string, of = present): void {
    if (of === present) set(code)
  },

  /** Another session begins, or none. */
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
