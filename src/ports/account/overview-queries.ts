import type { ActivityOverTime, PendingWork } from '../../domain/account/overview.ts'
import type { SearchHit } from '../../domain/account/search-hit.ts'

/**
 * Reads an organization as a whole: its recent activity, the decisions that its users have to make, and its things
 * by name.
 */
export abstract class OverviewQueries {
  /**
   * Returns the activity of an organization between each two neighbouring bounds. The bounds ascend and lie
   * at whole quarters of an hour.
   */
  abstract activity(organizationId: string, bounds: readonly Date[]): Promise<ActivityOverTime>

  /** Returns the work in progress of an organization, and the decisions that its users have to make. */
  abstract pendingWork(organizationId: string, now: Date): Promise<PendingWork>

  /**
   * Adds a part of the activity since the last call to the counts. Returns true if more activity is left to
   * count.
   */
  abstract foldActivity(): Promise<boolean>

  /**
   * Returns a few matches of each kind: tables, spinners and senders with these words in their names, jobs
   * whose ids begin with them, and recipients whose addresses begin with them.
   */
  abstract search(organizationId: string, words: string): Promise<readonly SearchHit[]>
}
