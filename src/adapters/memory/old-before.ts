import type { MemoryStore } from './store.ts'

/**
 * Returns the time before which the data of an organization is too old to be kept. For a test organization it is
 * as long before the time of its test clock as `before` is before `now`.
 */
export function oldBefore(store: MemoryStore, organizationId: string, before: Date, now: Date): Date {
  const testTime = store.testClocks.get(organizationId)?.now
  return testTime === undefined ? before : new Date(testTime.getTime() - (now.getTime() - before.getTime()))
}
