import { type KnownBy, knownByAddress, knownByValue } from '../../domain/person/known-by.ts'
import type { SoughtPerson } from '../../domain/person/person-sought.ts'
import type { RecordKeys } from '../table/record-keys.ts'

/** Returns how a person is recognized in a table: values are compared as its match columns are. */
export function recognitionOf(
  { address, value }: SoughtPerson,
  keys: RecordKeys,
  defaultCountry: string | null,
): KnownBy {
  if (address !== null) return knownByAddress(address)
  const { column, text } = value
  return knownByValue(column, text, keys.readerFor({ columns: [column], defaultCountry }))
}

/** Returns the words by which texts name the person, whatever the table. */
export function wordsOfPerson(person: SoughtPerson): string | null {
  if (person.address !== null) return person.address
  return knownByValue(person.value.column, person.value.text, () => null).words
}
