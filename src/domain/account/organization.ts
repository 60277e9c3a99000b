import type { Plan } from '../plan/plan.ts'

/** A customer of the service, with its own users, data and plan. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly planId: string
  /** Whether the organization's message log stores the content of messages, not only their facts. */
  readonly keepsBodies: boolean
  /** The IANA time zone of send windows, used where a person's own zone is unknown. */
  readonly timeZone: string
  /** Whether a person of the organization may be signed in on several devices at once. */
  readonly severalSessions: boolean
  /** Whether audit entries about edited records contain the values of the cells, before and after. */
  readonly auditsValues: boolean
  readonly createdAt: Date
  /**
   * The id of the real organization to which this test organization belongs; null or absent for a real
   * organization.
   */
  readonly testOf?: string | null
}

/** The settings of an organization that its users can change. */
export type OrganizationSettings = Pick<
  Organization,
  'name' | 'keepsBodies' | 'timeZone' | 'severalSessions' | 'auditsValues'
>

/**
 * The initial settings of a new organization: it stores no message contents and no cells in audit entries, uses
 * UTC, and allows one session for each person.
 */
export const newSettings = {
  keepsBodies: false,
  timeZone: 'UTC',
  severalSessions: false,
  auditsValues: false,
} as const

/** `Organization` with its plan (permissions and limits), as the API returns it. */
export interface OrganizationView extends Organization {
  readonly plan: Plan
}
