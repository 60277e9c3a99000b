/** Counts of past activity, kept for a month, so that no query has to count it again. */
export abstract class ActivityLedger {
  /** Counts a part of the activity since the last call. Returns true if there is more to count. */
  abstract fold(): Promise<boolean>
}
