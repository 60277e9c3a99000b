import type { Cell, DataRecord } from '../../record-cells.ts'
import { type Audience, soughtSegmentOf } from '../../spinner/audience.ts'
import type { SegmentExclusion } from '../../spinner/segment/exclusion.ts'
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
  | { readonly kind: 'segment'; readonly segmentId: string }

/** The audience of a trigger that brings no records. */
export type ExistingAudience = Exclude<RequestedAudience, { readonly kind: 'records' }>

/** Returns the audience of a trigger. The audience of a spinner over a segment is that segment. */
export function withSegment<Requested extends RequestedAudience>(
  requested: Requested,
  audience: Audience,
): Requested | Extract<RequestedAudience, { readonly kind: 'segment' }> {
  const segmentId = requested.kind === 'spinner' ? soughtSegmentOf(audience) : null
  return segmentId === null ? requested : { kind: 'segment', segmentId }
}

/**
 * The values of the match columns that identify one record. For a table with one match column, the bare value
 * is accepted too.
 */
export type MatchValues = DataRecord | Exclude<Cell, null>

/**
 * The moment that decides which records of a segment are recipients: when the trigger arrives, or when the job takes them.
 */
export const decisions = ['now', 'atStart'] as const
type Decision = (typeof decisions)[number]

/** The options of a trigger, which is a request to start a job of a spinner. */
export interface TriggerRequest {
  readonly audience: RequestedAudience
  /** The time when the requested job begins; null to begin at once. */
  readonly scheduledAt: Date | null
  /** The moment that decides which records of a segment are recipients; null for the default. */
  readonly decide: Decision | null
  /** The highest number of recipients of the requested job; if its audience is larger, nothing is started. */
  readonly maxRecipients: number | null
  /** The segments whose records the requested job does not write to, besides those of the spinner; null for none. */
  readonly exclude: SegmentExclusion | null
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
  decide: null,
  maxRecipients: null,
  exclude: null,
  data: null,
  preview: false,
  rehearsal: null,
}

export function isPlainRequest({
  audience,
  scheduledAt,
  decide,
  maxRecipients,
  exclude,
  data,
  rehearsal,
}: TriggerRequest): boolean {
  const says = [scheduledAt, decide, maxRecipients, exclude, data, rehearsal]
  return audience.kind === 'spinner' && says.every((say) => say === null)
}

export const maxRecordIds = 10_000
export const maxMatchValues = 10_000
/**
 * The highest number of records that a trigger may find by a condition, or by a segment whose records are decided when
 * the trigger arrives.
 */
export const maxRecordsByWhere = 100_000
export const maxDelayDays = 90
