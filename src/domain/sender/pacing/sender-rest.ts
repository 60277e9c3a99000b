import { pauseSeconds } from '../../job/recipient/put-off.ts'
import { type PutOffScope } from '../../job/recipient/put-off-record.ts'
import type { ReasonCode } from '../../job/recipient/reason.ts'

/** A pause of a sender that its server or provider asked for. */
export interface SenderRest {
  readonly until: Date
  /** How many rests came one after the other, without as much time in between. */
  readonly inRow: number
  readonly code: ReasonCode
}

/** A temporary refusal of one message, as its sender hears of it. */
export interface HeardPutOff {
  readonly at: Date
  readonly code: ReasonCode
  readonly scope: PutOffScope
  /** The pause that the server or provider named; null if it named none. */
  readonly seconds: number | null
  /** Messages of the sender in the present and the previous ten minutes: taken, and put off for their recipient. */
  readonly recent: { readonly sent: number; readonly putOff: number }
}

/** Refusals about single recipients that, without as many successes, are about the sender after all. */
const leastPutOff = 5

/**
 * The rest of a sender after a temporary refusal; the former one where it does not change. `put_off_sender` says the
 * same in SQL, and one contract suite tests both.
 *
 * A refusal about one recipient does not rest the sender. Five of them, with no more successes, rest it for a minute.
 */
export function restAfter(
  known: SenderRest | null,
  { at, code, scope, seconds, recent }: HeardPutOff,
): SenderRest | null {
  const isAboutMany = recent.putOff >= leastPutOff && recent.putOff >= recent.sent
  if (scope === 'recipient' && !isAboutMany) return known
  const named = scope === 'recipient' ? pauseSeconds(1) : seconds
  if (known !== null && known.until > at) {
    // Another message that left before the rest began.
    const until = new Date(at.getTime() + (named ?? 0) * 1000)
    return until > known.until ? { ...known, until } : known
  }
  const isInRow = known !== null && at.getTime() < known.until.getTime() + pauseSeconds(known.inRow) * 1000
  const inRow = isInRow ? known.inRow + 1 : 1
  return { until: new Date(at.getTime() + (named ?? pauseSeconds(inRow)) * 1000), inRow, code }
}
