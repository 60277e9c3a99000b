import type { ResultFigures, ResultGroup, ResultsOfGroup } from '../../domain/job/spinner-results.ts'

export interface ResultsQuery {
  readonly groupBy: ResultGroup | null
  /** Messages count from the day of this time on, in the time zone of the organization; null for all days. */
  readonly since: Date | null
  /** Messages count until the day of this time, which counts only if the time is not its beginning. */
  readonly until: Date | null
}

export interface SpinnerResults {
  readonly total: ResultFigures
  /** The results of each group, in the order of the keys; empty without `groupBy`. */
  readonly items: readonly ResultsOfGroup[]
  /** The time up to which messages and reactions are counted; null if it is the present. */
  readonly countedUntil: Date | null
}

/** The results of a spinner in the list of spinners. */
export interface ResultsOfSpinner extends ResultFigures {
  readonly spinnerId: string
  /** The last day on which a message of the spinner was sent or captured, in the time zone of the organization. */
  readonly lastDay: string
  /** The number of messages that were sent on each of the last 30 days, oldest first. */
  readonly sentByDay: readonly number[]
}

/** Counts the messages of spinners, and the replies, bounces and other reactions to them, over all jobs. */
export abstract class SpinnerResultsStore {
  /** Returns the results of a spinner; null if the organization has no such spinner. */
  abstract find(
    organizationId: string,
    spinnerId: string,
    query: ResultsQuery,
  ): Promise<SpinnerResults | null>
  /** Returns the results of all spinners of an organization that have sent or captured messages, by their ids. */
  abstract list(
    organizationId: string,
    projectIds: readonly string[] | null,
  ): Promise<readonly ResultsOfSpinner[]>
  /** Adds the messages and reactions since the last call to the stored results of all organizations. */
  abstract count(signal: AbortSignal): Promise<void>
}
