export interface AnsweredRequest {
  readonly method: string
  /** The template, never the path: a path may hold a token, and there is no end of paths. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** How accepted records came in. */
export type RecordSource = 'apiKey' | 'ingestToken' | 'import'

/** What became of an arrival that was not accepted as it came; `dropped` are those of which nothing could be kept. */
export type ArrivalOutcome = 'refused' | 'held' | 'ignored' | 'duplicate' | 'dropped'

export type DeliveryOutcome = 'sent' | 'retried' | 'failed' | 'unconfirmed'

export interface Exposition {
  readonly contentType: string
  readonly text: string
}

/** What this process does, counted for monitoring. */
export abstract class Metrics {
  abstract noteRequest(request: AnsweredRequest): void
  abstract noteRecords(source: RecordSource, count: number): void
  abstract noteArrival(outcome: ArrivalOutcome, count: number): void
  abstract noteDelivery(channel: string, outcome: DeliveryOutcome): void
  /** Everything counted so far, in Prometheus' text form; without what a database that is away would know. */
  abstract exposition(): Promise<Exposition>
}
