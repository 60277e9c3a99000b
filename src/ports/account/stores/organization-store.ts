import type { Organization } from '../../../domain/account/organization.ts'

export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
  /**
   * Locks an organization until the end of the transaction. Otherwise two requests could both count and then
   * both add.
   */
  lock(id: string): Promise<Organization | null>
  /**
   * Returns whether the organization allows several sessions for each person. The person must be locked, so
   * that the answer holds until the session exists: turning the option off locks all its people.
   */
  allowsSeveralSessions(id: string): Promise<boolean>
  save(organization: Organization): Promise<void>
}
