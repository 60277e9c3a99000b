import type { Organization } from '../../domain/account/organization.ts'

export interface OrganizationStore {
  add(organization: Organization): Promise<void>
  count(): Promise<number>
  /** Locks it until the end of the transaction: whoever counts what it has must be alone. */
  lock(id: string): Promise<Organization | null>
  save(organization: Organization): Promise<void>
}
