import type { OrganizationDeletion } from '../../../domain/account/deletion/organization-deletion.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/** The largest number of jobs that one transaction pauses or resumes, so that it does not delay others. */
const together = 500
/** The number of transactions after which the rest is left to the runtime, so that a request is answered soon. */
const maxTransactions = 20

type Deletion = Pick<OrganizationDeletion, 'organizationId' | 'requestedAt' | 'requestedBy'>

/**
 * Pauses the jobs of an organization that is to be deleted, many at a time. No runtime begins work for the
 * organization, so the pause shows why a job does not continue. It also ends the work on slices that were being leased
 * when the organization was closed; a pause of these jobs follows if other jobs are left to the runtime. Pauses no jobs
 * after an undo, because the jobs of an open organization would stay paused.
 */
export async function pauseJobs(
  unitOfWork: UnitOfWork,
  { organizationId, requestedAt: at, requestedBy: actorId }: Deletion,
): Promise<void> {
  const pause = (most: number | null) =>
    unitOfWork.run(async (tx) => {
      if (!(await tx.organizations.lockDeletion(organizationId, 'grace'))) return 0
      return tx.jobs.pauseOfOrganization(organizationId, { at, actorId }, most)
    })
  for (let times = 0; times < maxTransactions; times++) if ((await pause(together)) === 0) return
  await pause(null)
}

/**
 * Resumes the jobs that the deletion of an organization has paused, many at a time, and then forgets the deletion.
 * Resumes no jobs after a new request, because runtimes would continue slices that they hold.
 */
export async function resumeJobs(
  unitOfWork: UnitOfWork,
  { organizationId }: Pick<Deletion, 'organizationId'>,
): Promise<void> {
  for (let times = 0; times < maxTransactions; times++) {
    const resumed = await unitOfWork.run(async (tx) => {
      if (!(await tx.organizations.lockDeletion(organizationId, 'reopening'))) return 0
      const count = await tx.jobs.resumeOfOrganization(organizationId, together)
      if (count === 0) await tx.organizations.forgetDeletion(organizationId)
      return count
    })
    if (resumed === 0) return
  }
}
