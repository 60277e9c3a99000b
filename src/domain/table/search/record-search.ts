import { DomainError, type ErrorItem } from '../../errors.ts'
import { invalidCursor, type Page, type PageOf } from '../../page.ts'
import type { DataRecord, RecordView } from '../../record-cells.ts'
import { type PersonAnswers, type PersonQuestion } from '../../spinner/where/person-question.ts'
import { columnsOf, matchesWhere, questionsOf, type Where } from '../../spinner/where/where.ts'
import { closestName } from '../../text/closest-name.ts'
import { sentence } from '../../text/sentence.ts'
import type { RecordOrder } from '../record-order.ts'
import { matchesSearchWords } from './search-words.ts'
import { compareKeys, sortKey } from './sort-key.ts'

/** A search for records of a table: the searched words, the conditions and the sort order. */
export interface RecordSearch {
  /** The searched beginnings of words. A record matches if it contains a word for each of them. */
  readonly words: readonly string[]
  readonly where: Where | null
  /** The sort order of the results; null for newest first. */
  readonly sort: RecordSort | null
}

export interface RecordSort {
  readonly column: string
  readonly order: RecordOrder
}

/** Facts about a finished search: the number of records that it read, and whether it found all results. */
interface SearchCoverage {
  /** Whether the search found all results. False if it stopped because it would have taken too long. */
  readonly isComplete: boolean
  /** The number of records that the search read. */
  readonly searched: number
  /**
   * The columns for which an index would make the search faster; null in the list stands for the index of words
   * in all columns.
   */
  readonly offers: readonly (string | null)[]
}

export interface RecordsFound extends PageOf<RecordView> {
  readonly coverage: SearchCoverage
}

/** A search for all records that match, which are found newest first. */
export type WholeSearch = Omit<RecordSearch, 'sort'>

/** Some of the records that match a search. */
export interface MatchingRecords extends PageOf<RecordView> {
  /**
   * The cursor with which the same records are found again, and none that arrived later; null if the page is
   * empty.
   */
  readonly start: string | null
}

/**
 * The highest number of records that a search reads one by one if it can use no index. It then returns the
 * results found so far.
 */
export const maxScannedRecords = 20_000

/** A record together with `seq`, the number of the append that added it to the table. */
export interface PlacedRecord extends RecordView {
  readonly seq: number
}

/** The place of a record in sorted search results, from which the next page continues. */
export interface Position {
  readonly key: string
  readonly id: number
}

export function meetsSearch(
  data: DataRecord,
  { words, where }: RecordSearch,
  now: Date,
  answers: PersonAnswers,
): boolean {
  return (where === null || matchesWhere(where, data, now, answers)) && matchesSearchWords(data, words)
}

/** Returns the questions of a search about the people of records. */
export function questionsOfSearch({ where }: Pick<RecordSearch, 'where'>): readonly PersonQuestion[] {
  return where === null ? [] : questionsOf(where)
}

export function positionOf({ id, seq, data }: PlacedRecord, { sort }: RecordSearch): Position {
  return { key: sort === null ? placeKey(seq) : keyIn(data, sort.column), id: Number(id) }
}

export function keyIn(data: DataRecord, column: string): string {
  return sortKey(Object.hasOwn(data, column) ? data[column] : null)
}

/**
 * Returns the number of an append (`seq`) as text of 16 digits, so that texts sort in the order of the
 * numbers.
 */
function placeKey(seq: number): string {
  return String(seq).padStart(16, '0')
}

/**
 * Returns a function that compares the positions of two records in the results. Empty cells come last in both
 * directions.
 */
export function comparePositions({ sort }: RecordSearch): (position: Position, other: Position) => number {
  const sign = sort !== null && sort.order === 'asc' ? 1 : -1
  return (position, other) => {
    if (sort !== null && (position.key === '') !== (other.key === '')) return position.key === '' ? 1 : -1
    return sign * (compareKeys(position.key, other.key) || position.id - other.id)
  }
}

export function cursorOf({ key, id }: Position): string {
  return `${Buffer.from(key).toString('base64url')}.${id}`
}

export function positionAfter({ after }: Page): Position | null {
  if (after === null) return null
  const [, key, id] = /^([\w-]*)\.(\d{1,15})$/.exec(after) ?? []
  if (key === undefined || id === undefined) throw invalidCursor()
  return { key: Buffer.from(key, 'base64url').toString().replaceAll('\0', ''), id: Number(id) }
}

/** Returns a page of matching records with the cursor of its beginning. */
export function matchingRecords({
  items,
  next,
}: {
  readonly items: readonly PlacedRecord[]
  readonly next: string | null
}): MatchingRecords {
  const [first] = items
  const start = first && cursorOf({ key: placeKey(first.seq), id: Number(first.id) + 1 })
  return { items: items.map(viewOf), next, start: start ?? null }
}

/** Returns a record without its position in the table. */
export function viewOf({ id, data, createdAt }: PlacedRecord): RecordView {
  return { id, data, createdAt }
}

/** Throws if a search names columns that the table does not have. */
export function assertSearch(
  { where, sort }: RecordSearch,
  columns: readonly { readonly name: string }[],
): void {
  const known = columns.map(({ name }) => name)
  const named = [
    ...(where === null ? [] : columnsOf(where)).map((name) => ({ name, pointer: '#query/where' })),
    ...(sort === null ? [] : [{ name: sort.column, pointer: '#query/sort' }]),
  ]
  const errors = named
    .filter(({ name }) => !known.includes(name))
    .map(({ name, pointer }): ErrorItem => {
      const suggestion = closestName(name, known)
      return { pointer, code: 'UNKNOWN_COLUMN', column: name, ...(suggestion === null ? {} : { suggestion }) }
    })
  if (errors.length === 0) return
  throw new DomainError('VALIDATION_FAILED', {
    message: sentence('The table has no column "{column}"', { column: errors[0]?.column ?? '' }),
    errors,
  })
}

/** Sorts search results and returns one page of them. `records` must contain all results, in any order. */
export function pageOfFound(
  records: readonly PlacedRecord[],
  search: RecordSearch,
  page: Page,
): { readonly items: readonly PlacedRecord[]; readonly next: string | null } {
  const after = positionAfter(page)
  const compare = comparePositions(search)
  const rest = records
    .map((record) => ({ record, at: positionOf(record, search) }))
    .filter(({ at }) => after === null || compare(at, after) > 0)
    .toSorted((one, other) => compare(one.at, other.at))
  const last = rest[page.limit - 1]
  const next = rest.length > page.limit && last !== undefined ? cursorOf(last.at) : null
  return { items: rest.slice(0, page.limit).map(({ record }) => record), next }
}
