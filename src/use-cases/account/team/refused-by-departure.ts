import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { departureError } from '../../../domain/cell/departure.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'

/**
 * Calls `join`, which uses up an invitation. If it refuses the invitation because the organization is to be
 * deleted or moves to another cell, throws the error that says so. The digest of such an invitation is renamed, so
 * `join` finds none.
 */
export async function refusedByDeparture<Result>(
  organizations: OrganizationStore,
  digest: string | null | undefined,
  join: () => Promise<Result>,
): Promise<Result> {
  try {
    return await join()
  } catch (error) {
    if (!(error instanceof RefusedAttempt) || digest == null) throw error
    const departure = await organizations.departureOfCredential(digest)
    throw departure === null ? error : departureError(departure)
  }
}
