import type { ActivityOverTime, Standing } from '../../domain/account/overview.ts'

/** How it goes with an organization. */
export abstract class OverviewQueries {
  /** What there was between each two bounds; they ascend, at whole quarters of an hour. */
  abstract activity(organizationId: string, bounds: readonly Date[]): Promise<ActivityOverTime>
  /** What is on its way now, and what waits for somebody's decision. */
  abstract standing(organizationId: string, now: Date): Promise<Standing>
}
