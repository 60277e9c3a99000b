import type { MissingColumns } from '../../table/data-table.ts'
import type { Match } from '../../table/match.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { isOpen } from './lead/refusal.ts'
import { type Concept, conceptOf, wordsOfName } from './names.ts'
import type { MappingProposal } from './proposal.ts'

/** The fields of a table that decide which columns a proposed mapping must fill. */
export interface TableRequirements {
  readonly match: Match | null
  readonly missingColumns: MissingColumns
}

/**
 * Returns a proposed mapping that may be applied without a person's review; otherwise null. It must admit all
 * records, and have a clear place for each needed column and each filled column with a name or an address.
 */
export function clearProposal(proposal: MappingProposal, table: TableRequirements): Mapping | null {
  const { columns, mapping, notice, wouldAdmit, wouldHold } = proposal
  if (notice !== null || wouldAdmit === 0 || wouldHold > 0) return null
  if (columns.some(({ isNew }) => isNew)) return null
  const essential = essentialColumns(
    columns.map(({ column }) => column),
    table.match,
  )
  const isNeeded = (column: string) => table.missingColumns === 'reject' || essential.has(column)
  const needed = columns.filter(
    ({ column, path, refusal }) =>
      isNeeded(column) || ((path !== null || isOpen(refusal)) && isPersonal(column)),
  )
  if (!needed.some(({ column }) => isNeeded(column))) return null
  return needed.every(({ clear }) => clear) ? mapping : null
}

/**
 * Returns the columns of a table that no mapping may leave empty without a person's decision: the match columns,
 * which identify a record, and the columns by which its person is contacted.
 */
export function essentialColumns(columns: readonly string[], match: Match | null): ReadonlySet<string> {
  const contact = contactConcept(columns)
  const contacts = columns.filter((column) => contact !== null && conceptOf(wordsOfName(column)) === contact)
  return new Set([...(match?.columns ?? []), ...contacts])
}

/**
 * Returns the kind of address in a table by which people are contacted; null if it has none. If the table has
 * an e-mail column, its phone column may stay empty.
 */
function contactConcept(columns: readonly string[]): 'email' | 'phone' | null {
  const concepts = new Set(columns.map((column) => conceptOf(wordsOfName(column))))
  return concepts.has('email') ? 'email' : concepts.has('phone') ? 'phone' : null
}

const personal = new Set<Concept | null>(['email', 'phone', 'name', 'firstName', 'lastName', 'company'])

function isPersonal(column: string): boolean {
  return personal.has(conceptOf(wordsOfName(column)))
}
