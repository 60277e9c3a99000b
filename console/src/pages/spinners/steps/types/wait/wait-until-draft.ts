import type { WaitUntilStep } from '../../../../../api/schema.ts'
import { blankComparison, draftOfWhere, type WhereDraft, whereOf } from '../../where/where-draft.ts'

export type Kind = 'date' | 'hour' | 'change' | 'condition'

/**
 * The edited form of a step that waits for an event, with the kind of the event: a date, a time of day, a changed column
 * or a condition. The kind is stored, so that emptying a field does not change it.
 */
export interface WaitUntilDraft extends Omit<WaitUntilStep, 'where'> {
  readonly kind: Kind
  /** The condition that ends the wait; null for the other kinds. */
  readonly where: WhereDraft | null
}

export function kindOf({ column, changes, where }: WaitUntilStep): Kind {
  if (where !== undefined) return 'condition'
  if (changes !== undefined) return 'change'
  return column === undefined ? 'hour' : 'date'
}

export function draftOfWait({ where, ...step }: WaitUntilStep): WaitUntilDraft {
  const kind = kindOf(where === undefined ? step : { ...step, where })
  return { ...step, kind, where: where === undefined ? null : draftOfWhere(where) }
}

export function stepOfWait({ kind: _kind, where, ...step }: WaitUntilDraft): WaitUntilStep {
  return where === null ? step : { ...step, where: whereOf(where) }
}

/**
 * Returns a step that waits for another kind of event. Keeps the timeout, and the time zone unless the new
 * kind waits for a change of a column or a condition.
 */
export function changedTo(
  kind: Kind,
  { type, timeoutSeconds, onTimeout, zone }: WaitUntilDraft,
  columns: readonly string[],
): WaitUntilDraft {
  const timeout = {
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
  }
  const hours = { where: null, ...(zone === undefined ? {} : { zone }) }
  const limit = { timeoutSeconds: 7 * 86_400, onTimeout: 'continue' as const, ...timeout }
  if (kind === 'date') return { type, kind, column: '', ...hours, ...timeout }
  if (kind === 'hour') return { type, kind, at: '09:00', ...hours, ...timeout }
  if (kind === 'change') return { type, kind, changes: '', where: null, ...limit }
  return { type, kind, where: blankComparison(columns), ...limit }
}

/** Changes the columns from which the step takes the time zone of a recipient, and drops empty names. */
export function withZone(step: WaitUntilDraft, change: NonNullable<WaitUntilStep['zone']>): WaitUntilDraft {
  const { zone, ...rest } = step
  const { column = '', phone = '' } = { ...zone, ...change }
  const named = { ...(column === '' ? {} : { column }), ...(phone === '' ? {} : { phone }) }
  return Object.keys(named).length === 0 ? rest : { ...rest, zone: named }
}
