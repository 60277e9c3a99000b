import type { DataRecord } from '../../record-cells.ts'
import { folded } from './sort-key.ts'

/**
 * The highest number of words of a record that the search index contains. A record may contain a very long
 * text, but its first words identify it.
 */
const maxWords = 200
const maxWordLength = 40
const maxReadBytes = 4_000
/**
 * The highest number of characters of a record's cells that a search reads for words. A search reads thousands
 * of records while other requests wait.
 */
const maxReadOfRecord = 20_000
const maxQueryWords = 8

/** Returns the words of a text in their searchable form, without repeats. */
function wordsIn(text: string): readonly string[] {
  const words = folded(text.slice(0, maxReadBytes)).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, maxWordLength).toWellFormed()))]
}

/** Returns the words of all cells of a record, without repeats. */
export function wordsOfRecord(data: DataRecord): readonly string[] {
  const words = new Set<string>()
  let remaining = maxReadOfRecord
  for (const cell of Object.values(data)) {
    if (cell === null || cell === '') continue
    const text = String(cell).slice(0, Math.min(maxReadBytes, remaining))
    remaining -= text.length
    for (const word of wordsIn(text)) {
      words.add(word)
      if (words.size >= maxWords) return [...words]
    }
  }
  return [...words]
}

/** Returns the words of a search text that a person typed. */
export function searchWordsOf(q: string): readonly string[] {
  return wordsIn(q).slice(0, maxQueryWords)
}

/** Returns whether each of the searched words is the beginning of a word in the record. */
export function matchesSearchWords(data: DataRecord, requested: readonly string[]): boolean {
  if (requested.length === 0) return true
  const words = wordsOfRecord(data)
  return requested.every((one) => words.some((word) => word.startsWith(one)))
}
