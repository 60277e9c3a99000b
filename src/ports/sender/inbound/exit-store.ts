import type { Evidence, ReasonCode } from '../../../domain/job/recipient/reason.ts'
import type { Exit } from '../../../domain/spinner/exit.ts'

/** A recipient of a job: the record in a slice of the job. */
export interface RecipientPlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
}

/** The cause that ends the job of a recipient, or holds the recipient until a time. */
export interface ExitCause {
  readonly exit: Exit
  readonly code: ReasonCode
  readonly evidence: Evidence
  /** The time until which the recipient is held; null to stop the recipient permanently. */
  readonly until: Date | null
}

/**
 * Ends the jobs of recipients early, if the version of their job has this exit. Recipients in a final state
 * stay unchanged.
 */
export interface ExitStore {
  /**
   * Stops or holds a recipient, also in jobs that run it again. A message being sent at this moment still
   * goes out; no further message is marked once this is committed. Returns null if nothing changed.
   */
  stop(organizationId: string, place: RecipientPlace, ending: ExitCause): Promise<'stopped' | 'held' | null>
  /** Stops all recipients with steps left whose address this is. Returns the number of stopped recipients. */
  stopPerson(organizationId: string, address: string, ending: Omit<ExitCause, 'until'>): Promise<number>
}
