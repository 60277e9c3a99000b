import type { DataRecord } from '../table/cell.ts'
import { type KnownBy, knownByAddress, knownByValue } from './known-by.ts'
import type { SoughtPerson } from './person-sought.ts'

/** Creates functions that return the match key of a record, as the port RecordKeys does. */
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
  { address, value }: SoughtPerson,
  keys: KeyReaders,
  defaultCountry: string | null,
): KnownBy {
  if (address !== null) return knownByAddress(address)
  const { column, text } = value
  return knownByValue(column, text, keys.readerFor({ columns: [column], defaultCountry }))
}

/** Returns the words by which texts name the person in any table; null if the value is too short. */
export function wordsOfPerson(person: SoughtPerson): string | null {
  if (person.address !== null) return person.address
  return knownByValue(person.value.column, person.value.text, () => null).words
}
