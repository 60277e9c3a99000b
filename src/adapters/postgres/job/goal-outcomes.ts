import type { StepSettlement } from '../../../domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../domain/job/slice.ts'
import { conditionOfGoal } from '../../../domain/spinner/goal.ts'
import type { Program } from '../../../domain/spinner/steps/program.ts'
import { channelOf } from '../../../domain/spinner/steps/step-capabilities.ts'
import { noAnswers } from '../../../domain/spinner/where/person-question.ts'
import { matchesWhere, segmentsNamedBy, type Where } from '../../../domain/spinner/where/where.ts'
import { entryConditionOf } from '../../../domain/table/segment/entry-condition.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Database } from '../database.ts'
import { entity } from '../rows.ts'
import { type SqlCall, sqlFunction } from '../sql-function.ts'

const storeOutcomes = sqlFunction('store_goal_outcomes', 'p_job', 'p_records', 'p_met', 'p_held_out', 'p_now')

const segmentRows = entity('segments', 'id', 'condition')

/** `GoalOutcomes` builds the calls that store from when on the goal of recipients counts. */
export class GoalOutcomes {
  readonly #database: Database
  readonly #clock: Clock
  /** The conditions of the goals of slices, with the conditions of segments in place of the segments. */
  readonly #conditions = new WeakMap<LeasedSlice, Where>()

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * Returns the SQL call that stores which recipients have got a message or are held out, and whether their records meet the condition
   * of the goal already; null if there are none, or if the goal is no condition on the record.
   */
  async callFor(
    slice: LeasedSlice,
    program: Program,
    settled: readonly StepSettlement[],
  ): Promise<SqlCall | null> {
    const goal = conditionOfGoal(slice.goal ?? null)
    if (goal === null) return null
    const begun = settled.filter(
      (settlement) =>
        settlement.reason === 'IN_HOLDOUT' ||
        (settlement.delivery === 'sent' && isEmail(program, settlement.step)),
    )
    if (begun.length === 0) return null
    const condition = await this.#conditionOf(slice, goal)
    const now = this.#clock.now()
    const cells = new Map(slice.recipients.map(({ recordId, data }) => [recordId, data]))
    return storeOutcomes({
      p_job: slice.jobId,
      p_records: begun.map(({ recordId }) => recordId),
      p_met: begun.map(({ recordId }) => {
        const data = cells.get(recordId) ?? null
        return data !== null && matchesWhere(condition, data, now, noAnswers)
      }),
      p_held_out: begun.map(({ reason }) => reason === 'IN_HOLDOUT'),
      p_now: now,
    })
  }

  async #conditionOf(slice: LeasedSlice, goal: Where): Promise<Where> {
    const cached = this.#conditions.get(slice)
    if (cached !== undefined) return cached
    const { dataTableId } = slice
    const rows =
      segmentsNamedBy(goal).length === 0
        ? []
        : await segmentRows.within(this.#database).list({ dataTableId }, 'id')
    const segments = rows.map(({ id, condition }) => ({ id, where: condition }))
    const condition = entryConditionOf(goal, segments)
    this.#conditions.set(slice, condition)
    return condition
  }
}

function isEmail(program: Program, index: number): boolean {
  const step = program[index]?.step
  return step !== undefined && channelOf(step) === 'email'
}
