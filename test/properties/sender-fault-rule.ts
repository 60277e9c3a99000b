import type { BreakerCode, HealthCounts } from '../../src/domain/sender/pacing/breaker.ts'

/**
 * The figures from which it follows whether a sender is paused for a spinner because of bounces and refusals.
 * They are counted in parts of ten minutes, so a period may be a little longer than its name says. Nothing
 * before the last resumption is counted.
 */
export interface SenderHealthCounts {
  /**
   * The sender's numbers of messages (sent, bounced, refused and complained about) in the present ten minutes
   * and the previous ten.
   */
  readonly recent: HealthCounts
  /**
   * The number of recent refusals that became known by a later delivery report. The sender's own server had accepted
   * these messages.
   */
  readonly recentReports: number
  readonly hour: HealthCounts
  readonly day: HealthCounts
  /**
   * The sender's numbers of messages since its first message for the spinner or its last resumption, at most
   * of the last eight days.
   */
  readonly all: HealthCounts
}

/**
 * The refused messages of a sender over all of its spinners, in the present ten minutes and the previous ten.
 */
export interface SenderRefusals {
  readonly sent: number
  readonly refused: number
  /**
   * The number of spinners of which a message of the sender was refused, in the present ten minutes and the
   * previous ten.
   */
  readonly spinners: number
  /**
   * The number of recipient domains for which a later delivery report named a refused message, in the
   * present ten minutes and the previous ten.
   */
  readonly domains: number
}

/**
 * A limit for the share of bounces or complaints of a sender, in thousandths so that TypeScript and SQL round
 * alike. It applies only from `least` bounces or complaints and `minSent` sent messages on.
 */
interface Threshold {
  readonly code: BreakerCode
  readonly of: 'hour' | 'day'
  readonly what: 'bounced' | 'complained'
  readonly perMille: number
  readonly least: number
  readonly minSent: number
}

/**
 * The number of a sender's first messages for a spinner within which few bounces already pause the sender,
 * because they show the quality of the addresses.
 */
const firstMessages = 50
const minRefused = 5
/**
 * The fewest spinners and domains with refusals at which a sender is paused for all spinners. A person who
 * enters several own addresses into an open form reaches one spinner and few domains.
 */
const minSpinners = 2
const minDomains = 3

const thresholds: readonly Threshold[] = [
  { code: 'BOUNCES_IN_HOUR', of: 'hour', what: 'bounced', perMille: 100, least: 5, minSent: 20 },
  { code: 'BOUNCES_IN_DAY', of: 'day', what: 'bounced', perMille: 50, least: 5, minSent: 50 },
  { code: 'COMPLAINTS_IN_HOUR', of: 'hour', what: 'complained', perMille: 10, least: 2, minSent: 50 },
  { code: 'COMPLAINTS_IN_DAY', of: 'day', what: 'complained', perMille: 3, least: 2, minSent: 50 },
]

/**
 * Returns why a sender must be paused for a spinner; null if it may continue. `sender_trouble` implements the
 * same rule in SQL.
 */
export function faultIn(counts: SenderHealthCounts): { code: BreakerCode; counts: HealthCounts } | null {
  const { recent, recentReports, all } = counts
  if (areMostRefused({ ...recent, refused: recent.refused - recentReports }))
    return { code: 'PROVIDER_REFUSES', counts: recent }
  if (areMostRefused(recent)) return { code: 'MESSAGES_REFUSED', counts: recent }
  if (all.sent <= firstMessages && all.bounced * 10 >= firstMessages)
    return { code: 'EARLY_BOUNCES', counts: all }
  for (const { code, of, what, perMille, least, minSent } of thresholds) {
    const { [of]: within } = counts
    if (within.sent >= minSent && within[what] >= least && within[what] * 1000 >= within.sent * perMille)
      return { code, counts: within }
  }
  return null
}

/**
 * Returns whether refused messages of several spinners and domains pause the sender for all spinners. A
 * recipient can forge a report about their own message, so fewer pause it for one spinner only.
 * `refuses_sender` implements the same rule in SQL.
 */
export function refusesSender(refusals: SenderRefusals): boolean {
  return areMostRefused(refusals) && refusals.spinners >= minSpinners && refusals.domains >= minDomains
}

/**
 * Messages count as sent before the provider answers, so a provider that refuses everything shows a failure
 * rate of 50 %.
 */
function areMostRefused({ sent, refused }: Pick<HealthCounts, 'sent' | 'refused'>): boolean {
  return refused >= minRefused && refused * 2 >= sent
}
