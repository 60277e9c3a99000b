export interface AnsweredRequest {
  readonly method: string
  /**
   * The template of the request's route. The path is not counted, because it may hold a token and the number
   * of different paths is unlimited.
   */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** The sources of accepted records, by which records are counted for monitoring. */
export type RecordSource = 'apiKey' | 'ingestToken' | 'import'

/**
 * The outcomes of arrivals that were not accepted unchanged. `dropped` means that nothing of the arrival
 * could be stored.
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
  abstract noteDelivery(channel: string, outcome: DeliveryOutcome): void
  /**
   * Returns all counts of this process in Prometheus' text format; without the figures from the database if
   * it is unreachable.
   */
  abstract exposition(): Promise<Exposition>
}
