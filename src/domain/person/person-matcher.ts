import { sideOf } from '../arrival/proposal/lead/roles.ts'
import { likeness, wordsOfName } from '../arrival/proposal/names.ts'
import { normalizedEmail } from '../email-address.ts'
import type { Cell, DataRecord } from '../record-cells.ts'
import { columnKind } from '../table/column/column-kind.ts'
import type { Match } from '../table/match.ts'
import { addressesNamedIn } from './named-addresses.ts'

/** The text that replaces the address or value of an erased person in a longer text. */
const erasedText = 'erased'

/** The tests by which a person is recognized in cells, records and texts. */
export interface PersonMatcher {
  /**
   * The person's address or value in lower case, for searches in longer texts; null for a value that is too
   * short to be searched.
   */
  readonly words: string | null
  /** Returns whether a cell or a value under this name is exactly the person's address or value. */
  is(name: string, value: Cell): boolean
  /** Returns whether a record is the person's own. A record of another person may still name this person. */
  owns(match: Pick<Match, 'columns'> | null, record: DataRecord): boolean
  /** Returns the text with `erasedText` in place of each part that names the person; null if no part does. */
  erasedFrom(text: string): string | null
}

/**
 * Recognizes a person by an address, as `normalizedEmail` returns it. A record is the person's own by its
 * match columns and by columns with a name such as "email". Without such columns, any cell decides, except for cells of
 * the seller's side. A lead is therefore kept when its owner, whose address is in another column, is erased, even if the
 * lead has no address of its own.
 */
export function matcherOfAddress(address: string): PersonMatcher {
  const is = (_name: string, value: Cell) =>
    typeof value === 'string' && value.includes('@') && normalizedEmail(value) === address
  return {
    words: address,
    is,
    owns: (match, record) => cellsOfOwnAddress(match, record).some(([name, cell]) => is(name, cell)),
    erasedFrom: (text) => {
      const places = addressesNamedIn(text, address)
      if (places.length === 0) return null
      let rest = ''
      let end = 0
      for (const place of places) {
        rest += text.slice(end, place.from) + erasedText
        end = place.to
      }
      return rest + text.slice(end)
    },
  }
}

/**
 * Returns the cells of a record that can hold the address of its person: the match columns with an address and the
 * columns with a name such as "email"; without such columns, all cells except those of the seller's side.
 */
export function cellsOfOwnAddress(
  match: Pick<Match, 'columns'> | null,
  record: DataRecord,
): readonly (readonly [string, Cell])[] {
  const cells = Object.entries(record)
  const cellsOfPerson = cells.filter(([name, cell]) => {
    const isMatched = match?.columns.includes(name) === true
    return columnKind(name) === 'email' || (isMatched && isAddress(cell))
  })
  return cellsOfPerson.length > 0
    ? cellsOfPerson
    : cells.filter(([name]) => sideOf([name], null) !== 'seller')
}

function isAddress(cell: Cell): boolean {
  return typeof cell === 'string' && cell.includes('@') && normalizedEmail(cell) !== null
}

/**
 * The fewest characters of a person's value that is searched for in texts. A shorter value occurs by chance.
 */
const minNameLength = 8
/** The least likeness, from 0 to 1, at which two column names are treated as the same column. */
const alike = 0.6

/**
 * Recognizes a person by the value of a column. `keyOf` returns the match key of a record, so that a phone
 * number is recognized however it is written.
 */
export function matcherOfValue(
  column: string,
  value: string,
  keyOf: (record: DataRecord) => string | null,
): PersonMatcher {
  const key = keyOf({ [column]: value })
  const text = value.trim().toLowerCase()
  const words = text.length >= minNameLength ? text : null
  const isSame = (cell: Cell) => key !== null && cell !== null && keyOf({ [column]: cell }) === key
  const mayBeSame = likelySame(column, value)
  const columnWords = wordsOfName(column)
  return {
    words,
    is: (name, cell) =>
      mayBeSame(cell) &&
      isSame(cell) &&
      (name === column || words !== null || likeness(columnWords, wordsOfName(name), false) >= alike),
    owns: (_match, record) => Object.hasOwn(record, column) && isSame(record[column] ?? null),
    erasedFrom: (long) => {
      if (words === null) return null
      let [rest, end] = ['', 0]
      const lower = long.toLowerCase()
      // Erases the whole text if its lower case has another length, as with some letters, because positions
      // in the two then differ.
      if (lower.length !== long.length) return lower.includes(words) ? erasedText : null
      for (let at = lower.indexOf(words); at !== -1; at = lower.indexOf(words, end)) {
        rest += long.slice(end, at) + erasedText
        end = at + words.length
      }
      return end === 0 ? null : rest + long.slice(end)
    },
  }
}

/**
 * Matches a phone number that consists of digits and separators only. In other texts, letters may stand for
 * digits or begin an extension.
 */
const plainNumber = /^[\d\s+().-]+$/
/**
 * Matches text that is no phone number: without a digit, or beginning with a letter. `tel:` begins the URL of
 * a phone number.
 */
const noNumber = /^\P{N}*$|^(?!tel:)[a-z]/iu
const comparedDigits = 4

/**
 * Returns a quick test that is true for every cell with the same match key as the value, and false for nearly
 * all other cells. Parsing a phone number takes 15 µs, and a body has up to 500,000 values: parsing all would
 * block the process for 7 s.
 */
function likelySame(column: string, value: string): (cell: Cell) => boolean {
  const text = value.trim().normalize('NFC')
  switch (columnKind(column)) {
    case 'email':
      return (cell) => String(cell).includes('@') === text.includes('@')
    case 'phone': {
      const isPlain = plainNumber.test(text)
      return (cell) => {
        const other = String(cell).trim()
        if (other === text) return true
        if (!isPlain) return /\p{N}/u.test(other)
        // Compares only the last digits of two phone numbers, because they are the same in all spellings of a
        // number.
        return plainNumber.test(other) ? endAlike(text, other) : !noNumber.test(other)
      }
    }
    default:
      return (cell) => String(cell).trim().normalize('NFC') === text
  }
}

function endAlike(one: string, other: string): boolean {
  const [end, otherEnd] = [lastDigits(one), lastDigits(other)]
  return end.endsWith(otherEnd) || otherEnd.endsWith(end)
}

function lastDigits(text: string): string {
  let digits = ''
  for (let at = text.length - 1; at >= 0 && digits.length < comparedDigits; at--) {
    const char = text.charAt(at)
    if (char >= '0' && char <= '9') digits = char + digits
  }
  return digits
}

/** Returns whether any cell of a record names the person. */
export function isNamedInRecord(record: DataRecord, knownBy: PersonMatcher): boolean {
  return Object.entries(record).some(
    ([name, cell]) =>
      knownBy.is(name, cell) || (typeof cell === 'string' && knownBy.erasedFrom(cell) !== null),
  )
}

/**
 * Returns the cells of a record that change when a person is erased. Returns null for the person's own
 * record, which is deleted. A cell that is the address becomes null; a longer text loses the address.
 */
export function erasedCells(
  match: Pick<Match, 'columns'> | null,
  record: DataRecord,
  knownBy: PersonMatcher,
): DataRecord | null {
  if (knownBy.owns(match, record)) return null
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, cell]): [string, Cell][] => {
      if (knownBy.is(name, cell)) return [[name, null]]
      const rest = typeof cell === 'string' ? knownBy.erasedFrom(cell) : null
      return rest === null ? [] : [[name, rest]]
    }),
  )
}
