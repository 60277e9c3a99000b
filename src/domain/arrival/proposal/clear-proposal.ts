import type { MissingColumns } from '../../table/data-table.ts'
import type { Match } from '../../table/match.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { isOpen } from './lead/refusal.ts'
import { type Concept, conceptOf, wordsOfName } from './names.ts'
import type { MappingProposal, ProposedColumn } from './proposal.ts'

/** The fields of a table that decide which columns a proposed mapping must fill. */
export interface TableRequirements {
  readonly match: Match | null
  readonly missingColumns: MissingColumns
}

/**
 * Returns a proposed mapping that may be applied without a person's review; otherwise null. `doubtOf` says which
 * mappings may be applied.
 */
export function clearProposal(proposal: MappingProposal, table: TableRequirements): Mapping | null {
  return doubtOf(proposal, table) === null ? proposal.mapping : null
}

/** The reason why a proposed mapping needs a person's review. It never contains a value of the bodies. */
export interface ProposalDoubt {
  readonly message: string
  /** The column that has no clear place; absent if the doubt is about the whole mapping. */
  readonly column?: string
}

/**
 * Returns why a proposed mapping needs a person's review; null if it may be applied without one. It must admit all
 * records, and have a clear place for each needed column and each filled column with a name or an address.
 */
export function doubtOf(proposal: MappingProposal, table: TableRequirements): ProposalDoubt | null {
  const { columns, warning, wouldAdmit, wouldHold } = proposal
  if (columns.some(({ isNew }) => isNew)) return { message: 'The mapping would create columns' }
  const essential = essentialColumns(
    columns.map(({ column }) => column),
    table.match,
  )
  const refused = columns.find(({ column, refusal }) => refusal !== null && essential.has(column))
  if (warning !== null) return refused === undefined ? { message: warning.message } : doubtOfColumn(refused)
  const isNeeded = (column: string) => table.missingColumns === 'reject' || essential.has(column)
  const needed = columns.filter(
    ({ column, path, refusal }) =>
      isNeeded(column) || ((path !== null || isOpen(refusal)) && isPersonal(column)),
  )
  if (!needed.some(({ column }) => isNeeded(column)))
    return {
      message: 'The table has no match columns, and no column for an e-mail address or a phone number',
    }
  const doubtful = needed.filter(({ isClear }) => !isClear)
  const unclear = doubtful.find(({ column }) => essential.has(column)) ?? doubtful[0]
  if (unclear !== undefined) return doubtOfColumn(unclear)
  if (wouldAdmit > 0 && wouldHold === 0) return null
  const [reason] = proposal.reasons
  if (reason === undefined) return { message: 'The mapping would admit no record of the body' }
  const { message, column } = reason
  return column === null ? { message } : { message, column }
}

function doubtOfColumn({ column, path, refusal }: ProposedColumn): ProposalDoubt {
  if (refusal !== null) return { message: refusal.message, column }
  if (path === null) return { message: 'No value of the body fits the column', column }
  return {
    message: 'Several values of the body may belong to the column, or the value is not certain',
    column,
  }
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
