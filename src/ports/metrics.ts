import type { MessageChannel } from '../domain/spinner/steps/step-capabilities.ts'

export interface AnsweredRequest {
  readonly method: string
  /**
   * The route template of the request, such as `/jobs/:id`. Requests are not counted by path, which may
   * contain a token and would create unlimited numbers of counters.
   */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** The sources of accepted records, by which records are counted for monitoring. */
export type RecordSource = 'apiKey' | 'webhookUrl' | 'import'

/**
 * The outcomes of requests with records that were not accepted unchanged. `dropped`: nothing of the
 * request could be stored.
 */
export type ArrivalOutcome = 'refused' | 'held' | 'ignored' | 'duplicate' | 'dropped'

export type DeliveryOutcome = 'sent' | 'retried' | 'failed' | 'unconfirmed'

export interface Exposition {
  readonly contentType: string
  readonly text: string
}

/** Counts the work of this process for monitoring. */
export abstract class Metrics {
  abstract noteRequest(request: AnsweredRequest): void
  abstract noteRecords(source: RecordSource, count: number): void
  abstract noteArrival(outcome: ArrivalOutcome, count: number): void
  abstract noteDelivery(channel: MessageChannel, outcome: DeliveryOutcome): void
  /**
   * Returns all counts of this process in Prometheus' text format; without the figures from the database if
   * it is unreachable.
   */
  abstract exposition(): Promise<Exposition>
}
