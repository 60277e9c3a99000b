import type { Destination, DestinationAttempt } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/** Returns the host of a destination's URL, by which people recognize the destination. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

const reasons: Readonly<Record<NonNullable<Destination['disabledReason']>, string>> = {
  failing: t('Every attempt has failed for five days. Correct the receiver, then resume the destination.'),
  projectDeleted: t(
    'The project of this destination was deleted. Choose another project or none and resume the destination, or delete it.',
  ),
  spinnerDeleted: t(
    'The spinner of this destination was deleted. Choose another spinner or none and resume the destination, or delete it.',
  ),
}

export function disabledWords({ disabledReason }: Destination): string {
  return disabledReason === null ? '' : reasons[disabledReason]
}

const failures: Readonly<Record<NonNullable<DestinationAttempt['code']>, string>> = {
  RECEIVER_REFUSED: t('Refused by the receiver'),
  RECEIVER_BUSY: t('The receiver asked to wait'),
  RECEIVER_REDIRECTED: t('Redirected; redirects are not followed'),
  RECEIVER_GONE: t('The receiver no longer exists'),
  RECEIVER_TIMED_OUT: t('No answer within 10 seconds'),
  RECEIVER_DISCONNECTED: t('The receiver closed the connection'),
  RECEIVER_CERTIFICATE: t('The TLS certificate is not valid'),
  RECEIVER_FORBIDDEN: t('The address is not on the public internet'),
  RECEIVER_NOT_RESOLVED: t('The host has no address in DNS'),
  RECEIVER_UNREACHABLE: t('No connection could be opened'),
  RECEIVER_ANSWER_INVALID: t('The answer was not valid HTTP'),
}

/** Returns the result of a request in words, such as "Delivered" or "Refused by the receiver". */
export function resultWords({ code, httpStatus }: DestinationAttempt): string {
  const words = code === null ? t('Delivered') : failures[code]
  return httpStatus === null ? words : `${words} (${httpStatus})`
}

const kinds: Readonly<Record<DestinationAttempt['kind'], string>> = {
  event: t('New events'),
  retry: t('Automatic retry'),
  replay: t('Past events'),
  repeat: t('Sent again'),
  ping: t('Test event'),
}

export function requestWords({ kind, events }: DestinationAttempt): string {
  if (kind === 'ping') return kinds.ping
  // A request without events is that of a test event.
  if (kind === 'repeat' && events === 0) return t('{ping}, sent again', { ping: kinds.ping })
  return t('{kinds}: {events} {events, plural, =1 {event} other {events}}', { kinds: kinds[kind], events })
}
