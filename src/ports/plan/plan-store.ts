import type { Plan } from '../../domain/plan/plan.ts'

export interface PlanStore {
  /** Adds these plans, or changes existing ones. Other plans stay, because organizations may have them. */
  put(plans: readonly Plan[]): Promise<void>
  /** Adds the plans that do not exist yet, and leaves existing ones unchanged. */
  putMissing(plans: readonly Plan[]): Promise<void>
  of(organizationId: string): Promise<Plan>
}
