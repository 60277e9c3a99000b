import { DomainError } from '../../domain/errors.ts'
import { assertStill, type TestClock } from '../../domain/test-mode/test-clock.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/** Locks the clock of a test organization; refuses an organization that has none. */
export async function lockedClock(tx: Transaction, organizationId: string): Promise<TestClock> {
  const clock = await tx.testClocks.lock(organizationId)
  if (clock === null) throw new DomainError('TEST_MODE_NEEDED')
  return clock
}

/** The same, and refuses a clock that moves. */
export async function lockedStill(tx: Transaction, organizationId: string): Promise<TestClock> {
  const clock = await lockedClock(tx, organizationId)
  assertStill(clock)
  return clock
}
