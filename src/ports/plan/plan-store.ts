import type { Plan } from '../../domain/plan/plan.ts'

export interface PlanStore {
  /** Adds these plans, or changes them to what is said here. Others stay: organizations may have them. */
  put(plans: readonly Plan[]): Promise<void>
  /** Adds those that do not exist, and leaves the others as they are. */
  putMissing(plans: readonly Plan[]): Promise<void>
  of(organizationId: string): Promise<Plan>
}
