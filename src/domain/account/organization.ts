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
  /** Whether its people may be signed in on several devices at once. */
  readonly severalSessions: boolean
  readonly createdAt: Date
  /** The real organization that this one is the test organization of; null or absent for a real one. */
  readonly testOf?: string | null
}

/** The settings that people of an organization change themselves. */
export type OrganizationSettings = Pick<Organization, 'name' | 'keepsBodies' | 'timeZone' | 'severalSessions'>

/** The settings that a new organization begins with. */
export const newSettings = { keepsBodies: false, timeZone: 'UTC', severalSessions: false } as const

/** An organization as it is looked at. */
export interface OrganizationView extends Organization {
  readonly plan: Plan
}
