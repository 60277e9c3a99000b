import type { DataRecord } from '../record-cells.ts'
import { matcherOfAddress, matcherOfValue, type PersonMatcher } from './person-matcher.ts'
import type { PersonIdentity } from './person-query.ts'

/**
 * A part of the port RecordKeys: it creates functions that return the match key by which a table identifies a
 * record.
 */
interface KeyReaders {
  readerFor(rule: {
    readonly columns: readonly string[]
    readonly defaultCountry: string | null
  }): (record: DataRecord) => string | null
}

/**
 * Returns the tests by which a person is recognized in a table. Values are compared as in its match columns.
 */
export function recognitionOf(
  { address, value }: PersonIdentity,
  keys: KeyReaders,
  defaultCountry: string | null,
): PersonMatcher {
  if (address !== null) return matcherOfAddress(address)
  const { column, text } = value
  return matcherOfValue(column, text, keys.readerFor({ columns: [column], defaultCountry }))
}

/**
 * Returns the text in lower case by which a person is found in longer texts: their address or their value; null
 * if the value is too short.
 */
export function wordsOfPerson(person: PersonIdentity): string | null {
  if (person.address !== null) return person.address
  return matcherOfValue(person.value.column, person.value.text, () => null).words
}
