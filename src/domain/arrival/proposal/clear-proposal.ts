import type { MissingColumns } from '../../table/data-table.ts'
import type { Match } from '../../table/match.ts'
import type { Mapping } from '../mapping/mapping.ts'
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
  const contact = contactConcept(columns.map(({ column }) => column))
  const needed = columns.filter(
    ({ column, path }) => isNeeded(column, table, contact) || (path !== null && isPersonal(column)),
  )
  if (!needed.some(({ column }) => isNeeded(column, table, contact))) return null
  return needed.every(({ clear }) => clear) ? mapping : null
}

/**
 * Returns whether a proposed mapping must fill a column. If the table refuses missing columns, all are
 * needed; otherwise match columns and the contact column.
 */
function isNeeded(
  column: string,
  { match, missingColumns }: TableRequirements,
  contact: 'email' | 'phone' | null,
): boolean {
  if (missingColumns === 'reject' || match?.columns.includes(column) === true) return true
  return contact !== null && conceptOf(wordsOfName(column)) === contact
}

/**
 * Returns the kind of address in a table by which people are contacted; null if it has none. If the table has
 * an e-mail column, its phone column may stay empty.
 */
function contactConcept(columns: readonly string[]): 'email' | 'phone' | null {
  const concepts = new Set(columns.map((column) => conceptOf(wordsOfName(column))))
  return concepts.has('email') ? 'email' : concepts.has('phone') ? 'phone' : null
}

const personal = new Set<Concept | null>(['email', 'phone', 'name', 'firstName', 'lastName'])

function isPersonal(column: string): boolean {
  return personal.has(conceptOf(wordsOfName(column)))
}
