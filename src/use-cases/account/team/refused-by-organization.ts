import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'

/**
 * Calls `join`, which uses up an invitation. If the organization of the invitation is not open here, throws the refusal
 * of the organization. The digest of such an invitation is renamed, so `join` finds none.
 */
export async function refusedByOrganization<Result>(
  organizations: OrganizationStore,
  digest: string | null | undefined,
  join: () => Promise<Result>,
): Promise<Result> {
  try {
    return await join()
  } catch (error) {
    if (!(error instanceof RefusedAttempt) || digest == null) throw error
    throw (await organizations.refusalOfCredential(digest)) ?? error
  }
}
