import type { SenderTrouble } from '../sender.ts'

/** What went out by a sender for a spinner, and what came back of it. */
export interface HealthCounts {
  readonly sent: number
  /** There is no mailbox at the address. */
  readonly bounced: number
  readonly complained: number
  /** Refused by the provider, whoever the recipient is. */
  readonly refused: number
}

/**
 * Counted in parts of ten minutes, each at least as long as its name says; none of it from before the breaker was
 * armed.
 */
export interface SenderHealthCounts {
  /** The present part and the one before. */
  readonly recent: HealthCounts
  readonly hour: HealthCounts
  readonly day: HealthCounts
  /** Since the breaker was armed, of eight days at most. */
  readonly all: HealthCounts
}

const breakerCodes = [
  'PROVIDER_REFUSES',
  'EARLY_BOUNCES',
  'BOUNCES_IN_HOUR',
  'BOUNCES_IN_DAY',
  'COMPLAINTS_IN_HOUR',
  'COMPLAINTS_IN_DAY',
] as const
type BreakerCode = (typeof breakerCodes)[number]

/** A share in thousandths, so that no side rounds; below the least counts it says nothing. */
interface Threshold {
  readonly code: BreakerCode
  readonly of: keyof SenderHealthCounts
  readonly what: 'bounced' | 'complained'
  readonly perMille: number
  readonly least: number
  readonly leastSent: number
}

/** The first messages of a spinner tell most of its addresses. */
const firstMessages = 50
const leastRefused = 5

const thresholds: readonly Threshold[] = [
  { code: 'BOUNCES_IN_HOUR', of: 'hour', what: 'bounced', perMille: 100, least: 5, leastSent: 20 },
  { code: 'BOUNCES_IN_DAY', of: 'day', what: 'bounced', perMille: 50, least: 5, leastSent: 50 },
  { code: 'COMPLAINTS_IN_HOUR', of: 'hour', what: 'complained', perMille: 10, least: 2, leastSent: 50 },
  { code: 'COMPLAINTS_IN_DAY', of: 'day', what: 'complained', perMille: 3, least: 2, leastSent: 50 },
]

/**
 * Why a sender is to be paused for a spinner; null where all is well. `sender_trouble` says the same in SQL.
 *
 * A message counts as sent when it is marked, so of those on the wire it is not known whether they are refused too:
 * half of the recent ones is what a provider looks like that refuses everything.
 */
export function troubleIn(counts: SenderHealthCounts): { code: BreakerCode; counts: HealthCounts } | null {
  const { recent, all } = counts
  if (recent.refused >= leastRefused && recent.refused * 2 >= recent.sent)
    return { code: 'PROVIDER_REFUSES', counts: recent }
  if (all.sent <= firstMessages && all.bounced * 10 >= firstMessages)
    return { code: 'EARLY_BOUNCES', counts: all }
  for (const { code, of, what, perMille, least, leastSent } of thresholds) {
    const { [of]: within } = counts
    if (within.sent >= leastSent && within[what] >= least && within[what] * 1000 >= within.sent * perMille)
      return { code, counts: within }
  }
  return null
}

const wordsOfBreaker: Readonly<Record<BreakerCode, string>> = {
  PROVIDER_REFUSES: 'The provider refuses what the sender sends',
  EARLY_BOUNCES: 'Of the first 50 messages a tenth came back: there is no mailbox at the address',
  BOUNCES_IN_HOUR: 'Of the messages of an hour a tenth came back: there is no mailbox at the address',
  BOUNCES_IN_DAY: 'Of the messages of a day a twentieth came back: there is no mailbox at the address',
  COMPLAINTS_IN_HOUR: 'Of the messages of an hour one in a hundred was reported as unwanted',
  COMPLAINTS_IN_DAY: 'Of the messages of a day three in a thousand were reported as unwanted',
}

export function wordsOfTrouble(code: string): string {
  const known = breakerCodes.find((one) => one === code)
  return known === undefined ? code : wordsOfBreaker[known]
}

/** A sender that is paused for a spinner, as it is looked at. */
export interface SenderPause {
  readonly senderId: string
  readonly senderName: string
  readonly senderAddress: string
  readonly spinnerId: string
  readonly at: Date
  readonly trouble: SenderTrouble
}
