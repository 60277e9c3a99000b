import { folded } from '../../table/search/sort-key.ts'

/** The highest number of parts of a search text. */
const maxParts = 8
/** The number of adjacent characters that have a code. */
const gramLength = 3

/**
 * Returns the text of a record in which people are searched: its address, name and company without case and accents.
 * Two blanks precede each word, so that the beginnings of words have codes of their own.
 */
export function searchTextOf(texts: readonly (string | null)[]): string {
  return texts
    .flatMap(wordsOf)
    .map((word) => `  ${word}`)
    .join('')
}

/**
 * Returns the texts that the search text of a person must contain, one for each word of the query. A word with fewer
 * than three characters matches the beginning of a word, and a longer word matches any part.
 */
export function searchedParts(q: string): readonly string[] {
  const words = [...new Set(wordsOf(q))].slice(0, maxParts)
  return words.map((word) => (Array.from(word).length < gramLength ? `  ${word}` : word))
}

function wordsOf(text: string | null): readonly string[] {
  return text === null
    ? []
    : folded(text)
        .split(/\s+/u)
        .filter((word) => word !== '')
}

/**
 * Returns a code for each three adjacent characters of the texts, without repeats. The codes of two organizations
 * differ, so that a search of one organization reads no people of the others. Other characters may have the same code
 * by chance.
 */
export function gramsOf(organizationId: string, texts: readonly string[]): readonly number[] {
  const seed = Number.parseInt(organizationId.slice(-8), 16)
  const grams = new Set<number>()
  for (const text of texts) {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    for (let at = 0; at + gramLength <= points.length; at++) {
      const [first = 0, second = 0, third = 0] = points.slice(at, at + gramLength)
      grams.add((first * 961 + second * 31 + third) ^ seed)
    }
  }
  return [...grams]
}
