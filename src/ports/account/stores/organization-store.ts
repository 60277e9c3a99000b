import type { Organization } from '../../../domain/account/organization.ts'

export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
  /** Locks it until the end of the transaction, so that two requests cannot both count and then both add. */
  lock(id: string): Promise<Organization | null>
  save(organization: Organization): Promise<void>
}
