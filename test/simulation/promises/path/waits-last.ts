import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { Model } from '../../model/model.ts'
import { resultsOf } from '../../model/path/conditions.ts'
import { firstAt, midnightOf } from '../../model/path/local-times.ts'
import { positionsOf } from '../../model/path/positions.ts'
import type { RunTime, StoredStep } from '../../model/path/stored-steps.ts'
import { anything, type KnownCell } from '../../model/records.ts'
import type { Simulation } from '../../run/simulation.ts'
import { each, type Promised } from '../promise.ts'
import { hasPassed } from './decisions.ts'
import { cellsOf, originalOf, wordsOf } from './words-of-step.ts'

/** The tolerance in milliseconds: a statement passes a few gates of a virtual millisecond each. */
const slackMs = 2_000

/** Compares the end of each wait with the steps of the version, the cells and the time zones of that time. */
export const waitsLast: Promised = {
  promise: 'A wait lasts as long as its step says, and no longer',
  when: 'quiet',
  holds: async (simulation) => {
    const { model, demo } = simulation
    const stored = model.steps
      .next('waits', demo.organizationId)
      .filter((step) => !step.isAfterRestore && (isWait(step) || isWait(model.steps.previous(step))))
    const early = each(stored, (step) => {
      const fault = beforeFault(model, step) ?? eventFault(model, step)
      return fault === null ? null : `${wordsOf(model, step)}: ${fault}`
    })
    const long = await tooLong(simulation)
    return { compared: early.compared + long.compared, violations: [...early.violations, ...long.violations] }
  },
}

function isWait(stored: StoredStep | null): boolean {
  const type = stored === null ? undefined : positionsOf(stored.steps)[stored.step]?.step.type
  return type === 'wait' || type === 'waitUntil'
}

/** Returns a fault if the recipient was leased before the wait that precedes the step was over. */
function beforeFault({ steps, restoredAt, acts }: Model, stored: StoredStep): string | null {
  if (acts.hasActOn(stored.jobId, stored.recordId)) return null
  const before = steps.previous(stored)
  if (before === null || before.isAfterRestore || restoredAt !== null) return null
  const seconds = waitOf(before)
  const passed = passedMs(before.writing, stored.leased)
  return seconds === null || passed >= seconds * 1000 - slackMs
    ? null
    : `came ${passed / 1000} seconds after the beginning of a wait of ${seconds} seconds`
}

/** Returns the seconds for which an outcome makes its recipient wait; null if its step is no wait, or the last step. */
function waitOf(stored: StoredStep): number | null {
  const step = positionsOf(stored.steps)[stored.step]?.step
  return step?.type === 'wait' && stored.status === 'waiting' ? step.seconds : null
}

/** Returns the time that passed, by the clock or by the virtual time, because an operation may set the clock. */
function passedMs(from: RunTime, to: RunTime): number {
  return Math.max(to.at.getTime() - from.at.getTime(), to.elapsedMs - from.elapsedMs)
}

type WaitUntilStep = Extract<Step, { type: 'waitUntil' }>

/** Returns a fault if a recipient left a step that waits for an event without the event, or its timeout. */
function eventFault(model: Model, stored: StoredStep): string | null {
  const step = positionsOf(stored.steps)[stored.step]?.step
  const since = model.steps.waitSince(stored)
  if (step?.type !== 'waitUntil' || since === null) return null
  if (stored.reason === 'NO_DATE') return dateFault(model, stored, step)
  if (stored.reason === 'DATE_WAS_PAST' || stored.reason === 'PAST_DATE')
    return pastFault(model, stored, step, since)
  const isTimeout = stored.reason === 'WAIT_TIMED_OUT'
  if (!hasPassed(stored) && !isTimeout) return null
  if (step.ifPast !== undefined && hasPassed(stored) && wasPast(model, stored, step, since))
    return `continued with ${step.ifPast} for a past date`
  const seconds = step.timeoutSeconds ?? Number.POSITIVE_INFINITY
  const mayTimeOut = passedMs(since, stored.stored) >= seconds * 1000 - slackMs
  if (isTimeout && (step.onTimeout !== 'skip' || !mayTimeOut)) return 'was skipped before its timeout'
  if (isTimeout || (step.onTimeout === 'continue' && mayTimeOut)) return null
  return hasHappened(model, stored, step, since) ? null : `left ${JSON.stringify(step)} before the event`
}

/** Returns a fault if a recipient failed because its cell contains no date, although the cell had one all the time. */
function dateFault(model: Model, stored: StoredStep, { column = '' }: WaitUntilStep): string | null {
  const values = cellsOf(model, stored)?.(column) ?? [anything]
  const isDay = (value: KnownCell) => value !== anything && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))
  return values.length > 0 && values.every(isDay) ? `found no date in ${values.join(' or ')}` : null
}

/** Returns whether each value that the cell may have had was a past day when the wait began, in any time zone. */
function wasPast(model: Model, stored: StoredStep, step: WaitUntilStep, since: RunTime): boolean {
  const values = step.column === undefined ? [] : (cellsOf(model, stored)?.(step.column) ?? [])
  const latest = new Date(since.at.getTime() - 2 * 86_400_000).toISOString().slice(0, 10)
  const days = Math.ceil((step.offsetSeconds ?? 0) / daySeconds)
  const isEarlier = (value: KnownCell) => {
    const day = value === anything ? '' : dayAfter(String(value ?? ''), days)
    return /^\d{4}-\d\d-\d\d$/.test(day) && day < latest
  }
  return step.ifPast !== 'send' && values.length > 0 && values.every(isEarlier)
}

/** Returns a fault if a recipient ended because its date was past, although the date was later or the step accepts it. */
function pastFault(model: Model, stored: StoredStep, step: WaitUntilStep, since: RunTime): string | null {
  const expected = { skip: 'DATE_WAS_PAST', fail: 'PAST_DATE', send: null }[step.ifPast ?? 'send']
  if (stored.reason !== expected) return `ended with ${stored.reason} at a step with ifPast ${step.ifPast}`
  const values = cellsOf(model, stored)?.(step.column ?? '') ?? [anything]
  const earliest = new Date(since.at.getTime() + 86_400_000).toISOString().slice(0, 10)
  const isLater = (value: KnownCell) =>
    value !== anything &&
    dayAfter(String(value ?? ''), Math.trunc((step.offsetSeconds ?? 0) / daySeconds)) > earliest
  return values.length > 0 && values.every(isLater) ? `took ${values.join(' or ')} for a past date` : null
}

function hasHappened(model: Model, stored: StoredStep, step: WaitUntilStep, since: RunTime): boolean {
  const { leased, stored: end, ref, spinnerId } = stored
  const spinner = model.spinners.find(({ id }) => id === spinnerId)
  const cells = cellsOf(model, stored)
  if (spinner === undefined || cells === null || ref === null) return true
  if (step.where !== undefined) return resultsOf(step.where, cells, [leased.at, end.at]).has(true)
  if (step.changes !== undefined) {
    // A record of the same person may have replaced the cells in a table with match columns.
    if (spinner.table.wasMatched) return true
    return model.records.cell(ref, originalOf(step.changes)).mayHaveChanged(since.moment, end.moment)
  }
  const zones = model.timeZone.possibleBetween(leased.moment, end.moment)
  const isOver = (from: Date, zone: string) => {
    const until = step.at === undefined ? from : firstAt(step.at, from, zone)
    const elapsedMs = since.elapsedMs + until.getTime() - since.at.getTime()
    return passedMs({ ...since, at: until, elapsedMs }, end) >= -slackMs
  }
  if (step.column === undefined) return zones.some((zone) => isOver(since.at, zone))
  return cells(step.column).some((value) => {
    if (value === anything) return true
    return zones.some((zone) => {
      const seconds = step.offsetSeconds ?? 0
      const days = Math.trunc(seconds / daySeconds)
      const from = midnightOf(dayAfter(String(value ?? ''), days), zone)
      return from !== null && isOver(new Date(from.getTime() + (seconds - days * daySeconds) * 1000), zone)
    })
  })
}

const daySeconds = 86_400

/** Returns a later day, or an earlier one; the text itself if it is no day. Whole days are days of the calendar. */
function dayAfter(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : new Date(at + days * daySeconds * 1000).toISOString().slice(0, 10)
}

/**
 * Compares the due times of the recipients of running jobs that wait for a time, an hour, a change or a condition.
 * Recipients of a cancelled job wait for nothing, and those of a paused job are checked again when it is resumed.
 */
async function tooLong({ model, rows, clock, demo }: Simulation) {
  if (!model.steps.hasWaits) return { compared: 0, violations: [] }
  const waiting = await rows<{ job: string; record: string; due: Date; reason: string; step: number }>(
    `select r.job_id as job, r.record_id::text as record, r.due_at as due, r.reason, r.step from recipients r join jobs j on j.id = r.job_id
      where j.organization_id = $2 and j.status = 'running' and r.status = 'waiting' and r.reason in ('WAIT_STEP', 'WAITS_FOR_HOUR', 'WAITS_FOR_CHANGE', 'WAITS_FOR_CONDITION') and r.due_at > $1`,
    [clock.now(), demo.organizationId],
  )
  return each(waiting, ({ job, record, due, reason, step }) => {
    const last = model.steps.last(job, record)
    if (last === null || last.isAfterRestore || model.steps.inDoubt.has(`${job} ${record}`)) return null
    if (model.acts.hasActOn(job, record)) return null
    const latest = latestEnd(model, last)
    if (latest === null || last.nextStep !== step) return null
    return due.getTime() <= latest + slackMs
      ? null
      : `${wordsOf(model, last)}: ${reason} until ${due.toISOString()} instead of ${new Date(latest).toISOString()}`
  })
}

/** Returns the latest time in milliseconds at which the wait that an outcome began may end; null if it is not known. */
function latestEnd(model: Model, stored: StoredStep): number | null {
  const seconds = waitOf(stored)
  if (seconds !== null) return stored.stored.at.getTime() + seconds * 1000
  const step = positionsOf(stored.steps)[stored.step]?.step
  const since = model.steps.waitSince(stored)
  if (step?.type !== 'waitUntil' || since === null) return null
  // The wait began at most when the first outcome of the step was stored.
  const begun = Math.max(since.at.getTime(), stored.stored.at.getTime())
  if (step.changes !== undefined || step.where !== undefined) return begun + (step.timeoutSeconds ?? 0) * 1000
  if (step.at === undefined || step.column !== undefined) return null
  const at = step.at
  return Math.max(...model.timeZone.possible().map((zone) => firstAt(at, new Date(begun), zone).getTime()))
}
