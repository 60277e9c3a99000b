import { conditionOfGoal, type Goal } from '../../../../src/domain/spinner/goal.ts'
import { channelOf } from '../../../../src/domain/spinner/steps/step-capabilities.ts'
import type { Where } from '../../../../src/domain/spinner/where/where.ts'
import type { Model } from '../../model/model.ts'
import { type PossibleCells, resultsOf } from '../../model/path/conditions.ts'
import { positionsOf } from '../../model/path/positions.ts'
import type { StoredStep } from '../../model/path/stored-steps.ts'
import { originalOf } from '../path/words-of-step.ts'
import { type Compared, each, type Promised } from '../promise.ts'

/** The stored state of a recipient for the goal of its spinner. */
interface Outcome {
  readonly job: string
  readonly record: string
  readonly spinner: string
  readonly goal: Goal | null
  readonly isMet: boolean
  readonly firstAt: Date
  readonly endsAt: Date
  readonly dueAt: Date | null
  readonly reachedAt: Date | null
  readonly hasRecord: boolean
}

/**
 * Recomputes from the cells of the records whether recipients have reached the goals of their spinners that are segments.
 * A record that begins to meet a goal and ceases to meet it between two looks may have reached it or not.
 */
export const goalsReached: Promised = {
  promise:
    'A recipient whose record enters the segment of the goal after the first message has reached the goal, and no other has',
  when: 'quiet',
  holds: async (simulation) => {
    const { model, demo, rows } = simulation
    const begun = begunOf(model, demo.organizationId)
    if (begun.size === 0) return { compared: 0, violations: [] }
    const outcomes = await rows<Outcome>(
      `select o.job_id as job, o.record_id::text as record, o.spinner_id as spinner, v.goal, o.is_met as "isMet",
              o.first_at as "firstAt", o.ends_at as "endsAt", o.due_at as "dueAt", o.reached_at as "reachedAt",
              exists (select from stored_spinners s join records r on r.data_table_id = s.data_table_id
                       where s.id = o.spinner_id and r.id = o.record_id) as "hasRecord"
         from goal_outcomes o
         join spinner_versions v on v.spinner_id = o.spinner_id and v.version = o.version
        where o.organization_id = $1`,
      [demo.organizationId],
    )
    const now = simulation.clock.now()
    const stored = new Map(outcomes.map((outcome) => [`${outcome.job} ${outcome.record}`, outcome]))
    const figures = each([...begun], ([recipient, first]) => {
      const outcome = stored.get(recipient)
      if (outcome === undefined) return null
      const fault = faultOf(model, { outcome, first, now, isLatest: isLatest(outcome, outcomes) })
      return fault === null ? null : `${first.ref} in ${jobName(model, first)}: ${fault}`
    })
    return joined(figures, await lacking(simulation, begun, stored))
  },
}

/** Returns the outcome of the first e-mail of each recipient, or of its holdout, by the first job of its retries and its record. */
function begunOf(model: Model, organizationId: string): ReadonlyMap<string, StoredStep> {
  const begun = new Map<string, StoredStep>()
  for (const stored of model.steps.all) {
    if (stored.organizationId !== organizationId || stored.isAfterRestore) continue
    const step = positionsOf(stored.steps)[stored.step]?.step
    const isSent = stored.delivery === 'sent' && step !== undefined && channelOf(step) === 'email'
    if (!isSent && stored.reason !== 'IN_HOLDOUT') continue
    const recipient = `${rootOf(model, stored)} ${stored.recordId}`
    const before = begun.get(recipient)
    if (before === undefined || before.writing.moment > stored.writing.moment) begun.set(recipient, stored)
  }
  return begun
}

function rootOf({ versionsOfJobs }: Model, { jobId }: StoredStep): string {
  return versionsOfJobs.jobs.get(jobId)?.root ?? jobId
}

function jobName({ jobs }: Model, { jobId }: StoredStep): string {
  return jobs.find(({ id }) => id === jobId)?.name ?? jobId
}

function isLatest({ spinner, record, job, firstAt }: Outcome, outcomes: readonly Outcome[]): boolean {
  return !outcomes.some(
    (other) =>
      other.spinner === spinner && other.record === record && other.job !== job && other.firstAt >= firstAt,
  )
}

interface Looked {
  readonly outcome: Outcome
  readonly first: StoredStep
  readonly now: Date
  readonly isLatest: boolean
}

function faultOf(model: Model, { outcome, first, now, isLatest: isLast }: Looked): string | null {
  const { goal, isMet, dueAt, reachedAt, endsAt, hasRecord } = outcome
  const condition = conditionOfGoal(goal)
  if (condition === null) return 'its version has no goal on the record'
  if (first.ref === null) return null
  const present = model.moments.next()
  const between = (from: number, to: number, times: readonly Date[]) =>
    resultsBetween(model, condition, first, { from, to, times })
  const ever = between(first.leased.moment, present, [first.leased.at, now])
  if (reachedAt !== null)
    return ever.has(true) && ever.has(false)
      ? null
      : 'it has reached the goal, and its record never began to meet it'
  if (endsAt <= now || !hasRecord || (dueAt !== null && dueAt <= now)) return null
  const last = between(present, present, [now])
  if (!last.has(isMet))
    return `its record ${isMet ? 'does not meet' : 'meets'} the goal, and the service has not noticed`
  const start = between(first.leased.moment, first.stored.moment, [first.leased.at, first.stored.at])
  const isUnchanged = segmentsOf(model, condition).every(
    ({ where }) => where.possibleBetween(first.leased.moment, present).length === 1,
  )
  const mustHaveReached = isLast && isUnchanged && !start.has(true) && !last.has(false)
  return mustHaveReached ? 'its record began to meet the goal, and it has not reached it' : null
}

interface Period {
  readonly from: number
  readonly to: number
  readonly times: readonly Date[]
}

/** Returns the results that the condition of a goal may have had for a record in a period of the run. */
function resultsBetween(
  model: Model,
  condition: Where,
  { spinnerId, ref }: StoredStep,
  period: Period,
): ReadonlySet<boolean> {
  const { from, to, times } = period
  const { records } = model
  const table = model.spinners.find(({ id }) => id === spinnerId)?.table
  const refs = table?.wasMatched === true ? records.of(records.addressOf(ref ?? '')) : [ref ?? '']
  const cells: PossibleCells = (column) =>
    refs.flatMap((one) => records.cell(one, originalOf(column)).possibleBetween(from, to))
  const wheres = segmentsOf(model, condition).flatMap(({ where }) => where.possibleBetween(from, to))
  return new Set(wheres.flatMap((where) => [...resultsOf(where, cells, times)]))
}

function segmentsOf({ segments }: Model, condition: Where) {
  return segments.filter(({ id }) => 'segmentId' in condition && condition.segmentId === id)
}

/** Compares that each recipient who got the first message of a spinner with a goal on the record has an outcome. */
async function lacking(
  { model, demo, rows }: Parameters<Promised['holds']>[0],
  begun: ReadonlyMap<string, StoredStep>,
  stored: ReadonlyMap<string, Outcome>,
): Promise<Compared> {
  const fresh = model.steps.next('goals', demo.organizationId)
  const without = [...begun].filter(([recipient, first]) => {
    const versions = model.versionsOfJobs.jobs.get(first.jobId)?.versions ?? []
    const haveGoal = versions.length > 0 && versions.every(({ goal }) => conditionOfGoal(goal) !== null)
    return fresh.includes(first) && haveGoal && !stored.has(recipient)
  })
  const recipients = await rows<{ recipient: string }>(
    `select job_id || ' ' || record_id as recipient from recipients where job_id || ' ' || record_id = any($1)`,
    [without.map(([, { jobId, recordId }]) => `${jobId} ${recordId}`)],
  )
  const compared = new Set(recipients.map(({ recipient }) => recipient))
  return each(
    without.filter(([, { jobId, recordId }]) => compared.has(`${jobId} ${recordId}`)),
    ([, first]) =>
      `${first.ref} in ${jobName(model, first)} got its first message, and nothing of its goal is stored`,
  )
}

function joined(...parts: readonly Compared[]): Compared {
  return {
    compared: parts.reduce((sum, { compared }) => sum + compared, 0),
    violations: parts.flatMap(({ violations }) => violations),
  }
}
