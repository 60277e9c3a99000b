import { type Texts, textsIn } from '../../text/texts.ts'
import type { SenderFault } from '../sender.ts'

/**
 * The number of messages that a sender sent for a spinner, and the numbers that bounced, were reported as
 * spam or were refused.
 */
export interface HealthCounts {
  readonly sent: number
  /** The number of the sender's messages that bounced because the address has no mailbox. */
  readonly bounced: number
  readonly complained: number
  /** The number of messages refused because of their sender, regardless of the recipient. */
  readonly refused: number
}

export const breakerCodes = [
  'PROVIDER_REFUSES',
  'MESSAGES_REFUSED',
  'EARLY_BOUNCES',
  'BOUNCES_IN_HOUR',
  'BOUNCES_IN_DAY',
  'COMPLAINTS_IN_HOUR',
  'COMPLAINTS_IN_DAY',
] as const
export type BreakerCode = (typeof breakerCodes)[number]

const wordsOfBreaker = ({ t }: Texts): Readonly<Record<BreakerCode, string>> => ({
  PROVIDER_REFUSES: t(
    'The provider refuses the messages of the sender, or servers of several domains refuse its messages in several spinners',
  ),
  MESSAGES_REFUSED: t('Half of the latest messages of this spinner were refused because of the sender'),
  EARLY_BOUNCES: t(
    'At least 5 of at most 50 messages in eight days bounced, because their mailboxes do not exist',
  ),
  BOUNCES_IN_HOUR: t(
    'At least 10 % of the messages of one hour bounced, because their mailboxes do not exist',
  ),
  BOUNCES_IN_DAY: t('At least 5 % of the messages of one day bounced, because their mailboxes do not exist'),
  COMPLAINTS_IN_HOUR: t('At least 1 % of the messages of one hour were reported as spam'),
  COMPLAINTS_IN_DAY: t('At least 0.3 % of the messages of one day were reported as spam'),
})

/** Returns the reason of a pause in words, in English unless `texts` have another language. */
export function wordsOfFault(code: string, texts: Texts = textsIn('en')): string {
  const match = breakerCodes.find((breakerCode) => breakerCode === code)
  return match === undefined ? code : wordsOfBreaker(texts)[match]
}

/**
 * Returns whether a trouble code of a sender pauses the sender for all spinners. Other codes pause it for one
 * spinner only.
 */
export function pausesAll(code: string): boolean {
  return code === 'PROVIDER_REFUSES'
}

/**
 * The pause of a sender for one spinner because of its bounces, complaints or refusals, as the API returns it.
 */
export interface SenderPause {
  readonly senderId: string
  readonly senderName: string
  readonly senderEmail: string
  readonly spinnerId: string
  readonly at: Date
  readonly fault: SenderFault
}
