import type { OrganizationDeletion } from '../../../domain/account/deletion/organization-deletion.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { pauseJobs, resumeJobs } from './jobs-of-deletion.ts'

/**
 * Deletes the organizations whose time of grace is over, and does what a request for a deletion or an undo has left:
 * pausing and resuming jobs. Each step can be interrupted and repeated.
 */
export class DeleteOrganizations {
  readonly #organizations: OrganizationStore
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(organizations: OrganizationStore, unitOfWork: UnitOfWork, clock: Clock) {
    this.#organizations = organizations
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /** Returns the number of deleted rows. */
  async execute(signal: AbortSignal): Promise<number> {
    let cleared = 0
    for (const deletion of await this.#organizations.deletions()) {
      if (signal.aborted) break
      cleared += await this.#continue(deletion, signal)
    }
    return cleared
  }

  async #continue(deletion: OrganizationDeletion, signal: AbortSignal): Promise<number> {
    const { organizationId, status, deletesAt } = deletion
    if (status === 'reopening') {
      await resumeJobs(this.#unitOfWork, deletion)
      return 0
    }
    if (status === 'grace' && deletesAt > this.#clock.now()) {
      await pauseJobs(this.#unitOfWork, deletion)
      return 0
    }
    if (status === 'grace' && !(await this.#begin(organizationId))) return 0
    return this.#organizations.clear(organizationId, signal)
  }

  /**
   * Begins a deletion and removes the members in one transaction. So nobody can sign in while the data is deleted, and
   * their addresses are free for other organizations at once. Returns false if an owner has just undone the deletion.
   */
  async #begin(organizationId: string): Promise<boolean> {
    return this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      if (!(await tx.organizations.beginDeletion(organizationId, this.#clock.now()))) return false
      const members = await tx.accounts.membersOf(organizationId)
      // Two deletions lock the accounts of common members in the same order.
      const inOrder = members.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
      for (const member of inOrder) await tx.accounts.removeUser(member)
      return true
    })
  }
}
