import type { Evidence, ReasonCode } from '../../../domain/job/recipient/reason.ts'
import type { Exit } from '../../../domain/spinner/exit.ts'

/** The recipient of a record in a slice of a job. */
export interface RecipientPlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
}

/** What ends somebody's way, or holds them until a moment. */
export interface Ending {
  readonly exit: Exit
  readonly code: ReasonCode
  readonly evidence: Evidence
  /** Null for good. */
  readonly until: Date | null
}

/** Ends recipients' ways early, where the version of their job has such an exit. What has ended stays as it is. */
export interface ExitStore {
  /**
   * Also in the jobs that run it again. Whoever is being sent to at this moment is stopped after it, and nothing is
   * marked for them once this is committed. Null where nothing came of it.
   */
  stop(organizationId: string, place: RecipientPlace, ending: Ending): Promise<'stopped' | 'held' | null>
  /** Everybody who is on the way to an address that was written to; answers how many. */
  stopPerson(organizationId: string, address: string, ending: Omit<Ending, 'until'>): Promise<number>
}
