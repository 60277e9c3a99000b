import { pauseSeconds } from '../../../../domain/job/recipient/put-off.ts'
import { type PutOffScope } from '../../../../domain/job/recipient/put-off-record.ts'
import type { ReasonCode } from '../../../../domain/job/recipient/reason.ts'

/**
 * A rest of a sender: the time in which it sends nothing, because its server or provider has temporarily
 * refused a message.
 */
export interface SenderRest {
  readonly until: Date
  /**
   * The number of consecutive rests of the sender. Rests are consecutive if the time between them is shorter
   * than the last pause.
   */
  readonly inRow: number
  readonly code: ReasonCode
}

/** A temporary refusal of one message, from which the rest of its sender is computed. */
export interface ReportedPutOff {
  readonly at: Date
  readonly code: ReasonCode
  readonly scope: PutOffScope
  /** The pause in seconds that the server or provider named; null if it named none. */
  readonly seconds: number | null
  /**
   * The numbers of the sender's messages in the present and the previous ten minutes: `sent`, and `putOff`
   * (refused temporarily because of their recipient).
   */
  readonly recent: { readonly sent: number; readonly putOff: number }
}

/**
 * The number of temporary refusals about single recipients after which the sender rests, if no more messages
 * succeed.
 */
const leastPutOff = 5

/**
 * Returns the sender's rest after a temporary refusal; the former rest if nothing changes. `note_temporary_refusal`
 * implements the same rule in SQL, and one contract suite tests both.
 *
 * A refusal about one recipient does not rest the sender. Five such refusals within twenty minutes rest it
 * for a minute, unless more messages succeeded.
 */
export function restAfter(
  known: SenderRest | null,
  { at, code, scope, seconds, recent }: ReportedPutOff,
): SenderRest | null {
  const isAboutMany = recent.putOff >= leastPutOff && recent.putOff >= recent.sent
  if (scope === 'recipient' && !isAboutMany) return known
  const named = scope === 'recipient' ? pauseSeconds(1) : seconds
  if (known !== null && known.until > at) {
    // If a message is refused while its sender already rests, it was sent before the rest began. Its refusal
    // can only make the rest longer.
    const until = new Date(at.getTime() + (named ?? 0) * 1000)
    return until > known.until ? { ...known, until } : known
  }
  const isInRow = known !== null && at.getTime() < known.until.getTime() + pauseSeconds(known.inRow) * 1000
  const inRow = isInRow ? known.inRow + 1 : 1
  return { until: new Date(at.getTime() + (named ?? pauseSeconds(inRow)) * 1000), inRow, code }
}
