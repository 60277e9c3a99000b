import type { Outcome } from '../../../../domain/job/recipient/recipient.ts'
import { causeOf, type ReasonCode } from '../../../../domain/reason.ts'
import { clockForm, zoneOf } from '../../../../domain/spinner/send-window.ts'
import { ifPasts, onTimeouts, type WaitUntilStep } from '../../../../domain/spinner/steps/step.ts'
import {
  awaitedColumnsOf,
  type WaitFacts,
  type WaitVerdict,
  waitStatusOf,
} from '../../../../domain/spinner/steps/wait-until.ts'
import { visibleCells } from '../../../../domain/spinner/where/visible-cells.ts'
import { countryOfPhone } from '../../../../domain/text/phone-number.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { StepInput, StepRunner } from '../step-runner.ts'
import type { StepTypeOf } from '../step-type.ts'

/** The limit of the time-out, and of the time before or after the date. */
export const maxWaitUntilSeconds = 366 * 24 * 60 * 60

export const waitUntilStep: StepTypeOf<WaitUntilStep> = {
  says: 'Waits for one of four events. Given `column`, it waits until the day or time in a column, moved by `offsetSeconds`. Given `at`, it waits until a time of day of the person; together with `column`, the first such time after it. Given `changes`, it waits until another column changes. Given `where`, it waits until the record meets a condition, which is checked when the recipient reaches the step, at each change of the record, and when a time relative to now in the condition makes it true. The last two require a time-out. A record that meets the condition already does not wait, and `ifPast` says what happens if a date is past.',
  example: { column: 'trial_ends', offsetSeconds: -259_200, at: '09:00' },
  fields: {
    column: {
      kind: 'column',
      says: 'The name of a metadata column (one that spinners may use) with days or times, such as 2026-12-31 or 2026-12-31T23:59:59Z, or of a field of the trigger, as in `trigger.starts`. The recipient waits until the time in its record or in the data of the trigger. A time without an offset is in the time zone of the person.',
      optional: true,
    },
    offsetSeconds: {
      kind: 'wholeNumber',
      least: -maxWaitUntilSeconds,
      most: maxWaitUntilSeconds,
      says: 'The number of seconds to add to the time in the column; negative for an earlier time.',
      optional: true,
    },
    ifPast: {
      kind: 'choice',
      choices: ifPasts,
      says: 'The result for a recipient whose date was past already when it reached the step: `send` (the default) continues with the next step, `skip` ends the recipient as skipped (`DATE_WAS_PAST`), `fail` fails it (`PAST_DATE`), so that you can correct the date and retry. A day without a time is past once the day is over. It requires `column`.',
      optional: true,
    },
    at: {
      kind: 'text',
      says: 'The time of day at which the recipient continues, from "00:00" to "23:59", in the time zone of the person.',
      rule: {
        code: 'CLOCK',
        message: sentence('must be a time of day such as "09:00"'),
        holds: (at) => clockForm.test(at),
      },
      optional: true,
    },
    zone: {
      kind: 'group',
      says: 'The columns from which the time zone of a person is taken, as in `sendWindow`: the time zone in `column`, then the country of the number in `phone`, then the time zone of the organization.',
      fields: {
        column: {
          kind: 'column',
          says: 'The name of a metadata column (one that spinners may use) with IANA time zones, such as "Asia/Kathmandu".',
          optional: true,
        },
        phone: {
          kind: 'column',
          says: 'The name of a metadata column (one that spinners may use) with phone numbers including their country prefix.',
          optional: true,
        },
      },
      optional: true,
    },
    changes: {
      kind: 'column',
      mustBeRecordColumn: true,
      says: 'The name of the metadata column (one that spinners may use) whose change ends the wait. It requires `timeoutSeconds` and excludes `column` and `at`.',
      optional: true,
    },
    where: { kind: 'where', optional: true },
    timeoutSeconds: {
      kind: 'wholeNumber',
      least: 1,
      most: maxWaitUntilSeconds,
      says: 'The longest wait, in seconds. A record without a date in `column` waits this long; without this field it fails. Required if the step waits for a change (`changes`) or a condition (`where`). It requires `onTimeout`.',
      optional: true,
    },
    onTimeout: {
      kind: 'choice',
      choices: onTimeouts,
      says: 'The result at the end of `timeoutSeconds`: `continue` continues with the next step, `skip` ends the recipient as skipped. Required with `timeoutSeconds`.',
      optional: true,
    },
  },
  needsOneOf: ['column', 'at', 'changes', 'where'],
  rule: {
    code: 'WAIT',
    message: sentence(
      'must have either "changes" or "where" with a time-out, or "column" or "at"; "offsetSeconds" and "ifPast" require "column", and "timeoutSeconds" and "onTimeout" require each other',
    ),
    holds: ({ column, offsetSeconds, ifPast, at, zone, changes, where, timeoutSeconds, onTimeout }) => {
      if ((timeoutSeconds === undefined) !== (onTimeout === undefined)) return false
      const ofDate = [offsetSeconds, ifPast]
      if (changes === undefined && where === undefined)
        return column !== undefined || ofDate.every((field) => field === undefined)
      if (changes !== undefined && where !== undefined) return false
      return (
        timeoutSeconds !== undefined && [column, at, zone, ...ofDate].every((field) => field === undefined)
      )
    },
  },
  message: null,
  runner: ({ clock }) => new WaitUntilStepRunner(clock),
}

const waitsFor: Readonly<Record<Extract<WaitVerdict, { kind: 'waits' }>['for'], ReasonCode>> = {
  date: 'WAITS_FOR_DATE',
  hour: 'WAITS_FOR_HOUR',
  change: 'WAITS_FOR_CHANGE',
  condition: 'WAITS_FOR_CONDITION',
}

/**
 * Makes a recipient wait until a date in its record, a time of day, a change of a cell, or until its record meets a
 * condition. If the date in the record changes during the wait, the wait ends by the new date.
 */
class WaitUntilStepRunner implements StepRunner<WaitUntilStep> {
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  prepare(input: StepInput<WaitUntilStep>): Outcome {
    const { step, cells } = input
    const now = this.#clock.now()
    const zone = zoneOf({ zone: step.zone ?? {} }, cells, countryOfPhone, input.timeZone ?? 'UTC')
    const verdict = waitStatusOf(step, input.awaited ?? justCome(input, now), zone, now, input.answers)
    const columns = awaitedColumnsOf(step)
    const evidence = columns.length === 0 ? { zone } : { column: columns.join(', ') }
    switch (verdict.kind) {
      case 'over':
        return { kind: 'passed', waitSeconds: 0 }
      case 'timedOut':
        if (step.onTimeout !== 'skip') return { kind: 'passed', waitSeconds: 0 }
        return { kind: 'skipped', ...causeOf('WAIT_TIMED_OUT', evidence) }
      case 'past':
        return verdict.result === 'skip'
          ? { kind: 'skipped', ...causeOf('DATE_WAS_PAST', evidence) }
          : { kind: 'failed', ...causeOf('PAST_DATE', evidence) }
      case 'noDate':
        return { kind: 'failed', ...causeOf('NO_DATE', evidence) }
      case 'waits': {
        const seconds = Math.max(0, (verdict.until.getTime() - now.getTime()) / 1000)
        return { kind: 'waits', seconds, ...causeOf(waitsFor[verdict.for], evidence) }
      }
    }
  }

  inDoubt(input: StepInput<WaitUntilStep>): Outcome {
    return this.prepare(input)
  }
}

/** Returns the state of a wait that has just begun, for previews and rehearsals, which store no waits. */
function justCome({ step, cells }: StepInput<WaitUntilStep>, now: Date): WaitFacts {
  return { since: now, cells: visibleCells(cells, awaitedColumnsOf(step)), hasChanged: false, isBusy: false }
}
