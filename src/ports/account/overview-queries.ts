import type { ActivityOverTime, PendingWork } from '../../domain/account/overview.ts'
import type { SearchHit } from '../../domain/account/search-hit.ts'

/**
 * Reads data about a whole organization: its recent activity, its pending work and decisions, and a search
 * over the names of its tables, spinners, senders, jobs and recipients.
 */
export abstract class OverviewQueries {
  /**
   * Returns the activity of an organization in the periods between consecutive `bounds`. The bounds are
   * ascending times at whole quarters of an hour.
   */
  abstract activity(organizationId: string, bounds: readonly Date[]): Promise<ActivityOverTime>

  /**
   * Returns the work that is in progress in an organization, and the decisions that its users have to make.
   */
  abstract pendingWork(organizationId: string, now: Date): Promise<PendingWork>

  /**
   * Adds one part of the activity (arrivals, messages and replies) that is not counted yet to the stored
   * activity counts. Returns true if more is left to count.
   */
  abstract foldActivity(): Promise<boolean>

  /**
   * Returns a few matches of each kind: tables, spinners and senders with these words in their names, jobs
   * whose ids begin with them, and recipients and suppressed people whose
   * addresses begin with them.
   */
  abstract search(organizationId: string, words: string): Promise<readonly SearchHit[]>
}
