import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { subjectOf } from '../../event/destinations/destination-changes.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import { revokeKeys } from './confirm-organization.ts'

interface TakenOver {
  /** The user of the mailbox's owner, whose organization a stranger may have set up. */
  readonly user: Pick<User, 'organizationId' | 'accountId'>
  readonly secrets: Secrets
  readonly by: Actor
  readonly at: Date
}

/**
 * Ends all access that a stranger may have kept to an unconfirmed organization and its test organization, after the
 * owner of the mailbox has set a new password: API keys of the test organization, webhook URLs of data tables,
 * deliveries of events, and second factors of the account. The organization and the account must be locked.
 */
export async function endFormerAccess(tx: Transaction, taken: TakenOver): Promise<void> {
  const { user, by, at } = taken
  const { organizationId, accountId } = user
  const testId = await tx.testClocks.organizationOf(organizationId)
  if (testId !== null) {
    // Revokes by the test clock, because a time after it would leave the keys working until the clock reaches it.
    const clock = await tx.testClocks.lock(testId)
    await tx.organizations.lock(testId)
    await revokeKeys(tx, testId, by, clock?.now ?? at)
  }
  for (const id of testId === null ? [organizationId] : [organizationId, testId]) {
    await rotateTokens(tx, id, taken)
    await pauseDestinations(tx, id, by)
  }
  await tx.passkeys.removeAll(accountId)
  if ((await tx.secondFactors.of(accountId)) === null) return
  await tx.secondFactors.remove(accountId)
  await noteOfAccount(tx, accountId, by, { action: 'secondFactor.reset' })
}

async function rotateTokens(
  tx: Transaction,
  organizationId: string,
  { secrets, by }: TakenOver,
): Promise<void> {
  const replaced = await tx.dataTables.replaceTokens(organizationId, (id) => secrets.ingestToken(id))
  for (const { id, name } of replaced) {
    const subject = { kind: 'dataTable', id, name } as const
    await tx.audit.add({ action: 'ingestToken.rotated', organizationId, by, subject })
  }
}

/** Pauses destinations, which the owner can look at and resume. */
async function pauseDestinations(tx: Transaction, organizationId: string, by: Actor): Promise<void> {
  const ids = (await tx.destinations.of(organizationId)).map(({ id }) => id)
  for (const id of ids.toSorted()) {
    const destination = await tx.destinations.lock(organizationId, id)
    if (destination?.state !== 'active') continue
    await tx.destinations.save({ ...destination, state: 'paused', revision: destination.revision + 1 })
    const subject = subjectOf(destination)
    await tx.audit.add({ action: 'destination.paused', organizationId, by, subject })
  }
}
