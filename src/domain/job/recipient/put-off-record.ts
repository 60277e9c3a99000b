import type { Evidence } from '../../reason.ts'

/**
 * The subject of a temporary refusal. `recipient`: the mailbox, the message or the receiver of a webhook, such
 * as greylisting or a status of 429. `server`: the server or the connection to it. `account`: the limit that a
 * provider sets for an account.
 */
const putOffScopes = ['recipient', 'server', 'account'] as const
export type PutOffScope = (typeof putOffScopes)[number]

/**
 * The temporary refusals so far of one step's message to one recipient: since when, how often and for what
 * cause.
 */
export interface PutOff {
  readonly since: Date
  readonly times: number
  readonly scope: PutOffScope
  /**
   * Whether a different sender of the step may send the message on the next try, because the recipient has
   * received nothing yet.
   */
  readonly mayChangeSender?: boolean
}

/** Returns the temporary refusals of a message as evidence, which is stored with the waiting recipient. */
export function evidenceOfPutOff({ since, times, scope, mayChangeSender = false }: PutOff): Evidence {
  const evidence = { putOffSince: since.toISOString(), putOffTimes: times, putOffBy: scope }
  return mayChangeSender ? { ...evidence, putOffSender: 'any' } : evidence
}

/** Returns the temporary refusals in the evidence of a waiting recipient; null if it contains none. */
export function putOffIn(evidence: Evidence | null | undefined): PutOff | null {
  const { putOffSince, putOffTimes, putOffBy, putOffSender } = evidence ?? {}
  const scope = putOffScopes.find((putOffScope) => putOffScope === putOffBy)
  if (typeof putOffSince !== 'string' || typeof putOffTimes !== 'number' || scope === undefined) return null
  const putOff = { since: new Date(putOffSince), times: putOffTimes, scope }
  return putOffSender === 'any' ? { ...putOff, mayChangeSender: true } : putOff
}
