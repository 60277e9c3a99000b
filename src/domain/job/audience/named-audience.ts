import { DomainError } from '../../errors.ts'
import { isSkippedCode, type SkippedCode, skippedCodes } from '../../spinner/segment/skipped-codes.ts'
import { isRecordId } from '../../table/record-id.ts'
import { sentence } from '../../text/sentence.ts'
import type { MatchValues } from './trigger-request.ts'

/** The numbers of records that a job skips because of segments, by reason. */
export type SkippedCounts = Readonly<Record<SkippedCode, number>>

/** The reasons why a record is left out of an audience. */
export const excludedCodes = ['UNKNOWN', 'DUPLICATE', ...skippedCodes] as const
type ExcludedCode = (typeof excludedCodes)[number]

export interface Excluded {
  readonly code: ExcludedCode
  readonly count: number
}

/** The entries of a trigger's list that did not become recipients of the job. */
export interface Exclusions {
  readonly excluded: readonly Excluded[]
  /** The match values of a trigger that no record of the table has, as the client sent them. */
  readonly unknown: readonly MatchValues[]
}

/**
 * The audience of a trigger that lists its records: the ids of the records found, and the entries that are left
 * out.
 */
export interface ExplicitAudience extends Exclusions {
  readonly recordIds: readonly string[]
}

export const noExclusions: Exclusions = { excluded: [], unknown: [] }

/**
 * Builds the audience of a job from the entries that a trigger names, in their order. `recordId` is null if
 * an entry matches no record.
 */
export function explicitAudience(
  named: readonly { readonly sent: MatchValues; readonly recordId: string | null }[],
): ExplicitAudience {
  const recordIds = new Set<string>()
  const unknown: MatchValues[] = []
  for (const { sent, recordId } of named) {
    if (recordId === null) unknown.push(sent)
    else recordIds.add(recordId)
  }
  const counts: Excluded[] = [
    { code: 'UNKNOWN', count: unknown.length },
    { code: 'DUPLICATE', count: named.length - unknown.length - recordIds.size },
  ]
  return {
    recordIds: [...recordIds],
    excluded: counts.filter(({ count }) => count > 0),
    unknown,
  }
}

/**
 * Returns the audience of these record ids without checking that the table has them; null if one of them
 * cannot be a record id.
 */
export function audienceOfIds(ids: readonly string[]): ExplicitAudience | null {
  return ids.every(isRecordId) ? explicitAudience(ids.map((id) => ({ sent: id, recordId: id }))) : null
}

export function exclusionsOf({ excluded, unknown }: ExplicitAudience): Exclusions {
  return { excluded, unknown }
}

/**
 * Returns the report of left-out entries for a trigger that sends its own records. `count` of these records
 * repeat other records of the request.
 */
export function duplicateExclusions(count: number): Exclusions {
  return count === 0 ? noExclusions : { excluded: [{ code: 'DUPLICATE', count }], unknown: [] }
}

/** Returns the counts of excluded records with those of records that the job skips because of segments. */
export function withSkipped(excluded: readonly Excluded[], skipped: SkippedCounts): readonly Excluded[] {
  const counts = skippedCodes.map((code) => ({ code, count: skipped[code] }))
  return [...excluded, ...counts.filter(({ count }) => count > 0)]
}

export function noneSkipped(): Record<SkippedCode, number> {
  return { IN_EXCLUDED_SEGMENT: 0, NOT_IN_SEGMENT: 0 }
}

/** Returns the number of records that a job skips because of segments. */
export function skippedAmong(excluded: readonly Excluded[]): number {
  return excluded.filter(({ code }) => isSkippedCode(code)).reduce((sum, { count }) => sum + count, 0)
}

export function tooManyRecipients(recipients: number, most: number): DomainError {
  return new DomainError('TOO_MANY_RECIPIENTS', {
    message: sentence(
      'The job would have {recipients} recipients, but at most {most} are allowed; nothing was started',
      { recipients, most },
    ),
    recipients,
    maxRecipients: most,
  })
}
