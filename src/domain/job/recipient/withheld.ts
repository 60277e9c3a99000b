import type { Verdict } from '../../person/contact-policy.ts'
import { type SuppressionReason, wordsOfSuppression } from '../../person/suppression.ts'
import { reasonCatalogue } from './reason.ts'
import type { Outcome } from './recipient.ts'

/** What comes of a recipient whose address may not be written to, or not yet. */
export type Withheld = Extract<Outcome, { kind: 'skipped' | 'stopped' | 'waits' }>

export function withheldBy({ code, seconds, evidence }: Verdict): Withheld {
  const cause = { code, reason: wordsOf({ code, evidence }), evidence }
  if (seconds !== null) return { kind: 'waits', seconds, ...cause }
  return { kind: reasonCatalogue[code].kind === 'stopped' ? 'stopped' : 'skipped', ...cause }
}

export function suppressedAs(suppression: SuppressionReason): Verdict {
  return { code: 'SUPPRESSED', seconds: null, evidence: { suppression } }
}

function wordsOf({ code, evidence }: Pick<Verdict, 'code' | 'evidence'>): string {
  const { suppression } = evidence as { suppression?: SuppressionReason }
  return suppression === undefined ? reasonCatalogue[code].words : wordsOfSuppression[suppression]
}
