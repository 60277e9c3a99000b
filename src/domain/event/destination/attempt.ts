import type { Selection } from './destination.ts'

/** The reasons for which an attempt to deliver events fails, each with words for people. */
const failures = {
  RECEIVER_REFUSED: 'The receiver answered with a status other than 2xx.',
  RECEIVER_BUSY: 'The receiver asked to wait: it answered with 429, or with Retry-After.',
  RECEIVER_REDIRECTED: 'The receiver answered with a redirect. Redirects are not followed.',
  RECEIVER_GONE: 'The receiver answered with 410, so the destination was removed.',
  RECEIVER_TIMED_OUT: 'The receiver did not answer within 10 seconds.',
  RECEIVER_DISCONNECTED: 'The receiver closed the connection before it answered.',
  RECEIVER_CERTIFICATE: 'The TLS certificate of the receiver is not valid.',
  RECEIVER_FORBIDDEN: 'The address of the receiver is not on the public internet.',
  RECEIVER_NOT_RESOLVED: 'DNS has no address for the host of the receiver.',
  RECEIVER_UNREACHABLE: 'No connection to the receiver could be opened.',
  RECEIVER_ANSWER_INVALID: 'The receiver did not answer with valid HTTP.',
} as const satisfies Record<string, string>

export type AttemptCode = keyof typeof failures
export const attemptCodes = Object.keys(failures) as readonly AttemptCode[]
export const attemptWords: Readonly<Record<AttemptCode, string>> = failures

/** The largest number of characters of an answer that an attempt stores. */
export const maxResponseLength = 500
/** The milliseconds within which a receiver must answer. */
export const answerMs = 10_000

/** The result of one request to a destination. */
export interface ReceiverAnswer {
  /** The HTTP status of the answer; null if there was none. */
  readonly httpStatus: number | null
  /** The reason of the failure; null if the receiver has taken the request. */
  readonly code: AttemptCode | null
  readonly durationMs: number
  /** The beginning of the answer as text; null if it was empty. */
  readonly response: string | null
  /** The seconds that the receiver asked to wait; null if it did not ask. */
  readonly retryAfterSeconds: number | null
}

/** The events of one request to a destination, by which the same request can be made again. */
export interface DeliveredRange {
  /** The header `webhook-id`, which stays the same when the request is repeated. */
  readonly webhookId: string
  readonly firstNumber: number
  readonly lastNumber: number
  /** The number of events in the request. */
  readonly count: number
  readonly selection: Selection
}

/**
 * The kinds of requests: new events, a retry of a failed request, a range of earlier events sent again (`replay`),
 * one earlier request sent again (`repeat`), and a test event.
 */
export const attemptKinds = ['event', 'retry', 'replay', 'repeat', 'ping'] as const
type AttemptKind = (typeof attemptKinds)[number]

/** One request to a destination with its result. */
export interface Attempt extends Omit<ReceiverAnswer, 'retryAfterSeconds'> {
  readonly id: string
  readonly organizationId: string
  readonly destinationId: string
  readonly kind: AttemptKind
  /** The time when the request was sent. */
  readonly at: Date
  /** The events of the request; null for a ping, which has none. */
  readonly events: DeliveredRange | null
  /** The time of the next automatic attempt; null if there is none. */
  readonly retryAt: Date | null
  /** Whether this was the last automatic attempt and it failed. */
  readonly isGivenUp: boolean
}
