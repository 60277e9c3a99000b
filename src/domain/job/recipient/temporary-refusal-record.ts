import type { Evidence } from '../../reason.ts'

/**
 * The subject of a temporary refusal. `recipient`: the mailbox, the message or the receiver of a webhook, such
 * as greylisting or a status of 429. `server`: the server or the connection to it. `account`: the limit that a
 * provider sets for an account.
 */
const refusalScopes = ['recipient', 'server', 'account'] as const
export type RefusalScope = (typeof refusalScopes)[number]

/**
 * The temporary refusals so far of one step's message to one recipient: since when, how often and for what
 * cause.
 */
export interface TemporaryRefusal {
  readonly since: Date
  readonly times: number
  readonly scope: RefusalScope
  /**
   * Whether a different sender of the step may send the message on the next try, because the recipient has
   * received nothing yet.
   */
  readonly mayChangeSender?: boolean
}

/** Returns the temporary refusals of a message as evidence, which is stored with the waiting recipient. */
export function evidenceOfTemporaryRefusal({
  since,
  times,
  scope,
  mayChangeSender = false,
}: TemporaryRefusal): Evidence {
  const evidence = { refusedSince: since.toISOString(), refusalCount: times, refusalScope: scope }
  return mayChangeSender ? { ...evidence, senderChange: 'any' } : evidence
}

/** Returns the temporary refusals in the evidence of a waiting recipient; null if it contains none. */
export function temporaryRefusalIn(evidence: Evidence | null | undefined): TemporaryRefusal | null {
  const { refusedSince, refusalCount, refusalScope, senderChange } = evidence ?? {}
  const scope = refusalScopes.find((known) => known === refusalScope)
  if (typeof refusedSince !== 'string' || typeof refusalCount !== 'number' || scope === undefined) return null
  const temporaryRefusal = { since: new Date(refusedSince), times: refusalCount, scope }
  return senderChange === 'any' ? { ...temporaryRefusal, mayChangeSender: true } : temporaryRefusal
}
