import type { TestClock } from '../../domain/test-mode/test-clock.ts'

/** Which thing of a test organization is the copy of which thing of the real one. */
export interface TestCopy {
  readonly kind: 'project' | 'dataTable' | 'spinner' | 'sender' | 'file'
  readonly realId: string
  readonly testId: string
  /** The revision that the real thing had when it was copied last; null for things without one. */
  readonly revision: number | null
}

export interface TestClockStore {
  add(clock: TestClock): Promise<void>
  /** Returns the id of the test organization of a real one. The real organization must be locked. */
  organizationOf(realId: string): Promise<string | null>
  /** Returns the id of the real organization of a test one; null for a real one. */
  realOf(organizationId: string): Promise<string | null>
  /** Locks the clock until the end of the transaction; null for an organization that is real. */
  lock(organizationId: string): Promise<TestClock | null>
  save(clock: TestClock): Promise<void>
  copies(organizationId: string): Promise<readonly TestCopy[]>
  /** Keeps which thing is a copy of which. A copy that was kept before for the same real thing is replaced. */
  keepCopy(organizationId: string, copy: TestCopy): Promise<void>
  /** Deletes everything of a test organization but itself, its clock and its audit log. The clock must be locked. */
  empty(organizationId: string): Promise<void>
}
