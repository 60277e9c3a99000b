import type { Confirmation } from '../../domain/account/confirmation.ts'
import type { OrganizationDeletion } from '../../domain/account/deletion/organization-deletion.ts'
import type { Organization, OrganizationView } from '../../domain/account/organization.ts'
import type { ActivityOverTime, PendingWork } from '../../domain/account/overview.ts'
import type { SearchHit } from '../../domain/account/search-hit.ts'
import type { DomainError } from '../../domain/errors.ts'
import type { InTransaction } from '../in-transaction.ts'

/** An organization as the operator of the service sees it. */
export interface OrganizationSummary extends Organization {
  readonly owners: readonly string[]
}

/**
 * Stores organizations with their moves to other cells and their deletions, and for each the
 * confirmation of the e-mail address with which it was created. Reads the recent activity and the pending work of an
 * organization, and searches the names of its tables, spinners, senders, jobs and recipients.
 */
export abstract class OrganizationStore {
  abstract find(id: string): Promise<OrganizationView | null>
  /** Returns all organizations of the service, oldest first. */
  abstract list(): Promise<readonly OrganizationSummary[]>
  /**
   * Returns the refusal of a credential whose organization is to be deleted or leaves this cell; null if there is none.
   * A credential is searched only if it is unknown in this cell.
   */
  abstract refusalOfCredential(digest: string): Promise<DomainError | null>
  /** Throws the refusal of requests to an organization that leaves this cell or has left it. */
  abstract assertHere(id: string): Promise<void>
  /** Returns the deletions of all states, also those of test organizations, oldest first. */
  abstract deletions(): Promise<readonly OrganizationDeletion[]>
  /**
   * Deletes everything of an organization whose deletion has begun, in small pieces, first its test organization. Works
   * on a connection of its own. An interrupted deletion continues with the next call. Does nothing while another process
   * deletes the organization. Returns the number of deleted rows.
   */
  abstract clear(organizationId: string, signal: AbortSignal): Promise<number>
  abstract add(this: InTransaction, organization: Organization): Promise<void>
  abstract count(): Promise<number>
  /**
   * Locks an organization until the end of the transaction. Otherwise two requests could both find room under
   * a limit, and both add something.
   */
  abstract lock(this: InTransaction, id: string): Promise<Organization | null>
  /** Throws the refusal of changes to an organization that is to be deleted or leaves this cell. It must be locked. */
  abstract assertOpen(this: InTransaction, id: string): Promise<void>
  abstract save(this: InTransaction, organization: Organization): Promise<void>
  abstract addConfirmation(this: InTransaction, confirmation: Confirmation): Promise<void>
  /**
   * Locks and returns the address confirmation that an organization must still make before it sends messages;
   * null if it needs none. The lock ends with the transaction.
   */
  abstract lockConfirmation(this: InTransaction, organizationId: string): Promise<Confirmation | null>
  abstract saveConfirmation(this: InTransaction, confirmation: Confirmation): Promise<void>
  /**
   * Closes an organization and its test organization until they are deleted: their API keys, webhook URLs and
   * invitations do not work, runtimes begin no more work for them, and the jobs with which runtimes work are paused.
   * Returns false if the organization is moving to another cell, or is to be deleted already. The organization must
   * be locked.
   */
  abstract requestDeletion(this: InTransaction, deletion: OrganizationDeletion): Promise<boolean>
  /**
   * Undoes a deletion in state `grace`, and opens the organization again. Its paused jobs are resumed by
   * `resumeOfOrganization`. Returns false if there is no such deletion.
   */
  abstract undoDeletion(this: InTransaction, organizationId: string): Promise<boolean>
  /** Begins a deletion in state `grace` that is due. Returns false if there is none; it cannot be undone then. */
  abstract beginDeletion(this: InTransaction, organizationId: string, now: Date): Promise<boolean>
  /**
   * Locks a deletion in a state, so that it keeps the state until the end of the transaction. Returns false if there is
   * no such deletion. Transactions that pause or resume the jobs of a deletion lock it before the jobs; otherwise they
   * could change jobs after an undo or a new request.
   */
  abstract lockDeletion(
    this: InTransaction,
    organizationId: string,
    status: OrganizationDeletion['status'],
  ): Promise<boolean>
  /** Forgets a deletion in state `reopening`, after the last job was resumed. */
  abstract forgetDeletion(this: InTransaction, organizationId: string): Promise<void>
  /**
   * Returns the activity of an organization in the periods between consecutive `bounds`. The bounds are
   * ascending times at whole quarters of an hour.
   */
  abstract activity(organizationId: string, bounds: readonly Date[]): Promise<ActivityOverTime>
  /**
   * Returns the work that is in progress in an organization, and the decisions that its users have to make.
   */
  abstract pendingWork(organizationId: string, now: Date): Promise<PendingWork>
  /**
   * Adds one part of the activity (arrivals, messages and replies) that is not counted yet to the stored
   * activity counts. Returns true if more is left to count.
   */
  abstract foldActivity(): Promise<boolean>
  /**
   * Returns a few matches of each kind: tables, spinners and senders with these words in their names, jobs
   * whose ids begin with them, and recipients and suppressed people whose addresses begin with them.
   */
  abstract search(organizationId: string, words: string): Promise<readonly SearchHit[]>
}
