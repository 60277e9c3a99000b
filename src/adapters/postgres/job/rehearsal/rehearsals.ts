import type { EarlierAnswer } from '../../../../domain/idempotency.ts'
import {
  maxRehearsalSilenceSeconds,
  maxRehearsals,
  type RehearsalResult,
  type RehearsalView,
  recipientsOf,
  rehearsalStoredSeconds,
  type TriggerPreview,
} from '../../../../domain/job/rehearsal/rehearsal.ts'
import type { EarlierRehearsal } from '../../../../domain/job/rehearsal/rehearsal-match.ts'
import { type DryRunKey, type NewRehearsal, Rehearsals } from '../../../../ports/job/rehearsal/rehearsals.ts'
import { digest } from '../../../security/secret.ts'
import { type Database, execute, type Statement } from '../../database.ts'
import { type EarlierAnswerRow, earlierAnswerFrom } from '../../earlier-answer.ts'
import { entity } from '../../rows.ts'
import { fieldsOf, type NotNull, type Selected } from '../../schema/columns.ts'
import { readStoredResult, type StoredRehearsalResult } from '../../schema/stored-rehearsal-result.ts'
import { sqlFunction } from '../../sql-function.ts'
import { inTransaction } from '../../transaction.ts'

const beginRehearsal = sqlFunction(
  'begin_rehearsal',
  'p_id',
  'p_organization',
  'p_spinner',
  'p_version',
  'p_wish_digest',
  'p_supersedes',
  'p_total',
  'p_at',
  'p_most',
  'p_silence',
  'p_stored_seconds',
)

const progress: Statement = {
  name: 'note_progress_of_rehearsal',
  text: `update rehearsals set done = $2, seen_at = $3 where id = $1 and status = 'running' returning 1`,
}

const finish: Statement = {
  name: 'finish_rehearsal',
  text: `
    update rehearsals set status = 'done', done = $2, result = $3, seen_at = $4, expires_at = $5
     where id = $1 and status = 'running'`,
}

const fail: Statement = {
  name: 'fail_rehearsal',
  text: `update rehearsals set status = 'failed', error = $2, seen_at = $3 where id = $1 and status = 'running'`,
}

const rehearsals = entity(
  'rehearsals',
  'id',
  'spinnerId',
  'status',
  'done',
  'total',
  'result',
  'error',
  'expiresAt',
  'createdAt',
  'seenAt',
)

const rehearsedFields = fieldsOf('rehearsals', 'spinnerId', 'version', 'expiresAt', 'jobId')

const rehearsed: Statement = {
  name: 'find_what_was_rehearsed',
  text: `
    select ${rehearsedFields.selected()}, request_digest = $3 as "isSameTrigger", total::float8 as size
      from rehearsals where organization_id = $1 and id = $2 and status = 'done'`,
}

/**
 * Stores the answer of a dry run with an Idempotency-Key as JSON text, because a repeat gets the same bytes
 * and jsonb reorders fields. Locks the rehearsal, so that an erasure of a person waits and then deletes both.
 */
const keepAnswer: Statement = {
  name: 'keep_answer_of_dry_run',
  text: `
    insert into idempotency_keys (organization_id, route, key, fingerprint, answer, created_at)
    select r.organization_id, 'trigger:' || $2::text, $3, $4, jsonb_build_object('dryRun', $5::text), $6
      from rehearsals r where r.organization_id = $1 and r.id = $7 for share
    on conflict do nothing returning 1`,
}

const findAnswer: Statement = {
  name: 'find_answer_of_dry_run',
  text: `
    select fingerprint, answer ->> 'dryRun' as answer from idempotency_keys
     where organization_id = $1 and route = 'trigger:' || $2::text and key = $3`,
}

const forget: Statement = {
  name: 'forget_rehearsals',
  text: `
    delete from rehearsals where id = any(array(
      select id from rehearsals where created_at < $1 order by created_at limit 500)) returning 1`,
}

/** The row of a finished rehearsal, which always has a time of expiry. */
interface EarlierRow extends NotNull<Selected<typeof rehearsedFields>, 'expiresAt'> {
  readonly isSameTrigger: boolean
  readonly size: number
}

export class PostgresRehearsals extends Rehearsals {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async begin(rehearsal: NewRehearsal): Promise<boolean> {
    const call = beginRehearsal({
      p_id: rehearsal.id,
      p_organization: rehearsal.organizationId,
      p_spinner: rehearsal.spinnerId,
      p_version: rehearsal.version,
      p_wish_digest: digest(rehearsal.trigger),
      p_supersedes: rehearsal.supersedes,
      p_total: rehearsal.of,
      p_at: rehearsal.at,
      p_most: maxRehearsals,
      p_silence: maxRehearsalSilenceSeconds,
      p_stored_seconds: rehearsalStoredSeconds,
    })
    const [row] = await inTransaction(this.#database, (connection) =>
      execute<{ begin_rehearsal: boolean }>(connection, ...call),
    )
    return row?.begin_rehearsal === true
  }

  override async progress(id: string, done: number, at: Date): Promise<boolean> {
    return (await this.#database.write(progress, [id, done, at])).length > 0
  }

  override async finish(id: string, result: RehearsalResult, at: Date, expiresAt: Date): Promise<void> {
    const values = [id, recipientsOf(result), JSON.stringify(result), at, expiresAt]
    await this.#database.write(finish, values)
  }

  override async fail(id: string, error: string, at: Date): Promise<void> {
    await this.#database.write(fail, [id, error, at])
  }

  override async find(organizationId: string, id: string, now: Date): Promise<RehearsalView | null> {
    const row = await rehearsals.within(this.#database).find({ organizationId, id })
    if (row === null) return null
    const silence = (now.getTime() - row.seenAt.getTime()) / 1000
    const isLost = row.status === 'running' && silence > maxRehearsalSilenceSeconds
    return {
      id: row.id,
      spinnerId: row.spinnerId,
      status: isLost ? 'interrupted' : row.status,
      progress: { done: Number(row.done), of: Number(row.total) },
      result: row.result && readStoredResult(row.result),
      error: row.error,
      expiresAt: row.expiresAt,
      createdAt: row.createdAt,
    }
  }

  override async rehearsed(
    organizationId: string,
    id: string,
    trigger: string,
  ): Promise<EarlierRehearsal | null> {
    const values = [organizationId, id, digest(trigger)]
    const [row] = await this.#database.read<EarlierRow>(rehearsed, values)
    // The trigger that has started the job may have been written a moment ago, so that it is not on disk yet.
    if (row !== undefined && row.jobId !== null) await this.#database.flush()
    return row ?? null
  }

  override async keepAnswer(key: DryRunKey, answer: TriggerPreview, at: Date): Promise<boolean> {
    const { fingerprint } = key.idempotency
    const values = [...slotOf(key), fingerprint, JSON.stringify(answer), at, answer.rehearsal]
    return (await this.#database.write(keepAnswer, values)).length > 0
  }

  override async earlierAnswer(key: DryRunKey): Promise<EarlierAnswer<TriggerPreview | null> | null> {
    const [row] = await this.#database.read<EarlierAnswerRow<string | null>>(findAnswer, slotOf(key))
    const earlier = row === undefined ? null : earlierAnswerFrom(row)
    return earlier && { ...earlier, answer: earlier.answer === null ? null : readDryRun(earlier.answer) }
  }

  override async forget(before: Date): Promise<boolean> {
    return (await this.#database.write(forget, [before])).length > 0
  }
}

function slotOf({ organizationId, spinnerId, idempotency: { key } }: DryRunKey): readonly string[] {
  return [organizationId, spinnerId, key]
}

function readDryRun(text: string): TriggerPreview {
  const { result, rehearsal, expiresAt } = JSON.parse(text) as {
    readonly result: StoredRehearsalResult
    readonly rehearsal: string
    readonly expiresAt: string
  }
  return { result: readStoredResult(result), rehearsal, expiresAt: new Date(expiresAt) }
}
