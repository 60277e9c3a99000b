import type { Plan } from '../../domain/plan/plan.ts'

export interface PlanStore {
  /** Makes these the plans that exist; those that organizations still have are kept. */
  put(plans: readonly Plan[]): Promise<void>
  /** Adds those that do not exist, and leaves the others as they are. */
  putMissing(plans: readonly Plan[]): Promise<void>
  of(organizationId: string): Promise<Plan>
}
