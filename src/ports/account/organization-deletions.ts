import type { OrganizationDeletion } from '../../domain/account/organization-deletion.ts'

/** Stores the deletions of organizations, and closes and opens the organizations. */
export interface OrganizationDeletionStore {
  /**
   * Closes an organization and its test organization until they are deleted: their API keys, webhook URLs and
   * invitations do not work, runtimes begin no more work for them, and the jobs with which runtimes work are paused.
   * Returns false if the organization is moving to another cell, or is to be deleted already. The organization must
   * be locked.
   */
  request(deletion: OrganizationDeletion): Promise<boolean>
  /**
   * Undoes a deletion in state `grace`, and opens the organization again. Its paused jobs are resumed by
   * `resumeOfOrganization`. Returns false if there is no such deletion.
   */
  undo(organizationId: string): Promise<boolean>
  /** Begins a deletion in state `grace` that is due. Returns false if there is none; it cannot be undone then. */
  begin(organizationId: string, now: Date): Promise<boolean>
  /**
   * Locks a deletion in a state, so that it keeps the state until the end of the transaction. Returns false if there is
   * no such deletion. Transactions that pause or resume the jobs of a deletion lock it before the jobs; otherwise they
   * could change jobs after an undo or a new request.
   */
  lock(organizationId: string, state: OrganizationDeletion['state']): Promise<boolean>
  /** Forgets a deletion in state `reopening`, after the last job was resumed. */
  forget(organizationId: string): Promise<void>
}

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
