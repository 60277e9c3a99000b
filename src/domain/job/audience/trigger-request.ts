import type { Where } from '../../spinner/where/where.ts'
import type { Cell, DataRecord } from '../../table/cell.ts'

/**
 * The audience that a trigger asks for: the records that the spinner takes, or a list that the trigger names.
 */
export type RequestedAudience =
  | { readonly kind: 'spinner' }
  /** Records that are sent with the trigger. */
  | { readonly kind: 'records'; readonly records: readonly DataRecord[] }
  | { readonly kind: 'recordIds'; readonly ids: readonly string[] }
  | { readonly kind: 'match'; readonly values: readonly MatchValues[] }
  | { readonly kind: 'where'; readonly where: Where }

/**
 * The values of the match columns of one record. A table with one match column also accepts the bare value.
 */
export type MatchValues = DataRecord | Exclude<Cell, null>

/** Data that a trigger sends; templates read it as `trigger.NAME`. */
export type TriggerData = Readonly<Record<string, Exclude<Cell, null>>>

/** The options of a request to start a job. */
export interface TriggerRequest {
  readonly audience: RequestedAudience
  /** The time when the job begins; null to begin at once. */
  readonly scheduledAt: Date | null
  /** The highest number of recipients; if the audience is larger, nothing is started. */
  readonly maxRecipients: number | null
  readonly data: TriggerData | null
  /** Whether the request only asks what the job would do. */
  readonly dryRun: boolean
  /** The token of an earlier rehearsal that the job must still match. */
  readonly rehearsal: string | null
}

/** The options of a trigger without a body. */
export const plainRequest: TriggerRequest = {
  audience: { kind: 'spinner' },
  scheduledAt: null,
  maxRecipients: null,
  data: null,
  dryRun: false,
  rehearsal: null,
}

export function isPlain({ audience, scheduledAt, maxRecipients, data, rehearsal }: TriggerRequest): boolean {
  const says = [scheduledAt, maxRecipients, data, rehearsal]
  return audience.kind === 'spinner' && says.every((one) => one === null)
}

export const mostRecordIds = 10_000
export const mostMatchValues = 10_000
/** The highest number of records that a `where` may find for one job. */
export const mostFound = 100_000
export const longestDelayDays = 90
