import type { Cell, DataRecord } from '../../record-cells.ts'
import type { TriggerData } from '../../spinner/trigger-data.ts'
import type { Where } from '../../spinner/where/where.ts'

/**
 * The audience that a trigger asks for: the records that the spinner takes, or a list that the trigger names.
 */
export type RequestedAudience =
  | { readonly kind: 'spinner' }
  /** The audience consists of the records that the trigger request sends; they are stored in the table first. */
  | { readonly kind: 'records'; readonly records: readonly DataRecord[] }
  | { readonly kind: 'recordIds'; readonly ids: readonly string[] }
  | { readonly kind: 'match'; readonly values: readonly MatchValues[] }
  | { readonly kind: 'where'; readonly where: Where }

/**
 * The values of the match columns that identify one record. For a table with one match column, the bare value
 * is accepted too.
 */
export type MatchValues = DataRecord | Exclude<Cell, null>

/** The options of a trigger, which is a request to start a job of a spinner. */
export interface TriggerRequest {
  readonly audience: RequestedAudience
  /** The time when the requested job begins; null to begin at once. */
  readonly scheduledAt: Date | null
  /** The highest number of recipients of the requested job; if its audience is larger, nothing is started. */
  readonly maxRecipients: number | null
  readonly data: TriggerData | null
  /** Whether the trigger is only rehearsed: the answer says what the job would do, and nothing is started. */
  readonly preview: boolean
  /** The token of an earlier rehearsal that the trigger must still match; null if it names none. */
  readonly rehearsal: string | null
}

/**
 * The options of a trigger without a body: all records that the spinner takes, at once and without a limit.
 */
export const plainRequest: TriggerRequest = {
  audience: { kind: 'spinner' },
  scheduledAt: null,
  maxRecipients: null,
  data: null,
  preview: false,
  rehearsal: null,
}

export function isPlainRequest({
  audience,
  scheduledAt,
  maxRecipients,
  data,
  rehearsal,
}: TriggerRequest): boolean {
  const says = [scheduledAt, maxRecipients, data, rehearsal]
  return audience.kind === 'spinner' && says.every((say) => say === null)
}

export const maxRecordIds = 10_000
export const maxMatchValues = 10_000
/** The highest number of records that the conditions of a trigger (`where`) may find for one job. */
export const maxRecordsByWhere = 100_000
export const maxDelayDays = 90
