import type { WaitUntilStep } from '../../../../../api/schema.ts'

export type Kind = 'date' | 'hour' | 'change'

/**
 * The edited form of a step that waits for an event, with the kind of the event: a date, a time of day or a
 * changed column. The kind is stored, so that emptying a field does not change it.
 */
export interface WaitUntilDraft extends WaitUntilStep {
  readonly kind: Kind
}

export function kindOf({ column, changes }: WaitUntilStep): Kind {
  if (changes !== undefined) return 'change'
  return column === undefined ? 'hour' : 'date'
}

/**
 * Returns a step that waits for another kind of event. Keeps the timeout, and the time zone unless the new
 * kind waits for a change of a column.
 */
export function changedTo(
  kind: Kind,
  { type, timeoutSeconds, onTimeout, zone }: WaitUntilDraft,
): WaitUntilDraft {
  const timeout = {
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
  }
  const hours = zone === undefined ? {} : { zone }
  if (kind === 'date') return { type, kind, column: '', ...hours, ...timeout }
  if (kind === 'hour') return { type, kind, at: '09:00', ...hours, ...timeout }
  return { type, kind, changes: '', timeoutSeconds: 7 * 86_400, onTimeout: 'continue', ...timeout }
}

/** Changes the columns from which the step takes the time zone of a recipient, and drops empty names. */
export function withZone(step: WaitUntilDraft, change: NonNullable<WaitUntilStep['zone']>): WaitUntilDraft {
  const { zone, ...rest } = step
  const { column = '', phone = '' } = { ...zone, ...change }
  const named = { ...(column === '' ? {} : { column }), ...(phone === '' ? {} : { phone }) }
  return Object.keys(named).length === 0 ? rest : { ...rest, zone: named }
}
