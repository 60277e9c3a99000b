import type { DataRecord } from '../../../../domain/record-cells.ts'
import { never } from '../../../../domain/spinner/where/where.ts'
import {
  entryConditionOf,
  type Membership,
  membershipOf,
} from '../../../../domain/table/segment/entry-condition.ts'
import type { Clock } from '../../../../ports/clock.ts'
import { SegmentEntries } from '../../../../ports/spinner/segment-entries.ts'
import { type Database, execute, type Statement } from '../../database.ts'
import { entity, OpenTransaction } from '../../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../../schema/columns.ts'
import { sqlFunction } from '../../sql-function.ts'
import { listRecords } from '../../table/list-records.ts'
import { inTransaction } from '../../transaction.ts'
import {
  GoalLooks,
  type GoalWatch,
  lockGoalWatches,
  numberGoalWatches,
  removeGoalWatch,
} from './goal-looks.ts'
import {
  type LocatedRecord,
  locateRecords,
  type RecordIdRow,
  type RecordLook,
  recordsAtOnce,
} from './record-look.ts'

const listEntryTables = sqlFunction('list_entry_tables', 'p_now', 'p_organization')
const storeEntries = sqlFunction(
  'store_entries',
  'p_now',
  'p_spinner',
  'p_mode',
  'p_records',
  'p_members',
  'p_due',
)

const segmentRows = entity('segments', 'id', 'dataTableId', 'condition')

// Lets one runtime at a time look at the records of a table.
const lockTable: Statement = {
  name: 'lock_entries_of_table',
  text: `select pg_try_advisory_xact_lock(hashtextextended('entries ' || $1, 0)) as "isLocked"`,
}

// Locks the starts before the watches, as publishing does.
const lockStarts: Statement = {
  name: 'lock_starts_on_entries',
  text: `
    select from spinner_starts b
     where b.spinner_id in (select w.spinner_id from segment_watches w where w.data_table_id = $1)
     order by b.spinner_id for no key update`,
}

const watch = fieldsOf(
  'segment_watches',
  'spinnerId',
  'segmentId',
  'existingSeq',
  'includesExisting',
  'seq',
  'afterId',
)

const lockWatches: Statement = {
  name: 'lock_watches_of_table',
  text: `
    select ${watch.selected('w')}, w.is_cleared as "isCleared", w.begun_in_transaction is not null as "isNumbered",
           s.id is not null and exists (select from data_tables t where t.id = w.data_table_id) as "isLive",
           x.id is null as "isGone", l.last_seq as "lastSeq",
           w.begun_in_transaction is not null
             and (w.seq > 0 or is_known_to_open_transactions(p_transaction => w.begun_in_transaction)) as "isKnown"
      from segment_watches w
      left join spinners s on s.id = w.spinner_id
      left join stored_spinners x on x.id = w.spinner_id
      cross join lateral (
        select coalesce(max(l.last_seq), 0) as last_seq from end_of_ledger(p_table => w.data_table_id) l) l
     where w.data_table_id = $1 order by w.spinner_id for update of w`,
}

// Notes a transaction that begins after the commit of a watch. Transactions with higher numbers note changed records.
const numberWatches: Statement = {
  name: 'number_watches',
  text: `
    update segment_watches set begun_in_transaction = pg_current_xact_id()
     where spinner_id = any($1) and begun_in_transaction is null`,
}

const clearMembers: Statement = {
  name: 'clear_segment_members',
  text: `
    delete from segment_members where spinner_id = $1 and record_id in (
      select record_id from segment_members where spinner_id = $1 order by record_id limit $2) returning 1`,
}

const watches = entity('segment_watches', 'spinnerId')

const takeChanges: Statement = {
  name: 'take_changes_of_segments',
  text: `
    delete from segment_changes where ctid = any(array(
      select ctid from segment_changes where data_table_id = $1 limit $2)) returning record_id as id`,
}

const forgetChanges: Statement = {
  name: 'forget_changes_of_segments',
  text: `
    delete from segment_changes c
     where c.data_table_id = $1 and not exists (select from record_watches w where w.data_table_id = $1)`,
}

const dueMembers: Statement = {
  name: 'due_segment_members',
  text: `
    select record_id as id from segment_members
     where spinner_id = $1 and due_at <= $2 order by due_at, record_id limit $3`,
}

const notePosition: Statement = {
  name: 'note_position_of_watches',
  text: 'update segment_watches set seq = $2, after_id = $3 where spinner_id = any($1)',
}

const clearedAtOnce = 10_000
/** An id that no record of an append exceeds. */
const lastId = '9223372036854775807'
/** The time in milliseconds after which other due work of the runtime comes first. */
const maxFindMs = 500
const maxCatchUpMs = 1_000
const retryMs = 20

interface Watch extends Selected<typeof watch> {
  readonly isCleared: boolean
  /** Whether the watch has the number of a transaction that began after it was committed. */
  readonly isNumbered: boolean
  /** Whether each open transaction notes the records that it changes. */
  readonly isKnown: boolean
  /** Whether neither the spinner nor its table is in the bin. */
  readonly isLive: boolean
  /** Whether the spinner was deleted permanently. */
  readonly isGone: boolean
  readonly lastSeq: string
}

interface LedgerRecord extends Pick<TableFields<'records'>, 'id'> {
  readonly seq: string
  readonly data: DataRecord
}

type Mode = 'enter' | 'include' | 'exclude'

/** One look at a table in a transaction, with the condition of each watch. */
interface Look extends RecordLook {
  readonly conditionOf: (watch: Watch) => ReturnType<typeof entryConditionOf>
}

export class PostgresSegmentEntries extends SegmentEntries {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async find(organizationId: string | null, signal?: AbortSignal): Promise<boolean> {
    return (await this.#find(organizationId, maxFindMs, signal)).includes('more')
  }

  override async catchUp(organizationId: string): Promise<void> {
    const until = this.#database.timers.elapsedMs() + maxCatchUpMs
    // Waits for transactions that change records without noting them yet, and for another process.
    while ((await this.#find(organizationId, maxCatchUpMs)).some((progress) => progress !== 'done')) {
      if (this.#database.timers.elapsedMs() > until) return
      await this.#database.timers.sleep(retryMs)
    }
  }

  /** Looks at records for a limited time. Returns the progress with each table. */
  async #find(
    organizationId: string | null,
    maxMs: number,
    signal?: AbortSignal,
  ): Promise<readonly Progress[]> {
    const { timers } = this.#database
    const until = timers.elapsedMs() + maxMs
    const call = listEntryTables({ p_now: this.#clock.now(), p_organization: organizationId })
    const tables = await this.#database.read<{ list_entry_tables: string }>(...call)
    const results: Progress[] = []
    for (const { list_entry_tables: dataTableId } of tables) {
      let progress: Progress = 'more'
      while (progress === 'more') {
        if (signal?.aborted === true || timers.elapsedMs() > until) break
        progress = await this.#next(dataTableId)
      }
      results.push(progress)
    }
    return results
  }

  /** Looks at some records of a table in one transaction. */
  #next(dataTableId: string): Promise<Progress> {
    return inTransaction(this.#database, async (connection): Promise<Progress> => {
      const [lock] = await execute<{ isLocked: boolean }>(connection, lockTable, [dataTableId])
      if (lock?.isLocked !== true) return 'waits'
      const transaction = new OpenTransaction(this.#database, connection)
      const look = { transaction, connection, dataTableId, now: this.#clock.now() }
      await execute(connection, lockStarts, [dataTableId])
      const all = await execute<Watch>(connection, lockWatches, [dataTableId])
      const goals = await lockGoalWatches(look)
      const uncleared = all.find(
        ({ segmentId, isCleared, isGone }) => isGone || segmentId === null || !isCleared,
      )
      if (uncleared !== undefined) return this.#clear(look, uncleared)
      const live = all.filter(({ isLive }) => isLive)
      const unnumbered = live.filter(({ isNumbered }) => !isNumbered).map(({ spinnerId }) => spinnerId)
      if (unnumbered.length > 0 || goals.some(({ isNumbered }) => !isNumbered)) {
        await execute(connection, numberWatches, [unnumbered])
        await numberGoalWatches(look)
        return 'more'
      }
      if ([...live, ...goals].some(({ isKnown }) => !isKnown)) return 'waits'
      const over = goals.find(({ isOver }) => isOver)
      if (over !== undefined) {
        await removeGoalWatch(look, over)
        await execute(connection, forgetChanges, [dataTableId])
        return 'more'
      }
      return this.#look(look, live, goals)
    })
  }

  /** Deletes members of a former publication. */
  async #clear(
    { transaction, connection, dataTableId }: RecordLook,
    { spinnerId, segmentId, isGone }: Watch,
  ): Promise<Progress> {
    const deleted = await execute(connection, clearMembers, [spinnerId, clearedAtOnce])
    if (deleted.length === clearedAtOnce) return 'more'
    const rows = watches.within(transaction)
    if (isGone || segmentId === null) {
      await rows.remove({ spinnerId })
      await execute(connection, forgetChanges, [dataTableId])
    } else await rows.patch({ spinnerId }, { isCleared: true })
    return 'more'
  }

  async #look(
    recordLook: RecordLook,
    live: readonly Watch[],
    goals: readonly GoalWatch[],
  ): Promise<Progress> {
    const { transaction, dataTableId } = recordLook
    const rows = await segmentRows.within(transaction).list({ dataTableId }, 'id')
    const segments = rows.map(({ id, condition }) => ({ id, where: condition }))
    const conditions = new Map(
      live.map(
        ({ spinnerId, segmentId }) =>
          [spinnerId, entryConditionOf({ segmentId: segmentId ?? '' }, segments)] as const,
      ),
    )
    const conditionOf = ({ spinnerId }: Watch) => conditions.get(spinnerId) ?? never
    const look: Look = { ...recordLook, conditionOf }
    const goalLooks = new GoalLooks(recordLook, goals, segments)
    if ((await goalLooks.rebase()) || (await goalLooks.lookAtDue())) return 'more'
    const isBehind = await lookAtLedger(look, live)
    // A changed record may be an existing one of which the watch does not know yet whether it is a member.
    if (live.some(isAmongExisting)) return 'more'
    const isDue = await lookAtDue(look, live)
    return (await lookAtChanges(look, live, goalLooks)) || isDue || isBehind ? 'more' : 'done'
  }
}

/** Whether a table has more records to look at, or has to wait for a transaction or another process, or has none. */
type Progress = 'more' | 'waits' | 'done'

/** Returns whether a watch has not read all records yet that existed when it began. */
function isAmongExisting({ seq, afterId, existingSeq }: Watch): boolean {
  return Number(seq) < Number(existingSeq) || (seq === existingSeq && afterId !== lastId)
}

/** Looks at changed records. Returns whether there may be more. */
async function lookAtChanges(look: Look, live: readonly Watch[], goals: GoalLooks): Promise<boolean> {
  const { connection, dataTableId } = look
  const changes = await execute<RecordIdRow>(connection, takeChanges, [dataTableId, recordsAtOnce])
  if (changes.length === 0) return false
  const located = await locateRecords(look, changes)
  for (const each of live) await store(look, each, 'enter', located)
  await goals.lookAtChanges(located)
  return changes.length === recordsAtOnce
}

/** Looks at records that enter or leave because of the time. Returns whether there may be more. */
async function lookAtDue(look: Look, live: readonly Watch[]): Promise<boolean> {
  let isFull = false
  for (const each of live) {
    const values = [each.spinnerId, look.now, recordsAtOnce]
    const due = await execute<RecordIdRow>(look.connection, dueMembers, values)
    if (due.length > 0) await store(look, each, 'enter', await locateRecords(look, due))
    isFull ||= due.length === recordsAtOnce
  }
  return isFull
}

/** Looks at a page of records in the order of the ledger. Watches at the same position read it together. */
async function lookAtLedger(look: Look, live: readonly Watch[]): Promise<boolean> {
  const { connection, dataTableId } = look
  const behind = live.filter(
    (each) => isAmongExisting(each) || Number(each.seq) < Number(each.lastSeq) || each.afterId !== lastId,
  )
  const [first] = behind
  if (first === undefined) return false
  const end = isAmongExisting(first) ? first.existingSeq : first.lastSeq
  const together = behind.filter(
    (each) =>
      each.seq === first.seq &&
      each.afterId === first.afterId &&
      (isAmongExisting(each) ? each.existingSeq : each.lastSeq) === end,
  )
  const call = listRecords({
    p_table: dataTableId,
    p_seq: first.seq,
    p_last: end,
    p_id: first.afterId,
    p_limit: recordsAtOnce,
  })
  const page = await execute<LedgerRecord & Record<string, unknown>>(connection, ...call)
  for (const each of together) await store(look, each, modeOf(each), page)
  // Notes the end of the ledger after the last page, because the records of the last appends may be deleted.
  const last = page.length < recordsAtOnce ? undefined : page.at(-1)
  const spinnerIds = together.map(({ spinnerId }) => spinnerId)
  await execute(connection, notePosition, [spinnerIds, last?.seq ?? end, last?.id ?? lastId])
  return last !== undefined || behind.length > together.length || end !== first.lastSeq
}

function modeOf(each: Watch): Mode {
  if (!isAmongExisting(each)) return 'enter'
  return each.includesExisting ? 'include' : 'exclude'
}

/** Stores which records belong to the segment of a watch. */
async function store(look: Look, each: Watch, mode: Mode, located: readonly LocatedRecord[]): Promise<void> {
  if (located.length === 0) return
  const condition = look.conditionOf(each)
  const states = located.map(({ data }): Membership | null =>
    data === null ? null : membershipOf(condition, data, look.now),
  )
  const call = storeEntries({
    p_now: look.now,
    p_spinner: each.spinnerId,
    p_mode: mode,
    p_records: located.map(({ id }) => id),
    p_members: states.map((state) => state?.isMember ?? null),
    p_due: states.map((state) => state?.dueAt ?? null),
  })
  await execute(look.connection, ...call)
}
