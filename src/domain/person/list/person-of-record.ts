import { normalizedEmail } from '../../email-address.ts'
import type { DataRecord } from '../../record-cells.ts'
import { columnKind } from '../../table/column/column-kind.ts'
import type { Match } from '../../table/match.ts'
import { keyReaderFor } from '../../table/record-key.ts'
import { folded } from '../../table/search/sort-key.ts'
import { cutText } from '../../text/storable-text.ts'
import { cellsOfOwnAddress } from '../person-matcher.ts'
import { searchTextOf } from './people-search.ts'
import { detailsReader, type PersonDetails } from './person-name.ts'

/** A person as one record names them, for the list of people. */
export interface PersonOfRecord extends PersonDetails {
  /** The text from which the id of the person is computed. */
  readonly identity: string
  /** The normalized address; null for a person who is known by the value of a match column. */
  readonly email: string | null
  /** The match column and its value by which the person is known; null for a person with an address. */
  readonly match: { readonly column: string; readonly value: string } | null
  /** The form of the name by which people are sorted. */
  readonly nameKey: string
  /** The form of the company by which people are sorted. */
  readonly companyKey: string
  /** The text in which people are searched. */
  readonly searchText: string
}

/** The highest length of a listed address. Mail servers accept no longer address. */
const maxEmailLength = 254
/** Matches characters that show that a cell is a text with an address in it, such as a note. */
const neverInAddress = /[\s<>()[\],;:"]/u
/** The highest length of a listed name or company; a longer text is cut. */
const maxTextLength = 200
/** The highest length of a value by which a person is known. */
const maxValueLength = 1_000
/** The number of characters by which names and companies are sorted. */
const maxKeyLength = 60

/**
 * Returns a function that finds the person of a record: by the same address as an erasure, or by the value of the
 * table's match column if it has exactly one. It returns null for a record that identifies nobody.
 */
export function personReader(
  match: Pick<Match, 'columns'> | null,
  defaultCountry: string | null,
): (record: DataRecord) => PersonOfRecord | null {
  const detailsOf = detailsReader()
  const [column, ...others] = match?.columns ?? []
  const matchOf = column === undefined || others.length > 0 ? () => null : valueReader(column, defaultCountry)
  return (record) => {
    const email = addressOf(match, record)
    const value = email === null ? matchOf(record) : null
    if (email === null && value === null) return null
    const details = detailsOf(record)
    const name = details.name === null ? null : cutText(details.name, maxTextLength)
    const company = details.company === null ? null : cutText(details.company, maxTextLength)
    return {
      identity: email ?? value?.identity ?? '',
      email,
      match: value === null ? null : { column: value.column, value: value.value },
      name,
      company,
      nameKey: cutText(folded(name ?? ''), maxKeyLength),
      companyKey: cutText(folded(company ?? ''), maxKeyLength),
      searchText: searchTextOf([email ?? value?.value ?? null, name, company, ...phonesIn(record)]),
    }
  }
}

/** The highest length of a phone number in the search text. */
const maxPhoneLength = 40

/** Returns the cells of columns with a name such as "phone". */
function phonesIn(record: DataRecord): readonly string[] {
  return Object.entries(record).flatMap(([column, cell]) =>
    cell === null || columnKind(column) !== 'phone' ? [] : [cutText(String(cell), maxPhoneLength)],
  )
}

function addressOf(match: Pick<Match, 'columns'> | null, record: DataRecord): string | null {
  for (const [, cell] of cellsOfOwnAddress(match, record)) {
    if (typeof cell !== 'string' || !cell.includes('@')) continue
    const email = normalizedEmail(cell)
    if (email !== null && email.length <= maxEmailLength && !neverInAddress.test(email)) return email
  }
  return null
}

function valueReader(column: string, defaultCountry: string | null) {
  const keyOf = keyReaderFor({ columns: [column], defaultCountry })
  return (record: DataRecord) => {
    const key = keyOf(record)
    const value = String(record[column] ?? '').trim()
    return key === null || value.length > maxValueLength
      ? null
      : { column, value, identity: `${column}=${key}` }
  }
}
