import { DomainError, type ErrorItem } from '../errors.ts'
import { Comparisons, closestName } from '../text/closest-name.ts'
import { sentence } from '../text/sentence.ts'
import { columnKind } from './column/column-kind.ts'

/**
 * The rules for an incoming record that the table already has: update the stored record with the new values, or
 * keep it as it is.
 */
export const onMatchRules = ['update', 'ignore'] as const
export type OnMatch = (typeof onMatchRules)[number]

export const maxMatchColumns = 5

/**
 * The match rule of a table: the columns that together identify a record, and what happens with an incoming
 * record that the table already has.
 */
export interface Match {
  readonly columns: readonly string[]
  readonly onMatch: OnMatch
  /**
   * The column whose value says how new a record is, such as a time of change. An older record changes nothing.
   * Null if the table has no such column.
   */
  readonly newerBy: string | null
}

/** The match rule of a table, with the country by which its phone numbers are read. */
export interface MatchRule {
  readonly match: Match
  /** The country of phone numbers without a country prefix; null if unknown. */
  readonly defaultCountry: string | null
}

/** Throws if a match names columns that the table does not have. */
export function assertMatch(match: Match, columns: readonly { readonly name: string }[]): void {
  if (columns.length === 0) throw new DomainError('TABLE_HAS_NO_SCHEMA')
  const known = columns.map(({ name }) => name)
  const named = match.columns.map((name, index) => ({ name, pointer: `/match/columns/${index}` }))
  if (match.newerBy !== null) named.push({ name: match.newerBy, pointer: '/match/newerBy' })
  const comparisons = new Comparisons()
  const errors = named
    .filter(({ name }) => !known.includes(name))
    .map(({ name, pointer }): ErrorItem => {
      const suggestion = closestName(name, known, comparisons)
      return {
        pointer,
        code: 'UNKNOWN_COLUMN',
        column: name,
        ...(suggestion === null ? {} : { suggestion }),
      }
    })
  if (errors.length > 0)
    throw matchFault('The match columns and `newerBy` must be columns of the table', errors)
  if (match.newerBy !== null && match.columns.includes(match.newerBy)) {
    const message =
      '`newerBy` must not be a match column, because records with the same match columns have the same value there'
    throw matchFault(message, [{ pointer: '/match/newerBy', code: 'NOT_ALLOWED', column: match.newerBy }])
  }
}

function matchFault(message: string, errors: readonly ErrorItem[]): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors })
}

/**
 * Returns whether a change from one match rule to another gives stored records different match keys or
 * versions.
 */
export function keysDiffer(before: MatchRule, after: MatchRule): boolean {
  const { columns, newerBy } = after.match
  if (before.match.columns.join('\n') !== columns.join('\n') || before.match.newerBy !== newerBy) return true
  return (
    before.defaultCountry !== after.defaultCountry && columns.some((name) => columnKind(name) === 'phone')
  )
}

/**
 * Returns the error for a match rule that cannot be set because the table has several records with the same
 * match key.
 */
export function duplicatesFound({ groups, records }: DuplicateCounts): DomainError {
  return new DomainError('CONFLICT', {
    message:
      groups === 1
        ? sentence(
            '{records} records of the table are duplicates by these columns, in 1 group; nothing was changed. Send `duplicates: "merge"` to keep the oldest record of each group, with the newest values',
            { records },
          )
        : sentence(
            '{records} records of the table are duplicates by these columns, in {groups} groups; nothing was changed. Send `duplicates: "merge"` to keep the oldest record of each group, with the newest values',
            { records, groups },
          ),
    groups,
    records,
  })
}

export interface DuplicateCounts {
  readonly groups: number
  /** The number of the table's records that have the same match key as another record. */
  readonly records: number
}
