import type { Plan } from '../plan/plan.ts'

/** A customer. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly planId: string
  /** Whether the log of its messages keeps what they said. */
  readonly keepsBodies: boolean
  /** In which its spinners' hours are, where nothing tells where a person is. */
  readonly timeZone: string
  readonly createdAt: Date
}

/** An organization as it is looked at. */
export interface OrganizationView extends Organization {
  readonly plan: Plan
}
