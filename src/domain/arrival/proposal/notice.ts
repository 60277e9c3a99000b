import type { Assigned, Place } from './assignment.ts'
import type { ProposalNotice } from './proposal.ts'

export const unreadable: ProposalNotice = {
  code: 'UNREADABLE',
  message: 'These bodies cannot be read: they are neither JSON, nor a form, nor XML, or they were cut off',
}

/** Senders that tell only that something happened send no lead, however long one waits. */
export function noticeOf(places: readonly Place[], assignment: readonly Assigned[]): ProposalNotice | null {
  if (places.some(isOfAPerson)) {
    if (assignment.length > 0) return null
    const message =
      'Nothing in these bodies suits a column of the table; create columns from what is left over'
    return { code: 'NOTHING_FOUND', message }
  }
  if (places.some(({ candidate }) => /ids?$/i.test(candidate.label.trim()))) {
    const message =
      'These bodies hold ids and no lead. Use a delivery of the sender that holds the values themselves: ' +
      "a webhook in a workflow instead of one of an app, or a connector's trigger for new leads"
    return { code: 'IDS_ONLY', message }
  }
  const message = 'Nothing in these bodies looks like a lead'
  return { code: 'NOTHING_FOUND', message }
}

function isOfAPerson({ kind, concept }: Place): boolean {
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
