import { conditionOfGoal, type Goal } from '../../../../domain/spinner/goal.ts'
import { never, type Where } from '../../../../domain/spinner/where/where.ts'
import { entryConditionOf, membershipOf } from '../../../../domain/table/segment/entry-condition.ts'
import type { Segment } from '../../../../domain/table/segment/segment.ts'
import { execute, type Statement } from '../../database.ts'
import { entity } from '../../rows.ts'
import { fieldsOf, type Selected } from '../../schema/columns.ts'
import { sqlFunction } from '../../sql-function.ts'
import {
  type LocatedRecord,
  locateRecords,
  type RecordIdRow,
  type RecordLook,
  recordsAtOnce,
} from './record-look.ts'

const listOutcomes = sqlFunction(
  'list_goal_outcomes',
  'p_now',
  'p_spinner',
  'p_version',
  'p_records',
  'p_after',
  'p_most',
)

const storeStates = sqlFunction(
  'store_goal_states',
  'p_now',
  'p_spinner',
  'p_version',
  'p_is_rebase',
  'p_records',
  'p_met',
  'p_due',
)

const clearOutcomes = sqlFunction('clear_goal_outcomes', 'p_spinner', 'p_version', 'p_most')

const watch = fieldsOf('goal_watches', 'spinnerId', 'version', 'rebasedUntil')

const lockWatches: Statement = {
  name: 'lock_goal_watches',
  text: `
    select ${watch.selected('g')}, v.goal, g.begun_in_transaction is not null as "isNumbered",
           g.begun_in_transaction is not null
             and is_known_to_open_transactions(p_transaction => g.begun_in_transaction) as "isKnown",
           is_goal_over(p_watch => g, p_now => $2) as "isOver"
      from goal_watches g
      join spinner_versions v on v.spinner_id = g.spinner_id and v.version = g.version
     where g.data_table_id = $1 order by g.spinner_id, g.version for no key update of g`,
}

// Notes a transaction that begins after the commit of a watch. Transactions with higher numbers note changed records.
const numberWatches: Statement = {
  name: 'number_goal_watches',
  text: `
    update goal_watches set begun_in_transaction = pg_current_xact_id()
     where data_table_id = $1 and begun_in_transaction is null`,
}

const goalWatches = entity('goal_watches', 'spinnerId', 'version')

const clearedAtOnce = 10_000

export interface GoalWatch extends Selected<typeof watch> {
  readonly goal: Goal
  /** Whether the watch has the number of a transaction that began after it was committed. */
  readonly isNumbered: boolean
  /** Whether each open transaction notes the records that it changes. */
  readonly isKnown: boolean
  /** Whether recipients can no longer reach the goal. */
  readonly isOver: boolean
}

/** Locks the watches over the goals of a data table. */
export function lockGoalWatches({ connection, dataTableId, now }: RecordLook): Promise<GoalWatch[]> {
  return execute<GoalWatch & Record<string, unknown>>(connection, lockWatches, [dataTableId, now])
}

export async function numberGoalWatches({ connection, dataTableId }: RecordLook): Promise<void> {
  await execute(connection, numberWatches, [dataTableId])
}

/** Deletes the watch over a goal that is over, and the outcomes of jobs whose details were deleted already. */
export async function removeGoalWatch(
  { transaction, connection }: RecordLook,
  { spinnerId, version }: GoalWatch,
): Promise<void> {
  const call = clearOutcomes({ p_spinner: spinnerId, p_version: version, p_most: clearedAtOnce })
  const [row] = await execute<{ clear_goal_outcomes: number }>(connection, ...call)
  if ((row?.clear_goal_outcomes ?? 0) < clearedAtOnce)
    await goalWatches.within(transaction).remove({ spinnerId, version })
}

/** `GoalLooks` evaluates the conditions of the goals of a data table for records, in a transaction that has locked them. */
export class GoalLooks {
  readonly #look: RecordLook
  readonly #goals: readonly (GoalWatch & { readonly condition: Where })[]

  constructor(
    look: RecordLook,
    watches: readonly GoalWatch[],
    segments: readonly Pick<Segment, 'id' | 'where'>[],
  ) {
    this.#look = look
    this.#goals = watches.map((goalWatch) => ({
      ...goalWatch,
      condition: entryConditionOf(conditionOfGoal(goalWatch.goal) ?? never, segments),
    }))
  }

  /** Looks at recipients that are due: new ones, and those for which time changes the result. Returns whether there may be more. */
  async lookAtDue(): Promise<boolean> {
    let isFull = false
    for (const goal of this.#goals) {
      const due = await this.#outcomesOf(goal, { p_records: null, p_after: null })
      await this.#store(goal, await locateRecords(this.#look, due), false)
      isFull ||= due.length === recordsAtOnce
    }
    return isFull
  }

  /**
   * Looks again at recipients after a segment of their goal's condition was changed. Records that meet the changed
   * condition now have not begun to meet it. Returns whether there may be more.
   */
  async rebase(): Promise<boolean> {
    const goal = this.#goals.find(({ rebasedUntil }) => rebasedUntil !== null)
    if (goal === undefined) return false
    const page = await this.#outcomesOf(goal, { p_records: null, p_after: goal.rebasedUntil })
    await this.#store(goal, await locateRecords(this.#look, page), true)
    const last = page.length === recordsAtOnce ? (page.at(-1)?.id ?? null) : null
    const { spinnerId, version } = goal
    await goalWatches.within(this.#look.transaction).patch({ spinnerId, version }, { rebasedUntil: last })
    return true
  }

  /** Looks at records that were changed. */
  async lookAtChanges(located: readonly LocatedRecord[]): Promise<void> {
    for (const goal of this.#goals) {
      const ids = located.map(({ id }) => id)
      const open = new Set(
        (await this.#outcomesOf(goal, { p_records: ids, p_after: null })).map(({ id }) => id),
      )
      await this.#store(
        goal,
        located.filter(({ id }) => open.has(id)),
        false,
      )
    }
  }

  /** Returns the ids of records with outcomes to look at. */
  async #outcomesOf(
    { spinnerId, version }: GoalWatch,
    which: { readonly p_records: readonly string[] | null; readonly p_after: string | null },
  ): Promise<readonly RecordIdRow[]> {
    const { connection, now } = this.#look
    const call = listOutcomes({
      p_now: now,
      p_spinner: spinnerId,
      p_version: version,
      ...which,
      p_most: recordsAtOnce,
    })
    const rows = await execute<{ list_goal_outcomes: string }>(connection, ...call)
    return rows.map(({ list_goal_outcomes: id }) => ({ id }))
  }

  async #store(
    { spinnerId, version, condition }: GoalWatch & { readonly condition: Where },
    located: readonly LocatedRecord[],
    isRebase: boolean,
  ): Promise<void> {
    if (located.length === 0) return
    const { connection, now } = this.#look
    const states = located.map(({ data }) => (data === null ? null : membershipOf(condition, data, now)))
    const call = storeStates({
      p_now: now,
      p_spinner: spinnerId,
      p_version: version,
      p_is_rebase: isRebase,
      p_records: located.map(({ id }) => id),
      p_met: states.map((state) => state?.isMember ?? null),
      p_due: states.map((state) => state?.dueAt ?? null),
    })
    await execute(connection, ...call)
  }
}
