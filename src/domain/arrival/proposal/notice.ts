import type { AssignedColumn } from './assignment.ts'
import type { CandidateValues } from './candidate-values.ts'
import { idsOnlyMessage } from './ids-only-body.ts'
import type { ProposalWarning } from './proposal.ts'

export const unreadable: ProposalWarning = {
  code: 'UNREADABLE',
  message: 'These bodies cannot be read: they are not JSON, a form or XML, or they were cut off',
}

export const idsOnly: ProposalWarning = { code: 'IDS_ONLY', message: idsOnlyMessage }

/**
 * Returns the notice that no value fits a column, or that no value belongs to a person or company; null if
 * neither applies.
 */
export function noticeOf(
  places: readonly CandidateValues[],
  assignment: readonly AssignedColumn[],
): ProposalWarning | null {
  if (places.some(isOfAPerson)) {
    if (assignment.length > 0) return null
    const message =
      'No value in these bodies is proposed for a column of the table; choose a value for each column, or create columns from the unused values'
    return { code: 'NOTHING_FOUND', message }
  }
  const message = 'These bodies hold no value that looks like a person or a company'
  return { code: 'NOTHING_FOUND', message }
}

function isOfAPerson({ kind, concept }: CandidateValues): boolean {
  if (kind === 'email' || kind === 'phone') return true
  return (
    concept === 'email' ||
    concept === 'phone' ||
    concept === 'name' ||
    concept === 'firstName' ||
    concept === 'lastName' ||
    concept === 'company'
  )
}
