import type { EarlierAnswer, Idempotency } from '../../../domain/idempotency.ts'
import type { DryRun, RehearsalResult, RehearsalView } from '../../../domain/job/rehearsal/rehearsal.ts'
import type { EarlierRehearsal } from '../../../domain/job/rehearsal/rehearsal-match.ts'

export interface NewRehearsal {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number | null
  /** The text of the rehearsed trigger (`triggerText`). Only its digest is stored. */
  readonly trigger: string
  readonly of: number
  /**
   * Whether this rehearsal supersedes the spinner's running rehearsals that were begun in the same manner.
   */
  readonly supersedes: boolean
  readonly at: Date
}

/** An idempotency key of a dry run. Dry runs and triggers of a spinner share their keys. */
export interface DryRunKey {
  readonly organizationId: string
  readonly spinnerId: string
  readonly idempotency: Idempotency
}

/** Stores the results and the progress of rehearsals, for every process to see. */
export abstract class Rehearsals {
  /**
   * Begins a rehearsal and deletes old ones of the organization. Returns false if too many of them are
   * running.
   */
  abstract begin(rehearsal: NewRehearsal): Promise<boolean>
  /**
   * Stores the progress of a running rehearsal. Returns false if the rehearsal is no longer wanted, so that
   * it stops.
   */
  abstract progress(id: string, done: number, at: Date): Promise<boolean>
  abstract finish(id: string, result: RehearsalResult, at: Date, expiresAt: Date): Promise<void>
  abstract fail(id: string, error: string, at: Date): Promise<void>
  abstract find(organizationId: string, id: string, now: Date): Promise<RehearsalView | null>
  /**
   * Returns a finished rehearsal by its id, compared with the text of a trigger (`triggerText`); null if there
   * is none.
   */
  abstract rehearsed(organizationId: string, id: string, trigger: string): Promise<EarlierRehearsal | null>
  /**
   * Stores the answer of a dry run under its idempotency key, for as long as the answers of triggers. Returns
   * false, with nothing stored, if the key is taken, or if the rehearsal was deleted, because a person of it
   * was erased meanwhile.
   */
  abstract keepAnswer(key: DryRunKey, answer: DryRun, at: Date): Promise<boolean>
  /**
   * Returns the stored answer of an idempotency key; null if the key is free. The answer itself is null if the
   * key belongs to a trigger that was no dry run.
   */
  abstract earlierAnswer(key: DryRunKey): Promise<EarlierAnswer<DryRun | null> | null>
  /** Deletes some rehearsals from before a time; returns false if none are left. */
  abstract forget(before: Date): Promise<boolean>
}
