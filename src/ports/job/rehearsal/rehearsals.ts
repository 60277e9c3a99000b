import type { RehearsedBefore } from '../../../domain/job/rehearsal/held-to.ts'
import type { RehearsalResult, RehearsalView } from '../../../domain/job/rehearsal/rehearsal.ts'

export interface NewRehearsal {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number | null
  /** Of what is asked for beside the spinner, so that a trigger can be told to ask for the same. */
  readonly wishDigest: string
  readonly of: number
  /** Whether those of the spinner that are still running, and were begun so too, are not asked for any more. */
  readonly supersedes: boolean
  readonly at: Date
}

/** What rehearsals have found out, and how far those are that are going on, for every process to see. */
export abstract class Rehearsals {
  /** False where as many are going on in the organization as may. Deletes what is old of it. */
  abstract begin(rehearsal: NewRehearsal): Promise<boolean>
  /** Tells how far it is. False where nobody asks for it any more. */
  abstract progress(id: string, done: number, at: Date): Promise<boolean>
  abstract finish(id: string, result: RehearsalResult, at: Date, expiresAt: Date): Promise<void>
  abstract fail(id: string, error: string, at: Date): Promise<void>
  abstract find(organizationId: string, id: string, now: Date): Promise<RehearsalView | null>
  /** One that has come to its end. */
  abstract rehearsed(organizationId: string, id: string): Promise<RehearsedBefore | null>
  /** Deletes some that are older; false where there are no more. */
  abstract forget(before: Date): Promise<boolean>
}
