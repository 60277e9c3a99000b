/**
 * Counts the past activity of organizations. The counts are kept for a month, so that no query has to count
 * the activity again.
 */
export abstract class ActivityLedger {
  /**
   * Adds a part of the activity since the last call to the counts. Returns true if more activity is left to
   * count.
   */
  abstract fold(): Promise<boolean>
}
