import type { TestClock } from '../../domain/test-mode/test-clock.ts'

/** A pair of a thing of a real organization and its copy in the test organization. */
export interface TestCopy {
  readonly kind: 'project' | 'dataTable' | 'spinner' | 'sender' | 'file'
  readonly realId: string
  readonly testId: string
  /** The revision of the real thing at its last copy; null for things without revisions. */
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
  /** Stores a pair of a thing and its copy. Replaces an earlier pair of the same real thing. */
  keepCopy(organizationId: string, copy: TestCopy): Promise<void>
  /** Deletes everything in a test organization except its clock and its audit log. The clock must be locked. */
  empty(organizationId: string): Promise<void>
}
