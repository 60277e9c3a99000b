import type { Where } from '../../spinner/where/where.ts'
import type { Cell, DataRecord } from '../../table/cell.ts'

/** Whom a job is for: those whom its spinner takes, or exactly these. */
export type AudienceWish =
  | { readonly kind: 'spinner' }
  /** Records that come in with the trigger. */
  | { readonly kind: 'records'; readonly records: readonly DataRecord[] }
  | { readonly kind: 'recordIds'; readonly ids: readonly string[] }
  | { readonly kind: 'match'; readonly values: readonly MatchValues[] }
  | { readonly kind: 'where'; readonly where: Where }

/** What the match columns of one record hold; the value alone of a table that has one. */
export type MatchValues = DataRecord | Exclude<Cell, null>

/** What a trigger says in its own words, which templates see as `trigger.NAME`. */
export type TriggerData = Readonly<Record<string, Exclude<Cell, null>>>

/** What a trigger asks for. */
export interface TriggerWish {
  readonly audience: AudienceWish
  /** Null for at once. */
  readonly scheduledAt: Date | null
  /** More than so many, and nothing is started. */
  readonly maxRecipients: number | null
  readonly data: TriggerData | null
  /** Only to be told what it would do. */
  readonly dryRun: boolean
  /** The token of a rehearsal that it must still be like. */
  readonly rehearsal: string | null
}

/** What a trigger without a body asks for. */
export const plainWish: TriggerWish = {
  audience: { kind: 'spinner' },
  scheduledAt: null,
  maxRecipients: null,
  data: null,
  dryRun: false,
  rehearsal: null,
}

export function isPlain({ audience, scheduledAt, maxRecipients, data, rehearsal }: TriggerWish): boolean {
  const says = [scheduledAt, maxRecipients, data, rehearsal]
  return audience.kind === 'spinner' && says.every((one) => one === null)
}

export const mostRecordIds = 10_000
export const mostMatchValues = 10_000
/** Of those that a `where` finds. */
export const mostFound = 100_000
export const longestDelayDays = 90
