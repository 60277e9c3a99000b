/** Deletes the recipients, deliveries and captured messages of jobs that ended long ago. */
export abstract class EndedJobs {
  /**
   * Deletes a part of the recipients, deliveries and captured messages of a job that ended before a time. The
   * job and its counts stay. Returns false if there is nothing to delete.
   */
  abstract clear(before: Date): Promise<boolean>
}
