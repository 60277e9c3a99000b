import { hasNoPassword } from '../../domain/account/account.ts'
import type { Actor } from '../../domain/account/audit/actor.ts'
import {
  assertTimeZone,
  changedSettings,
  type Organization,
  type OrganizationSettings,
  revisionOfOrganization,
  settingsOf,
  withSettings,
} from '../../domain/account/organization.ts'
import { roleWithArticle } from '../../domain/account/role.ts'
import { isConfirmed } from '../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import type { User } from '../../domain/account/user.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertUnsubscribeLine } from '../../domain/mail-footer.ts'
import { waitsInZone } from '../../domain/reason.ts'
import { assertRevision } from '../../domain/revision.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { lockedActor } from './team/locked-member.ts'

export interface ChangeOrganizationCommand {
  readonly organizationId: string
  readonly changes: Partial<OrganizationSettings>
  /** The session and the user who changes the settings; null for the operator of the service. */
  readonly signedIn: SignedIn | null
  /** The revision of the organization that the editor read; null or absent for no check. */
  readonly revision?: number | null
  readonly by: Actor
}

/**
 * Changes the settings of an organization. A change of `keepsBodies` applies to new messages; messages in the
 * log stay unchanged. After a change of the time zone, recipients that wait until an hour or a day are checked again,
 * also those of the test organization, which follows.
 * When several sessions are no longer allowed, each person keeps one session. The person who makes the change keeps the
 * session that sent the request.
 */
export class ChangeOrganization {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({
    organizationId,
    changes,
    signedIn,
    revision = null,
    by,
  }: ChangeOrganizationCommand): Promise<void> {
    const outdated = await this.#unitOfWork.run(async (tx) => {
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      assertRevision({ revision: revisionOfOrganization(organization) }, revision)
      const before = settingsOf(organization)
      const after = changedSettings(before, changes)
      assertTimeZone(after.timeZone)
      assertUnsubscribeLine(after.unsubscribeLine)
      if (settingNames.every((setting) => after[setting] === before[setting])) return []
      if (after.allowsSeveralSessions !== before.allowsSeveralSessions)
        await this.#chooseSessions(tx, after, organization, signedIn)
      if (after.requiresSecondFactor !== before.requiresSecondFactor)
        await assertMayRequire(tx, after, signedIn)
      const now = this.#clock.now()
      await tx.organizations.save(withSettings(organization, after, now))
      await tx.audit.add({
        action: 'organization.changed',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: organization.name },
        before,
        after,
      })
      const testId = await changeTestOrganization(tx, organizationId, { before, after })
      if (after.timeZone === before.timeZone) return []
      await tx.jobs.outdateWaits({ organizationId, reasons: waitsInZone, since: now })
      return testId === null ? [organizationId] : [organizationId, testId]
    })
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, outdated)
  }

  async #chooseSessions(
    tx: Transaction,
    { allowsSeveralSessions }: OrganizationSettings,
    { id }: Organization,
    signedIn: SignedIn | null,
  ): Promise<void> {
    if (signedIn !== null)
      await assertOwner(tx, signedIn, 'whether people may be signed in on several devices')
    if (!allowsSeveralSessions)
      await tx.sessions.leaveOneEach(id, signedIn?.session.id ?? null, this.#clock.now())
  }
}

const settingNames = [
  'name',
  'keepsBodies',
  'bodyDays',
  'keepReplies',
  'keepRepliesDays',
  'timeZone',
  'language',
  'allowsSeveralSessions',
  'auditsValues',
  'unsubscribesByReply',
  'requiresSecondFactor',
  'unsubscribeLine',
  'postalAddress',
] as const

/** The settings of which a test organization takes each change, because they decide when people get what, and in which words. */
const settingsOfTests = [
  'timeZone',
  'language',
  'unsubscribesByReply',
  'unsubscribeLine',
  'postalAddress',
] as const

/**
 * Makes a change of an organization's settings in its test organization too, with the waits that it outdates by the
 * test clock. Returns the id of the test organization; null if there is none, or if no setting of it changes.
 */
async function changeTestOrganization(
  tx: Transaction,
  realId: string,
  { before, after }: { readonly before: OrganizationSettings; readonly after: OrganizationSettings },
): Promise<string | null> {
  const changed = settingsOfTests.filter((setting) => after[setting] !== before[setting])
  if (changed.length === 0) return null
  const id = await tx.testClocks.organizationOf(realId)
  const clock = id === null ? null : await tx.testClocks.lock(id)
  const test = id === null ? null : await tx.organizations.lock(id)
  if (id === null || clock === null || test === null) return null
  const settings = Object.fromEntries(changed.map((setting) => [setting, after[setting]]))
  await tx.organizations.save({ ...test, ...settings })
  if (changed.includes('timeZone') && test.timeZone !== after.timeZone)
    await tx.jobs.outdateWaits({ organizationId: id, reasons: waitsInZone, since: clock.now })
  return id
}

/**
 * Lets only an owner require two-factor sign-in of all people, and only after the owner has set it up. So the owner
 * has tried it, and can still sign in.
 */
async function assertMayRequire(
  tx: Transaction,
  { requiresSecondFactor }: OrganizationSettings,
  signedIn: SignedIn | null,
): Promise<void> {
  if (signedIn === null) return
  const owner = await assertOwner(tx, signedIn, 'whether all people need two-factor sign-in')
  if (!requiresSecondFactor) return
  const account = await tx.accounts.lock(owner.accountId)
  if (account === null || hasNoPassword(account) || isConfirmed(await tx.accounts.secondFactorOf(account.id)))
    return
  throw new DomainError('CONFLICT', {
    message: 'First set up two-factor sign-in for your own account, then require it of everybody',
  })
}

async function assertOwner(tx: Transaction, signedIn: SignedIn, what: string): Promise<User> {
  const actor = await lockedActor(tx, signedIn)
  if (actor.role === 'owner') return actor
  const message = `Only an owner can change ${what}; you are ${roleWithArticle(actor.role)}`
  throw new DomainError('FORBIDDEN', { message })
}
