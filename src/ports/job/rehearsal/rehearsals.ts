import type { EarlierAnswer, Idempotency } from '../../../domain/idempotency.ts'
import type {
  RehearsalResult,
  RehearsalView,
  TriggerPreview,
} from '../../../domain/job/rehearsal/rehearsal.ts'
import type { EarlierRehearsal } from '../../../domain/job/rehearsal/rehearsal-match.ts'

export interface NewRehearsal {
  readonly id: string
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number | null
  /**
   * The text of the trigger that is rehearsed (`triggerText`). The digest of this text is stored instead of
   * the text, to compare a later trigger with it.
   */
  readonly trigger: string
  readonly of: number
  /**
   * Whether this rehearsal ends the running rehearsals of the spinner that also have `supersedes` set. Dry
   * runs of triggers do not have it.
   */
  readonly supersedes: boolean
  /** The real time at which the rehearsal begins, also in a test organization. */
  readonly at: Date
}

/**
 * The idempotency key of a dry run (a rehearsal by a trigger request). Dry runs and real triggers of a
 * spinner share their keys, so a key used by one is taken for the other.
 */
export interface DryRunKey {
  readonly organizationId: string
  readonly spinnerId: string
  readonly idempotency: Idempotency
}

/**
 * Stores the results and the progress of rehearsals, for every process to see. The times `at`, `now` and `before` of
 * rehearsals are real times, also in a test organization, because its clock may stand still. `expiresAt` is a time of
 * the organization's clock, by which a trigger that names the rehearsal compares it.
 */
export abstract class Rehearsals {
  /**
   * Stores a new running rehearsal, and deletes old rehearsals of the organization. Returns false if too many
   * are running.
   */
  abstract begin(rehearsal: NewRehearsal): Promise<boolean>
  /**
   * Stores how many recipients a running rehearsal has processed. Returns false if the rehearsal was
   * superseded or deleted and must stop.
   */
  abstract progress(id: string, done: number, at: Date): Promise<boolean>
  abstract finish(id: string, result: RehearsalResult, at: Date, expiresAt: Date): Promise<void>
  abstract fail(id: string, error: string, at: Date): Promise<void>
  abstract find(organizationId: string, id: string, now: Date): Promise<RehearsalView | null>
  /**
   * Returns a finished rehearsal by its id, and whether its trigger had the same text (`triggerText`). Null
   * if there is none.
   */
  abstract rehearsed(organizationId: string, id: string, trigger: string): Promise<EarlierRehearsal | null>
  /**
   * Stores the answer of a dry run under its idempotency key, for as long as answers of real triggers.
   * Returns false and stores nothing if the key is taken, or if the rehearsal was deleted because one of its
   * people was erased. `at` is a time of the organization's clock.
   */
  abstract keepAnswer(key: DryRunKey, answer: TriggerPreview, at: Date): Promise<boolean>
  /**
   * Returns the answer that is stored under an idempotency key; null if the key is unused. Its `answer` is
   * null if the key was used by a real trigger and not by a dry run.
   */
  abstract earlierAnswer(key: DryRunKey): Promise<EarlierAnswer<TriggerPreview | null> | null>
  /** Deletes one batch of rehearsals from before a time; returns false if none are left. */
  abstract forget(before: Date): Promise<boolean>
}
