import { type Concept, conceptOf, wordsOfName } from '../arrival/proposal/names.ts'
import type { DataRecord } from '../record-cells.ts'

/** Returns the name of the person whom a record is about, by the names of its columns; null if it has none. */
export function personNameIn(record: DataRecord): string | null {
  const cells = new Map<Concept | null, string>()
  for (const [column, cell] of Object.entries(record)) {
    const text = cell === null ? '' : String(cell).trim()
    const concept = conceptOf(wordsOfName(column))
    if (text !== '' && !cells.has(concept)) cells.set(concept, text)
  }
  const parts = [cells.get('firstName'), cells.get('lastName')].filter((part) => part !== undefined)
  return cells.get('name') ?? (parts.length === 0 ? null : parts.join(' '))
}
