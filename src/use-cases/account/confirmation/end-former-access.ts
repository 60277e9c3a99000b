import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { User } from '../../../domain/account/user.ts'
import { eventProviders } from '../../../domain/sender/inbound/event-provider.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { subjectOf } from '../../event/destinations/destination-changes.ts'
import { pauseLocked } from '../../job/pause/spinner-pauses.ts'

import { noteOfAccount } from '../audit/note-of-account.ts'
import { factsOf } from '../organization-sign-in/sign-in-providers.ts'
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
 * owner of the mailbox has set a new password. Revokes the API keys and the test URL of the test organization, and the
 * event URLs. Replaces webhook URLs. Pauses destinations of events, and spinners that start automatically. Removes the
 * sign-in provider, the e-mail domains and the second factors of the account, and ends sessions of other members.
 * Senders, webhook steps and members stay; the owner checks them. The organization and the account must be locked.
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
    if (clock !== null) await tx.testClocks.save({ ...clock, rules: { ...clock.rules, url: null } })
  }
  for (const id of testId === null ? [organizationId] : [organizationId, testId]) {
    await rotateTokens(tx, id, taken)
    await revokeEventTokens(tx, id, by)
    if (id === organizationId) await pauseSpinners(tx, id, by, at)
    await pauseDestinations(tx, id, by)
  }
  await endForeignSignIns(tx, taken)
  await tx.accounts.removePasskeys(accountId)
  if ((await tx.accounts.secondFactorOf(accountId)) === null) return
  await tx.accounts.removeSecondFactor(accountId)
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
    await tx.audit.add({ action: 'webhookUrl.rotated', organizationId, by, subject })
  }
}

async function revokeEventTokens(tx: Transaction, organizationId: string, by: Actor): Promise<void> {
  for (const provider of eventProviders) {
    if (!(await tx.sharedSecrets.removeEventToken(organizationId, provider))) continue
    const subject = { kind: 'organization', id: organizationId, name: null } as const
    await tx.audit.add({ action: 'eventToken.revoked', organizationId, by, subject, before: { provider } })
  }
}

/**
 * Pauses the spinners that start automatically, whose webhook and guard steps would send each new record to a URL of the
 * stranger. The organization could not start jobs before, so no message is being sent.
 */
async function pauseSpinners(tx: Transaction, organizationId: string, by: Actor, at: Date): Promise<void> {
  for (const id of await tx.spinners.startingIn(organizationId)) {
    const spinner = await tx.spinners.lock(organizationId, id)
    if (spinner !== null) await pauseLocked(tx, spinner, by, at)
  }
}

/** Removes the sign-in provider and the e-mail domains, and ends the sessions of all other members. */
async function endForeignSignIns(tx: Transaction, { user, by, at }: TakenOver): Promise<void> {
  const { organizationId, accountId } = user
  const provider = await tx.organizationSignIn.provider(organizationId)
  if (provider !== null) {
    await tx.organizationSignIn.removeProvider(organizationId)
    const subject = { kind: 'organization', id: organizationId, name: null } as const
    const before = factsOf(provider)
    await tx.audit.add({ action: 'signInProvider.removed', organizationId, by, subject, before })
  }
  for (const { id, domain } of await tx.organizationSignIn.domainsOf(organizationId)) {
    await tx.organizationSignIn.removeDomain(id)
    const subject = { kind: 'emailDomain', id, name: domain } as const
    await tx.audit.add({ action: 'emailDomain.removed', organizationId, by, subject })
  }
  await tx.sessions.endOfOthers(organizationId, accountId, 'password_reset', at)
}

/** Pauses destinations, which the owner can look at and resume. */
async function pauseDestinations(tx: Transaction, organizationId: string, by: Actor): Promise<void> {
  const ids = (await tx.destinations.of(organizationId)).map(({ id }) => id)
  for (const id of ids.toSorted()) {
    const destination = await tx.destinations.lock(organizationId, id)
    if (destination?.status !== 'active') continue
    await tx.destinations.save({ ...destination, status: 'paused', revision: destination.revision + 1 })
    const subject = subjectOf(destination)
    await tx.audit.add({ action: 'destination.paused', organizationId, by, subject })
  }
}
