import type { ReceiverAnswer } from '../../domain/event/destination/attempt.ts'

/** One request with events, ready to be signed and sent. */
export interface EventRequest {
  readonly url: string
  /** The header `webhook-id`. All attempts with the same events share it, so that receivers detect repetitions. */
  readonly webhookId: string
  readonly body: string
  /** The secrets that sign the request, the present one first. */
  readonly secrets: readonly string[]
}

/** Sends events to the URLs of destinations by signed webhooks. */
export abstract class EventChannel {
  /** Returns why requests cannot be sent to a URL, in words for the person who typed it; null if they can. */
  abstract faultOf(url: string): string | null

  /**
   * Sends a request and waits up to 10 seconds for the answer. Failures of the receiver are part of the result.
   * Throws only for faults of this service: a secret that cannot sign, or an aborted signal.
   */
  abstract send(request: EventRequest, signal: AbortSignal): Promise<ReceiverAnswer>
}
