/** Counts of what came and went, kept for a month, so that nobody has to count it again. */
export abstract class ActivityLedger {
  /** Counts a part of what came since the last time; whether there is more to be counted. */
  abstract fold(): Promise<boolean>
}
