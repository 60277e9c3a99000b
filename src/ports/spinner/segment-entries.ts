/**
 * Finds the records that enter segments whose entries start spinners: records that were added or changed, and records
 * whose time has come. Entered records wait for the next automatic start of the spinner.
 */
export abstract class SegmentEntries {
  /**
   * Looks at records of all organizations that are not in test mode, or of one organization, for a limited time. Several
   * processes may do this at once. Returns whether there are more records to look at.
   */
  abstract find(organizationId: string | null, signal?: AbortSignal): Promise<boolean>
  /**
   * Looks at records of an organization right after a spinner was published or a segment was changed, for at most a
   * second. A runtime continues with larger tables.
   */
  abstract catchUp(organizationId: string): Promise<void>
}
