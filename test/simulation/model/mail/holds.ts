/** A note of absence that held a recipient, with the number of the run's event at which its processing ended. */
export interface KnownHold {
  readonly jobId: string
  readonly recordId: string
  readonly until: Date
  readonly ended: number
  /** Whether the service answered that it holds the recipient. */
  readonly isCertain: boolean
}
