import type { TypedColumn } from '../../table/column/column-type.ts'
import { recognizedType } from '../../table/column/recognized-type.ts'
import type { Column } from '../../table/data-table.ts'
import { closestName } from '../../text/closest-name.ts'
import { type FileRow, reasonColumn } from './row-fault.ts'

/**
 * The proposed use of a column of an imported file: fill a column of the table, create one, or leave it out.
 */
export type ColumnProposal =
  | { readonly to: string }
  | { readonly create: Pick<TypedColumn, 'type'> & { readonly name: string } }
  | { readonly ignore: true }

/**
 * Proposes a use for each column of an imported file. Each column of the table is proposed once, for the
 * column of the file with the most similar name. A new column gets the type of its first cells.
 */
export function proposedColumns(
  header: readonly string[],
  columns: readonly Column[],
  rows: readonly Pick<FileRow, 'cells'>[] = [],
): readonly ColumnProposal[] {
  const names = header.map((name) => name.normalize('NFC').trim())
  const free = new Set(columns.map(({ name }) => name))
  const proposals = names.map((name): ColumnProposal | null => {
    if (name === reasonColumn && !free.has(name)) return { ignore: true }
    return free.delete(name) ? { to: name } : null
  })
  // Matches file columns first with names that differ only in case, blanks and dashes, and then with names that
  // are only similar.
  for (const wanted of [alike, near])
    names.forEach((name, place) => {
      if (proposals[place] !== null || name === '') return
      const found = wanted(name, [...free])
      if (found === null) return
      free.delete(found)
      proposals[place] = { to: found }
    })
  const made = new Set(columns.map(({ name }) => name))
  return proposals.map((proposal, place) => {
    if (proposal !== null) return proposal
    const name = names[place] ?? ''
    if (name === '' || made.has(name)) return { ignore: true }
    made.add(name)
    // A file creates columns only in a table without columns. For other tables a person decides about new
    // columns.
    if (columns.length > 0) return { ignore: true }
    const type = recognizedType(
      name,
      rows.map(({ cells }) => cells[place] ?? null),
    )
    return { create: { name, ...(type !== 'text' && { type }) } }
  })
}

function alike(name: string, candidates: readonly string[]): string | null {
  const wanted = plain(name)
  return wanted === '' ? null : (candidates.find((candidate) => plain(candidate) === wanted) ?? null)
}

function near(name: string, candidates: readonly string[]): string | null {
  return closestName(name, candidates)
}

/**
 * Returns a column name without the most frequent differences: case, accents, blanks, dashes, dots and
 * underscores.
 */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s._\-\p{M}]+/gu, '')
}
