import type { MissingColumns } from '../../table/data-table.ts'
import type { Match } from '../../table/match.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { conceptOf, wordsOf } from './names.ts'
import type { Proposal } from './proposal.ts'

/** What of a table says which columns a mapping cannot do without. */
export interface NeedingTable {
  readonly match: Match | null
  readonly missingColumns: MissingColumns
}

/**
 * The mapping of a proposal that may be applied without asking anybody; null where somebody has to look. Each column
 * that the table needs has one clear candidate in bodies of which all would go in.
 */
export function clearProposal(proposal: Proposal, table: NeedingTable): Mapping | null {
  const { columns, mapping, notice, wouldAdmit, wouldHold } = proposal
  if (notice !== null || wouldAdmit === 0 || wouldHold > 0) return null
  if (columns.some(({ isNew }) => isNew)) return null
  const needed = columns.filter(({ column }) => isNeeded(column, table))
  if (needed.length === 0) return null
  return needed.every(({ clear }) => clear) ? mapping : null
}

/** Every column of a table that takes nothing less; else what identifies a record, and addresses. */
function isNeeded(column: string, { match, missingColumns }: NeedingTable): boolean {
  if (missingColumns === 'reject' || match?.columns.includes(column) === true) return true
  const concept = conceptOf(wordsOf(column))
  return concept === 'email' || concept === 'phone'
}
