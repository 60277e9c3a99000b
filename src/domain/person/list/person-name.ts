import { type Concept, conceptOf, wordsOfName } from '../../arrival/proposal/names.ts'
import type { DataRecord } from '../../record-cells.ts'

/** The name and the company of the person whom a record is about; null where the record has none. */
export interface PersonDetails {
  readonly name: string | null
  readonly company: string | null
}

/**
 * Returns a function that reads the name and the company of people from records, by the names of the columns. The
 * meaning of each column is computed once.
 */
export function detailsReader(): (record: DataRecord) => PersonDetails {
  const concepts = new Map<string, Concept | null>()
  const conceptOfColumn = (column: string): Concept | null => {
    const cached = concepts.get(column)
    if (cached !== undefined) return cached
    const concept = conceptOf(wordsOfName(column))
    concepts.set(column, concept)
    return concept
  }
  return (record) => {
    const cells = new Map<Concept, string>()
    for (const [column, cell] of Object.entries(record)) {
      const concept = cell === null ? null : conceptOfColumn(column)
      if (concept === null || cells.has(concept)) continue
      const text = String(cell).trim()
      if (text !== '') cells.set(concept, text)
    }
    const parts = [cells.get('firstName'), cells.get('lastName')].filter((part) => part !== undefined)
    const name = cells.get('name') ?? (parts.length === 0 ? null : parts.join(' '))
    return { name, company: cells.get('company') ?? null }
  }
}
