import { useSyncExternalStore } from 'react'
import type { Problem } from './schema.ts'

const listeners = new Set<() => void>()
let current: Problem | null = null

/** How the session ended, once any answer has said so; null while it goes on. */
export const sessionEnd = {
  set(problem: Problem | null): void {
    current = problem
    for (const listener of listeners) listener()
  },
}

export function useSessionEnd(): Problem | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
