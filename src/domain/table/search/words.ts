import type { DataRecord } from '../cell.ts'
import { folded } from './sort-key.ts'

/** A record may hold a book; who it is stands in its first words. */
const mostWords = 200
const longestWord = 40
const mostRead = 4_000
/** Of all cells together: a search reads thousands of records while others wait. */
const mostReadOfRecord = 20_000
const mostAskedWords = 8

/** The words of a text as they are looked up, each once. */
function wordsIn(text: string): readonly string[] {
  const words = folded(text.slice(0, mostRead)).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, longestWord).toWellFormed()))]
}

/** The words of all cells of a record. */
export function wordsOf(data: DataRecord): readonly string[] {
  const words = new Set<string>()
  let left = mostReadOfRecord
  for (const cell of Object.values(data)) {
    if (cell === null || cell === '') continue
    const text = String(cell).slice(0, Math.min(mostRead, left))
    left -= text.length
    for (const word of wordsIn(text)) {
      words.add(word)
      if (words.size >= mostWords) return [...words]
    }
  }
  return [...words]
}

/** What somebody types into a search box. */
export function askedWords(q: string): readonly string[] {
  return wordsIn(q).slice(0, mostAskedWords)
}

/** Whether each of the words is the beginning of a word of the record. */
export function hasWords(data: DataRecord, asked: readonly string[]): boolean {
  if (asked.length === 0) return true
  const words = wordsOf(data)
  return asked.every((one) => words.some((word) => word.startsWith(one)))
}
