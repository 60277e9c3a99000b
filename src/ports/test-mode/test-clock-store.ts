import type { TestClock } from '../../domain/test-mode/test-clock.ts'

/** A pair of an object of a real organization and its copy in the test organization. */
export interface TestCopy {
  readonly kind: 'project' | 'dataTable' | 'spinner' | 'sender' | 'file'
  readonly realId: string
  readonly testId: string
  /** The revision of the real object at its last copy; null for objects without revisions. */
  readonly revision: number | null
}

export interface TestClockStore {
  add(clock: TestClock): Promise<void>
  /** Returns the id of the test organization of a real one. The real organization must be locked. */
  organizationOf(realId: string): Promise<string | null>
  /** Returns the id of the real organization of a test organization; null for a real one. */
  realOf(organizationId: string): Promise<string | null>
  /**
   * Locks and returns the clock of a test organization until the end of the transaction; null for a real
   * organization.
   */
  lock(organizationId: string): Promise<TestClock | null>
  save(clock: TestClock): Promise<void>
  copies(organizationId: string): Promise<readonly TestCopy[]>
  /** Stores a pair of a real object and its copy. Replaces an earlier pair of the same real object. */
  keepCopy(organizationId: string, copy: TestCopy): Promise<void>
  /** Deletes everything in a test organization except its clock and its audit log. The clock must be locked. */
  empty(organizationId: string): Promise<void>
}
