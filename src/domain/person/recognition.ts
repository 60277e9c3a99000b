import { keyReaderFor } from '../table/record-key.ts'
import { matcherOfAddress, matcherOfValue, type PersonMatcher } from './person-matcher.ts'
import type { PersonIdentity } from './person-query.ts'

/**
 * Returns the tests by which a person is recognized in a table. Values are compared as in its match columns.
 */
export function recognitionOf(
  { address, value }: PersonIdentity,
  defaultCountry: string | null,
): PersonMatcher {
  if (address !== null) return matcherOfAddress(address)
  const { column, text } = value
  return matcherOfValue(column, text, keyReaderFor({ columns: [column], defaultCountry }))
}

/**
 * Returns the text in lower case by which a person is found in longer texts: their address or their value; null
 * if the value is too short.
 */
export function wordsOfPerson(person: PersonIdentity): string | null {
  if (person.address !== null) return person.address
  return matcherOfValue(person.value.column, person.value.text, () => null).words
}
