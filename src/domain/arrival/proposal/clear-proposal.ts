import type { MissingColumns } from '../../table/data-table.ts'
import type { Match } from '../../table/match.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { type Concept, conceptOf, wordsOf } from './names.ts'
import type { Proposal } from './proposal.ts'

/** What of a table says which columns a mapping cannot do without. */
export interface NeedingTable {
  readonly match: Match | null
  readonly missingColumns: MissingColumns
}

/**
 * Returns the mapping of a proposal that may be applied without asking anybody; null where somebody has to look. Each
 * column that the table needs has one clear candidate in bodies of which all would go in, and so has each column for a
 * name or an address that anything would fill.
 */
export function clearProposal(proposal: Proposal, table: NeedingTable): Mapping | null {
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

/** Every column of a table that takes nothing less; otherwise match columns, and what a sender reaches a person by. */
function isNeeded(
  column: string,
  { match, missingColumns }: NeedingTable,
  contact: 'email' | 'phone' | null,
): boolean {
  if (missingColumns === 'reject' || match?.columns.includes(column) === true) return true
  return contact !== null && conceptOf(wordsOf(column)) === contact
}

/** A table with addresses is written to by e-mail: a phone column beside them may stay empty. */
function contactConcept(columns: readonly string[]): 'email' | 'phone' | null {
  const concepts = new Set(columns.map((column) => conceptOf(wordsOf(column))))
  return concepts.has('email') ? 'email' : concepts.has('phone') ? 'phone' : null
}

const personal = new Set<Concept | null>(['email', 'phone', 'name', 'firstName', 'lastName'])

function isPersonal(column: string): boolean {
  return personal.has(conceptOf(wordsOf(column)))
}
