import { type SuppressionReason, wordsOfSuppression } from '../../contact/suppression.ts'
import { catalogueEntryOf } from '../../reason.ts'
import type { Outcome } from '../recipient/recipient.ts'
import type { Verdict } from './contact-verdict.ts'

/**
 * The outcome of a recipient that the contact rules stop, skip or make wait, so that no message is sent now.
 */
export type Withheld = Extract<Outcome, { kind: 'skipped' | 'stopped' | 'waits' }>

/**
 * Converts the verdict of the database about a contact to an outcome. The code of the verdict may be known
 * only to a newer version.
 */
export function withheldBy({ code, seconds, evidence }: Verdict): Withheld {
  const cause = { code, reason: wordsOf({ code, evidence }), evidence }
  if (seconds !== null) return { kind: 'waits', seconds, ...cause }
  return { kind: catalogueEntryOf(code).kind === 'stopped' ? 'stopped' : 'skipped', ...cause }
}

export function suppressionVerdict(suppression: SuppressionReason): Verdict {
  return { code: 'SUPPRESSED', seconds: null, evidence: { suppression } }
}

function wordsOf({ code, evidence }: Pick<Verdict, 'code' | 'evidence'>): string {
  const { suppression } = evidence as { suppression?: SuppressionReason }
  return suppression === undefined ? catalogueEntryOf(code).words : wordsOfSuppression[suppression]
}
