import type { NoticeRange } from '../../../domain/account/notice-range.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import type { Attempt, DeliveredRange } from '../../../domain/event/destination/attempt.ts'
import { isFailing } from '../../../domain/event/destination/delivery-plan.ts'
import type { Destination } from '../../../domain/event/destination/destination.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { SigningSecrets } from '../../../domain/signing-secrets.ts'
import {
  type DeliveredDestination,
  type DeliveryResult,
  type DeliveryStatus,
  type DestinationSchedule,
  DestinationStore,
  type DestinationView,
  type DisabledNotice,
  type DueDestination,
  type Replay,
  type WaitingRetry,
} from '../../../ports/event/destinations.ts'
import { execute, type Statement } from '../database.ts'
import { firstId } from '../first-id.ts'
import { type Executor, entity } from '../rows.ts'
import type { NotNull, RowOf, Selected } from '../schema/columns.ts'
import { inSoleTransaction, inTransaction } from '../transaction.ts'
import {
  attemptRow,
  attempts,
  destinationRow,
  destinations,
  readAttempt,
  readDestination,
  replays,
  retries,
} from './destination-rows.ts'

const view = `
  select ${destinations.selected('d')},
         (select count(*)::int from destination_retries r where r.destination_id = d.id) as retries,
         (select count(*)::int from destination_replays r where r.destination_id = d.id) as replays
    from destinations d
   where d.organization_id = $1 and ($2::uuid[] is null or d.project_id = any($2::uuid[]))`

const list: Statement = {
  name: 'list_destinations',
  text: `${view} and ($3::uuid is null or d.id > $3) order by d.id limit $4`,
}

const find: Statement = { name: 'find_destination', text: `${view} and d.id = $3` }

const attemptsWithinReach = `
    select ${attempts.selected('a')} from destination_attempts a
     where a.destination_id = $1
       and ($2::uuid[] is null or a.selection is null or (a.selection ->> 'projectId')::uuid = any($2))`

const listAttempts: Statement = {
  name: 'list_destination_attempts',
  text: `${attemptsWithinReach} and ($3::uuid is null or a.id < $3) order by a.id desc limit $4`,
}

const listFailed: Statement = {
  name: 'list_failed_destination_attempts',
  text: `${attemptsWithinReach} and a.code is not null and ($3::uuid is null or a.id < $3) order by a.id desc limit $4`,
}

const findAttempt: Statement = {
  name: 'find_destination_attempt',
  text: `${attemptsWithinReach} and a.id = $3`,
}

const findDisabled: Statement = {
  name: 'find_disabled_destination',
  text: `
    select ${destinations.selected('d')},
           array(select a.email from users u join accounts a on a.id = u.account_id
                  where u.organization_id = coalesce(o.test_of, o.id) and u.role in ('owner', 'admin') order by u.id) as admins,
           o.language
      from destinations d join organizations o on o.id = d.organization_id
     where d.disabled_reason = 'failing' and d.admins_notified_at is null
       and (d.disabled_at, d.id) > ($1::timestamptz, $2::uuid)
     order by d.disabled_at, d.id limit 1`,
}

// Compares the time at which the destination was disabled, because it may have been resumed and disabled again while
// the mail was sent.
const noteDisabled: Statement = {
  name: 'note_disabled_destination',
  text: `
    update destinations set admins_notified_at = $1
     where id = $2 and disabled_at = $3 and disabled_reason = 'failing' and admins_notified_at is null`,
}

const forget: Statement = {
  name: 'forget_destination_attempts',
  text: `
    delete from destination_attempts
     where id = any(array(select id from destination_attempts where at < $1 order by at limit $2)) returning 1`,
}

type AttemptRow = Selected<typeof attempts>

interface ViewRow extends Selected<typeof destinations> {
  readonly retries: number
  readonly replays: number
}

interface DisabledRow
  extends NotNull<Selected<typeof destinations>, 'disabledAt'>,
    Pick<RowOf<'organizations'>, 'language'> {
  readonly admins: readonly string[]
}

// Makes a destination due before every other one, whatever clock the caller has.
const makeDue: Statement = {
  name: 'make_destination_due',
  text: `update destinations set due_at = '-infinity' where id = $1`,
}

const secrets = entity('destinations', 'ciphertext', 'previousCiphertext', 'previousUntil')

/** The number of successful and of failed attempts that are kept for each destination. */
const storedAttempts = 1_000

const take: Statement = {
  name: 'take_destination',
  text: `
    with due as materialized (
      select d.id from destinations d
       where d.status = 'active' and d.due_at <= $4
         and (d.lease_until is null or d.lease_until <= clock_timestamp())
         and d.organization_id <> all($3::uuid[])
         and not is_leaving(p_organization => d.organization_id)
       order by d.due_at, d.id limit 1 for no key update skip locked
    )
    update destinations d
       set due_at = $4::timestamptz + make_interval(secs => $2), lease_holder = $1,
           lease_until = clock_timestamp() + make_interval(secs => $2)
      from due where d.id = due.id
    returning ${destinations.selected('d')}`,
}

const findDueRetry: Statement = {
  name: 'find_due_destination_retry',
  text: `
    select ${retries.selected('r')} from destination_retries r
     where r.destination_id = $1 and r.due_at <= $2 order by r.due_at, r.id limit 1`,
}

const findRetriesAround: Statement = {
  name: 'find_destination_retries_around',
  text: `
    select ${retries.selected('r')} from destination_retries r
     where r.destination_id = $1 and r.first_number <= $2 and r.last_number >= $3 order by r.id`,
}

const endRetry: Statement = {
  name: 'end_destination_retry',
  text: 'delete from destination_retries where destination_id = $1 and id = $2',
}

const endReplay: Statement = {
  name: 'end_destination_replay',
  text: 'delete from destination_replays where destination_id = $1 and id = $2',
}

/** The condition under which `keepDestination` stores the health of a result. */
const isHealthCurrent = 'd.revision = $6 and d.failing_since is not distinct from $13::timestamptz'

/** Whether the destination still has the URL to which the request was sent. */
const isUrlCurrent = 'd.url_changed_at is not distinct from $14::timestamptz'

const keepDestination: Statement = {
  name: 'keep_destination',
  text: `
    update destinations d
       set position = case when d.position = $4::bigint and ($10::timestamptz is not null or ${isUrlCurrent})
                           then $5::bigint else d.position end,
           failures = case when ${isHealthCurrent} then $7 else d.failures end,
           failing_since = case when ${isHealthCurrent} then $8 else d.failing_since end,
           next_attempt_at = case when ${isHealthCurrent} then $9 else d.next_attempt_at end,
           delivered_at = coalesce($10, d.delivered_at),
           lease_until = clock_timestamp() + make_interval(secs => $3)
     where d.id = $1 and d.lease_holder = $2
    returning d.revision = $6 and d.failing_since is not distinct from $8::timestamptz as is_health_stored, d.position,
              ${isUrlCurrent} as is_url_current,
              exists (select from destination_retries r
                       where r.destination_id = d.id and (r.due_at <= $11 or $12)) as has_due_retry,
              is_leaving(p_organization => d.organization_id) as is_leaving`,
}

const addAttempt: Statement = {
  name: 'add_destination_attempt',
  text: `
    insert into destination_attempts (
      id, organization_id, destination_id, kind, webhook_id, first_number, last_number, count, selection, at, http_status,
      code, duration_ms, response, retry_at, is_given_up)
    select $1, d.organization_id, d.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
      from destinations d where d.id = $2 for key share`,
}

const addRetry: Statement = {
  name: 'add_destination_retry',
  text: `
    insert into destination_retries (
      id, organization_id, destination_id, webhook_id, first_number, last_number, count, selection, attempts, due_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

const retryOfRefusal: Statement = {
  name: 'postpone_destination_retry',
  text: 'update destination_retries set attempts = $3, due_at = $4 where destination_id = $1 and id = $2',
}

const makeRetriesDue: Statement = {
  name: 'make_destination_retries_due',
  text: 'update destination_retries set due_at = $2 where destination_id = $1 and due_at > $2',
}

const advanceReplay: Statement = {
  name: 'advance_destination_replay',
  text: 'update destination_replays set position = $3 where destination_id = $1 and id = $2 returning 1',
}

// Deletes the oldest attempts of a destination, so that a busy one does not fill the table. Successful and failed
// attempts are counted apart; otherwise many successes would push the failures out.
const prune: Statement = {
  name: 'prune_destination_attempts',
  text: `
    delete from destination_attempts a
     where a.destination_id = $1
       and (a.code is null and a.id < (select o.id from destination_attempts o where o.destination_id = $1 and o.code is null
                                        order by o.id desc offset $2 limit 1)
            or a.code is not null and a.id < (select o.id from destination_attempts o where o.destination_id = $1 and o.code is not null
                                        order by o.id desc offset $2 limit 1))`,
}

const release: Statement = {
  name: 'release_destination',
  text: `
    update destinations d
       set lease_holder = null, lease_until = null,
           position = case when d.position = $4::bigint then $5::bigint else d.position end,
           due_at = case when d.due_at is distinct from $3::timestamptz then d.due_at else (
             select greatest($7::timestamptz, w.due_at)
               from (select least($6::timestamptz, (
                 select min(r.due_at) from destination_retries r where r.destination_id = d.id)) as due_at) w
              where w.due_at is not null) end
     where d.id = $1 and d.lease_holder = $2`,
}

/** Stores a success that a person or program caused. Returns the number of failures before. */
const noteSuccess: Statement = {
  name: 'note_destination_success',
  text: `
    with former as materialized (
      select d.id, d.failures from destinations d where d.id = $1 for no key update
    )
    update destinations d
       set due_at = '-infinity', delivered_at = greatest(d.delivered_at, $2),
           failures = case when d.revision = $3 then 0 else d.failures end,
           failing_since = case when d.revision = $3 then null else d.failing_since end,
           next_attempt_at = case when d.revision = $3 then null else d.next_attempt_at end
      from former where d.id = former.id
    returning former.failures`,
}

const endRepeated: Statement = {
  name: 'end_repeated_destination_retry',
  text: `
    delete from destination_retries r using destinations d
     where r.destination_id = $1 and d.id = $1 and d.url_changed_at is not distinct from $5::timestamptz
       and (r.webhook_id = $2 or r.id = any($3::uuid[]) and d.revision = $4)`,
}

interface StoredRow {
  readonly is_health_stored: boolean
  readonly is_url_current: boolean
  readonly position: string
  readonly has_due_retry: boolean
  readonly is_leaving: boolean
}

type RetryRow = Selected<typeof retries>
type ReplayRow = Selected<typeof replays>

export class PostgresDestinationStore extends DestinationStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async list({ organizationId, projectIds }: Reach, page: Page): Promise<PageOf<DestinationView>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1]
    const rows = await this.#executor.read<ViewRow>(list, values)
    const { items, next } = pageOf(rows, page, ({ id }) => id)
    return { items: items.map(viewOf), next }
  }

  override async find({ organizationId, projectIds }: Reach, id: string): Promise<DestinationView | null> {
    const [row] = await this.#executor.read<ViewRow>(find, [organizationId, projectIds, id])
    return row === undefined ? null : viewOf(row)
  }

  override async attempts(
    { projectIds }: Reach,
    destinationId: string,
    failed: boolean,
    page: Page,
  ): Promise<PageOf<Attempt>> {
    const values = [destinationId, projectIds, idAfter(page), page.limit + 1]
    const rows = await this.#executor.read<AttemptRow>(failed ? listFailed : listAttempts, values)
    const { items, next } = pageOf(rows, page, ({ id }) => id)
    return { items: items.map(readAttempt), next }
  }

  override async attempt({ projectIds }: Reach, destinationId: string, id: string): Promise<Attempt | null> {
    const [row] = await this.#executor.read<AttemptRow>(findAttempt, [destinationId, projectIds, id])
    return row === undefined ? null : readAttempt(row)
  }

  override informOfDisabled(
    { since, after, at }: NoticeRange<DisabledNotice>,
    inform: (notice: DisabledNotice) => Promise<boolean>,
  ): Promise<DisabledNotice | null> {
    return inSoleTransaction(this.#executor, 'notices of destinations', async (connection) => {
      const place = [after?.disabledAt ?? since, after?.id ?? firstId]
      const [row] = await execute<DisabledRow>(connection, findDisabled, place)
      if (row === undefined) return null
      const { id, url, disabledAt, failingSince, admins, language } = row
      const notice = { id, url, disabledAt, failingSince, admins, language }
      if (await inform(notice)) await execute(connection, noteDisabled, [at, id, disabledAt])
      return notice
    })
  }

  override async forgetAttempts(before: Date, most: number): Promise<number> {
    return (await this.#executor.write(forget, [before, most])).length
  }

  override async of(organizationId: string): Promise<readonly Destination[]> {
    const rows = await destinations.within(this.#executor).list({ organizationId }, 'id')
    return rows.map(readDestination)
  }

  override async lock(organizationId: string, id: string): Promise<(Destination & SigningSecrets) | null> {
    const row = await destinations.within(this.#executor).lock({ organizationId, id })
    return row && readDestination(row)
  }

  override async add(destination: Destination, added: SigningSecrets): Promise<void> {
    await destinations.within(this.#executor).add(destinationRow({ ...destination, ...added }))
    // Makes the new destination due, because events may have got numbers since its position was read.
    await this.#executor.write(makeDue, [destination.id])
  }

  override async save({ id, ...destination }: Destination): Promise<void> {
    const { url, types, projectId, spinnerId, includesAddresses, batchesEvents } = destination
    const { urlChangedAt } = destination
    const { status, disabledReason, disabledAt, failures, failingSince, nextAttemptAt, revision } =
      destination
    const position = String(destination.position)
    const settings = { url, urlChangedAt, types, projectId, spinnerId, includesAddresses, batchesEvents }
    const progress = { status, disabledReason, disabledAt, failures, failingSince, nextAttemptAt, position }
    // A disabled destination that is changed is not reported again.
    const report = status === 'disabled' ? {} : { adminsNotifiedAt: null }
    await destinations.within(this.#executor).patch({ id }, { ...settings, ...progress, revision, ...report })
    await this.#executor.write(makeDue, [id])
  }

  override async saveSecrets(id: string, changed: SigningSecrets): Promise<void> {
    const { ciphertext, previousCiphertext, previousUntil } = changed
    await secrets.within(this.#executor).patch({ id }, { ciphertext, previousCiphertext, previousUntil })
  }

  override async remove(id: string): Promise<void> {
    await destinations.within(this.#executor).remove({ id })
  }

  override async addReplay({ id, organizationId, destinationId, position, until }: Replay): Promise<void> {
    await replays
      .within(this.#executor)
      .add({ id, organizationId, destinationId, position: String(position), until: String(until) })
  }

  override replaysOf(destinationId: string): Promise<number> {
    return replays.within(this.#executor).count({ destinationId })
  }

  override async dropWaiting(destinationId: string): Promise<void> {
    await retries.within(this.#executor).remove({ destinationId })
    await replays.within(this.#executor).remove({ destinationId })
  }

  override async take(
    holder: string,
    seconds: number,
    without: readonly string[],
    now: Date,
  ): Promise<DueDestination | null> {
    type Row = Selected<typeof destinations>
    const [row] = await this.#executor.write<Row>(take, [holder, seconds, without, now])
    const takenUntil = new Date(now.getTime() + seconds * 1000)
    return row === undefined ? null : { ...readDestination(row), holder, takenUntil }
  }

  override async dueRetry(destinationId: string, now: Date): Promise<WaitingRetry | null> {
    const [row] = await this.#executor.read<RetryRow>(findDueRetry, [destinationId, now])
    return row === undefined ? null : readRetry(row)
  }

  override async retriesAround(
    destinationId: string,
    { firstNumber, lastNumber }: Pick<DeliveredRange, 'firstNumber' | 'lastNumber'>,
  ): Promise<readonly WaitingRetry[]> {
    const range = [destinationId, firstNumber, lastNumber]
    return (await this.#executor.read<RetryRow>(findRetriesAround, range)).map(readRetry)
  }

  override async nextReplay(destinationId: string): Promise<Replay | null> {
    const [row] = await replays.within(this.#executor).list({ destinationId }, 'id')
    return row === undefined ? null : readReplay(row)
  }

  override async endWaiting(destinationId: string, id: string): Promise<void> {
    await this.#executor.write(endRetry, [destinationId, id])
    await this.#executor.write(endReplay, [destinationId, id])
  }

  override storeResult(
    { id, holder, revision, urlChangedAt }: DeliveredDestination,
    seconds: number,
    result: DeliveryResult,
  ): Promise<DeliveryStatus | null> {
    const { attempt, formerFailingSince, advance, replay, retry, endedRetry, isRecovered, isPruned } = result
    return inTransaction(this.#executor, async (connection) => {
      const deliveredAt = attempt.code === null ? attempt.at : null
      const health = [result.failures, result.failingSince, result.nextAttemptAt, deliveredAt]
      const moved = [advance?.from ?? null, advance?.to ?? null]
      const renewed = execute<StoredRow>(connection, keepDestination, [
        id,
        holder,
        seconds,
        ...moved,
        revision,
        ...health,
        attempt.at,
        isRecovered,
        formerFailingSince,
        urlChangedAt,
      ])
      const added = execute(connection, addAttempt, attemptValues(attempt))
      const [[row]] = await Promise.all([renewed, added])
      if (row === undefined) return null
      if (endedRetry !== null) await execute(connection, endRetry, [id, endedRetry])
      const isPassed = attempt.code === null || row.is_url_current
      const advanced =
        replay === null
          ? advance === null || row.position === String(advance.to)
          : isPassed &&
            (await execute(connection, advanceReplay, [id, replay.id, replay.position])).length > 0
      if (isRecovered) await execute(connection, makeRetriesDue, [id, attempt.at])
      // A retry is stored only if the request was not skipped meanwhile.
      if (retry !== null && attempt.kind === 'retry')
        await execute(connection, retryOfRefusal, [id, retry.id, retry.attempts, retry.dueAt])
      else if (retry !== null && advanced) await execute(connection, addRetry, retryValues(attempt, retry))
      if (isPruned) await execute(connection, prune, [id, storedAttempts])
      const { is_health_stored: isHealthStored, has_due_retry: hasDueRetry, is_leaving: isLeaving } = row
      return { isHealthStored, hasDueRetry, mayContinue: !isLeaving }
    })
  }

  override async release(
    { id, holder, takenUntil }: Pick<DueDestination, 'id' | 'holder' | 'takenUntil'>,
    { passed, moreAt, nextAttemptAt }: DestinationSchedule,
  ): Promise<void> {
    const moved = [passed?.from ?? null, passed?.to ?? null]
    await this.#executor.write(release, [id, holder, takenUntil, ...moved, moreAt, nextAttemptAt])
  }

  override async storeRequestedAttempt(
    attempt: Attempt,
    { revision, urlChangedAt }: Pick<DeliveredDestination, 'revision' | 'urlChangedAt'>,
    ended: readonly string[],
  ): Promise<void> {
    const { destinationId, events, code, at } = attempt
    type Former = Pick<Selected<typeof destinations>, 'failures'>
    await inTransaction(this.#executor, async (connection) => {
      // Locks the destination before its retries, as `storeResult` does; otherwise the two can deadlock.
      const changes = [destinationId, at, revision]
      const [former] = code === null ? await execute<Former>(connection, noteSuccess, changes) : []
      await execute(connection, addAttempt, attemptValues(attempt))
      if (former === undefined) return
      if (events !== null)
        await execute(connection, endRepeated, [
          destinationId,
          events.webhookId,
          ended,
          revision,
          urlChangedAt,
        ])
      if (isFailing(former)) await execute(connection, makeRetriesDue, [destinationId, at])
    })
  }
}

function viewOf({ retries: waiting, replays: unfinished, ...row }: ViewRow): DestinationView {
  const destination = readDestination(row)
  const { ciphertext: _present, previousCiphertext: _previous, previousUntil, ...shown } = destination
  return {
    ...shown,
    retries: waiting,
    replays: unfinished,
    previousSecretUntil: previousUntil,
  }
}

function attemptValues(attempt: Attempt): unknown[] {
  const row = attemptRow(attempt)
  return [
    row.id,
    row.destinationId,
    row.kind,
    row.webhookId,
    row.firstNumber,
    row.lastNumber,
    row.count,
    row.selection === null ? null : JSON.stringify(row.selection),
    row.at,
    row.httpStatus,
    row.code,
    row.durationMs,
    row.response,
    row.retryAt,
    row.isGivenUp,
  ]
}

function retryValues(
  { organizationId, destinationId }: Attempt,
  retry: NonNullable<DeliveryResult['retry']>,
): unknown[] {
  const { id, webhookId, firstNumber, lastNumber, count, selection, dueAt } = retry
  const range = [webhookId, firstNumber, lastNumber, count, JSON.stringify(selection)]
  return [id, organizationId, destinationId, ...range, retry.attempts, dueAt]
}

function readRetry(row: RetryRow): WaitingRetry {
  return { ...row, firstNumber: Number(row.firstNumber), lastNumber: Number(row.lastNumber) }
}

function readReplay(row: ReplayRow): Replay {
  return { ...row, position: Number(row.position), until: Number(row.until) }
}
