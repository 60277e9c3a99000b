import type { ActivityOverTime, PendingWork } from '../../domain/account/overview.ts'

/** Queries for the overview of an organization. */
export abstract class OverviewQueries {
  /**
   * Returns the activity between each two neighbouring bounds. The bounds ascend and lie at whole quarters of
   * an hour.
   */
  abstract activity(organizationId: string, bounds: readonly Date[]): Promise<ActivityOverTime>
  /** Returns the work in progress, and the things that need somebody's decision. */
  abstract pendingWork(organizationId: string, now: Date): Promise<PendingWork>
}
