import type { Organization } from '../../../domain/account/organization.ts'

export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
  /** Locks it until the end of the transaction, so that two requests cannot both count and then both add. */
  lock(id: string): Promise<Organization | null>
  /**
   * Whether its people may have several sessions. The person must be locked, so that the answer holds until the session
   * is there: turning the choice off locks every person of the organization.
   */
  allowsSeveralSessions(id: string): Promise<boolean>
  save(organization: Organization): Promise<void>
}
