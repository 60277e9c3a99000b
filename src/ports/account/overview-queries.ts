import type { ActivityOverTime, PendingWork } from '../../domain/account/overview.ts'

/** Queries for the page that shows the recent activity and pending decisions of an organization. */
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
}
