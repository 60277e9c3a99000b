import { type Concept, conceptOf, wordsOfName } from '../../../domain/arrival/proposal/names.ts'

/** The replacement of a column that a template uses: a column of the data table, or a text for all recipients. */
export type Replacement = { readonly column: string } | { readonly text: string }

/** The replacement that a user has chosen for a column of a template. */
export type ChosenReplacement = { readonly name: string } & Replacement

/**
 * Returns the column of a data table that stands for a column of a template: the column with its name, else the first
 * column of which the name means the same, such as "Vorname" for "First name"; null if there is none.
 */
export function columnFor(name: string, columns: readonly string[]): string | null {
  if (columns.includes(name)) return name
  const words = wordsOfName(name)
  const joined = words.join('')
  const sameWords = columns.find((column) => joined !== '' && wordsOfName(column).join('') === joined)
  return sameWords ?? columnMeaning(conceptOf(words), columns)
}

function columnMeaning(concept: Concept | null, columns: readonly string[]): string | null {
  if (concept === null) return null
  return columns.find((column) => conceptOf(wordsOfName(column)) === concept) ?? null
}
