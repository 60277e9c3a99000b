import { DomainError } from '../../errors.ts'
import { isRecordId } from '../../table/record-id.ts'
import { sentence } from '../../text/sentence.ts'
import type { MatchValues } from './trigger-request.ts'

/**
 * The reasons why a record is left out of an audience. A record of an excluded segment is a recipient of the job, which
 * skips it.
 */
export const excludedCodes = ['UNKNOWN', 'DUPLICATE', 'IN_EXCLUDED_SEGMENT'] as const
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

/** Returns the counts of excluded records with those of excluded segments. */
export function withExcludedSegments(excluded: readonly Excluded[], count: number): readonly Excluded[] {
  return count === 0 ? excluded : [...excluded, { code: 'IN_EXCLUDED_SEGMENT', count }]
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
