import { DomainError } from '../../domain/errors.ts'
import { assertStill, type TestClock } from '../../domain/test-mode/test-clock.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/** Locks and returns the clock of a test organization. Refuses a real organization, which has none. */
export async function lockClock(tx: Transaction, organizationId: string): Promise<TestClock> {
  const clock = await tx.testClocks.lock(organizationId)
  if (clock === null) throw new DomainError('TEST_MODE_REQUIRED')
  return clock
}

/**
 * Locks and returns the clock of a test organization. Refuses a real organization, and a clock that is
 * advancing.
 */
export async function lockStoppedClock(tx: Transaction, organizationId: string): Promise<TestClock> {
  const clock = await lockClock(tx, organizationId)
  assertStill(clock)
  return clock
}
