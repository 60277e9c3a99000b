import type { OrganizationDeletion } from '../../domain/account/organization-deletion.ts'

/** Finds the deletions of organizations, and deletes the data of organizations. */
export abstract class OrganizationDeletions {
  /** Returns the deletions of all states, also those of test organizations, oldest first. */
  abstract all(): Promise<readonly OrganizationDeletion[]>
  /**
   * Deletes everything of an organization whose deletion has begun, in small pieces, first its test organization.
   * An interrupted deletion continues with the next call. Does nothing while another process deletes the organization.
   * Returns the number of deleted rows.
   */
  abstract clear(organizationId: string, signal: AbortSignal): Promise<number>
}
