import { type Concept, conceptNamed, isFiller } from '../names.ts'
import { isLeadWord } from './roles.ts'

/** The kinds of values that make a part of a body a person: addresses, names and a company. */
export type Facet = Extract<Concept, 'email' | 'phone' | 'firstName' | 'lastName' | 'name' | 'company'>

const facets: ReadonlySet<Concept> = new Set<Concept>([
  'email',
  'phone',
  'firstName',
  'lastName',
  'name',
  'company',
])

export function isFacet(concept: Concept | null): concept is Facet {
  return concept !== null && facets.has(concept)
}

/** A key that holds a person's value, split into the value's kind and the words that say whose value it is. */
export interface FacetName {
  readonly facet: Facet
  /** The other words of the key, such as `applicant` of `applicant_email`; empty if there are none. */
  readonly prefix: string
}

/** Words of a key that tell addresses of one person apart, and not people. */
const qualifiers = new Set(
  'work home business office mobile private personal main primary preferred default full text txt str value from 1'.split(
    ' ',
  ),
)

/** Words of short names that mean a concept only if they are the whole key. */
const wholeOnly = new Set(
  'first last em cell org account address firma handy tel mobil mail business organization'.split(' '),
)

/**
 * Returns the kind of a person's value that a key names, at its end or its beginning: `applicant_first_name`,
 * `email_from`; null if it names none.
 */
export function facetOf(words: readonly string[]): FacetName | null {
  const nameWords = words.map((word) => (word === 'nm' ? 'name' : word))
  for (let length = Math.min(nameWords.length, 4); length >= 1; length--) {
    for (const at of new Set([nameWords.length - length, 0])) {
      const name = nameWords.slice(at, at + length).join('')
      const facet = conceptNamed(name)
      if (!isFacet(facet)) continue
      // A single word at the beginning, such as `name` of "name of the event", is about the words behind it.
      const isPart = length < nameWords.length
      if (isPart && (wholeOnly.has(name) || (at === 0 && facet !== 'email' && facet !== 'phone'))) continue
      const rest = [...nameWords.slice(0, at), ...nameWords.slice(at + length)]
      return { facet, prefix: prefixOf(rest) }
    }
  }
  return null
}

/** Returns the words of a key that say whose value it is, without words that tell addresses of one person apart. */
export function prefixOf(words: readonly string[]): string {
  const isSaid = (word: string) => !qualifiers.has(word) && !/^q?\d{1,4}$/.test(word)
  return words.filter((word) => isSaid(word) && (isLeadWord(word) || !isFiller(word))).join(' ')
}

/** Returns whether a text may be a person's or a company's name: one line with letters, and no markup, data or address. */
export function isNameText(text: string): boolean {
  if (text.length > 120 || !/\p{L}/u.test(text)) return false
  return !/[\r\n<>{}[\]=;|\\]|:\/\/|@.*@/.test(text)
}
