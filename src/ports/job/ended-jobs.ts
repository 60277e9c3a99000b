/** What jobs leave behind when they have ended. */
export abstract class EndedJobs {
  /**
   * Clears away a part of the recipients, deliveries and captured messages of a job that ended before
   * then; the job and its counts stay. False when there is nothing to clear.
   */
  abstract clear(before: Date): Promise<boolean>
}
