import { oneLine } from '../one-line.ts'
import { type IncomingMail, messageIdsIn } from './incoming-mail.ts'

/**
 * An inbound mail that could not be processed. Its mailbox stores this entry without the mail's text or
 * addresses.
 */
export interface FailingMail {
  /** The provider's id of the failing mail, or its Message-ID. */
  readonly key: string
  readonly messageId: string | null
  /** The time when the failing mail arrived in the mailbox (ISO 8601). */
  readonly receivedAt: string
  /** The number of failed attempts to process the mail. */
  readonly failures: number
  readonly reason: { readonly code: string; readonly serverResponse: string }
  /** The time of the last attempt to process the mail (ISO 8601). */
  readonly at: string
}

/**
 * The number of failed attempts after which an inbound mail is no longer retried, so that the mails after it
 * are read.
 */
export const maxFailures = 3
/**
 * The number of mails that are no longer retried and are listed for a mailbox; older mails are dropped from the
 * list.
 */
const maxQuarantined = 100
const storedMs = 30 * 24 * 60 * 60 * 1000

export const isQuarantined = ({ failures }: FailingMail): boolean => failures >= maxFailures

export function keyOfMail(mail: IncomingMail): string {
  const [messageId] = messageIdsIn(mail.headers.get('message-id'))
  return mail.providerId ?? messageId ?? `${mail.receivedAt.getTime()} ${mail.from} ${mail.subject}`
}

/**
 * Returns the list of failing mails after an attempt at a mail has begun. The attempt counts as failed until
 * the mail is removed from the list.
 */
export function withAttempt(
  known: readonly FailingMail[],
  mail: IncomingMail,
  now: Date,
): readonly FailingMail[] {
  const key = keyOfMail(mail)
  const [messageId = null] = messageIdsIn(mail.headers.get('message-id'))
  const failures = (known.find((failingMail) => failingMail.key === key)?.failures ?? 0) + 1
  const reason = { code: 'READER_ENDED', serverResponse: 'The process ended while it was reading the e-mail' }
  const attempt = { key, messageId, receivedAt: mail.receivedAt.toISOString(), failures, reason }
  return [...withoutProcessedMail(known, mail), { ...attempt, at: now.toISOString() }]
}

/**
 * Returns the list of failing mails after an attempt at one of them has failed, with the reason of the failure.
 */
export function withReason(
  known: readonly FailingMail[],
  mail: IncomingMail,
  error: unknown,
): readonly FailingMail[] {
  const key = keyOfMail(mail)
  return known.map((failingMail) =>
    failingMail.key === key ? { ...failingMail, reason: reasonOf(error) } : failingMail,
  )
}

/**
 * Returns the list of inbound mails that could not be processed, without a mail that has now been processed.
 */
export function withoutProcessedMail(
  known: readonly FailingMail[],
  mail: IncomingMail,
): readonly FailingMail[] {
  const key = keyOfMail(mail)
  return known.filter((failingMail) => failingMail.key !== key)
}

/**
 * Returns the failing mails that stay listed: mails that are retried, and the newest mails that are no longer
 * retried, all from the last 30 days.
 */
export function retainedMails(known: readonly FailingMail[], now: Date): readonly FailingMail[] {
  const recent = known.filter(({ at }) => now.getTime() - Date.parse(at) < storedMs)
  const aside = recent.filter(isQuarantined).slice(-maxQuarantined)
  return [...recent.filter((mail) => !isQuarantined(mail)), ...aside]
}

/**
 * Returns the reason why a mail failed, without the error's message, because the message may repeat the text
 * of the mail.
 */
function reasonOf(error: unknown): FailingMail['reason'] {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  const named = [code, name].find((one): one is string => typeof one === 'string' && one !== '')
  return {
    code: 'MAIL_FAILED',
    serverResponse: oneLine(`The e-mail could not be processed (${named ?? 'unknown error'})`),
  }
}
