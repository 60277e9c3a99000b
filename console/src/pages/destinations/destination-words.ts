import type { Destination, DestinationAttempt } from '../../api/schema.ts'

/** Returns the host of a destination's URL, by which people recognize the destination. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

const reasons: Readonly<Record<NonNullable<Destination['disabledReason']>, string>> = {
  failing: 'Every attempt has failed for five days. Correct the receiver, then resume the destination.',
  projectDeleted:
    'The project of this destination was deleted. Choose another project or none and resume the destination, or delete it.',
  spinnerDeleted:
    'The spinner of this destination was deleted. Choose another spinner or none and resume the destination, or delete it.',
}

export function disabledWords({ disabledReason }: Destination): string {
  return disabledReason === null ? '' : reasons[disabledReason]
}

const failures: Readonly<Record<NonNullable<DestinationAttempt['code']>, string>> = {
  RECEIVER_REFUSED: 'Refused by the receiver',
  RECEIVER_BUSY: 'The receiver asked to wait',
  RECEIVER_REDIRECTED: 'Redirected; redirects are not followed',
  RECEIVER_GONE: 'The receiver no longer exists',
  RECEIVER_TIMED_OUT: 'No answer within 10 seconds',
  RECEIVER_DISCONNECTED: 'The receiver closed the connection',
  RECEIVER_CERTIFICATE: 'The TLS certificate is not valid',
  RECEIVER_FORBIDDEN: 'The address is not on the public internet',
  RECEIVER_NOT_RESOLVED: 'The host has no address in DNS',
  RECEIVER_UNREACHABLE: 'No connection could be opened',
  RECEIVER_ANSWER_INVALID: 'The answer was not valid HTTP',
}

/** Returns the result of a request in words, such as "Delivered" or "Refused by the receiver". */
export function resultWords({ code, httpStatus }: DestinationAttempt): string {
  const words = code === null ? 'Delivered' : failures[code]
  return httpStatus === null ? words : `${words} (${httpStatus})`
}

const kinds: Readonly<Record<DestinationAttempt['kind'], string>> = {
  event: 'New events',
  retry: 'Automatic retry',
  replay: 'Past events',
  repeat: 'Sent again',
  ping: 'Test event',
}

export function requestWords({ kind, events }: DestinationAttempt): string {
  if (kind === 'ping') return kinds.ping
  // A request without events is that of a test event.
  if (kind === 'repeat' && events === 0) return `${kinds.ping}, sent again`
  return `${kinds[kind]}: ${events} ${events === 1 ? 'event' : 'events'}`
}
