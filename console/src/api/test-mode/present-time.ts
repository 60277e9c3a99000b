/** The time of the organization's test clock in milliseconds; null outside test mode. */
let testTime: number | null = null
const listeners = new Set<() => void>()

/** Sets the time that every screen uses as the present; null returns to the clock of this machine. */
export function setTestTime(time: number | null): void {
  if (testTime === time) return
  testTime = time
  for (const listener of listeners) listener()
}

/** Returns the present time in milliseconds: the time of the test clock in test mode, else of this machine. */
export function presentTime(): number {
  return testTime ?? Date.now()
}

/**
 * Returns the time of the test clock in milliseconds, or null outside test mode, as the snapshot for
 * `useSyncExternalStore`.
 */
export function currentTestTime(): number | null {
  return testTime
}

export function onTestTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
