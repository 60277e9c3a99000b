import { hasNoPassword } from '../../domain/account/account.ts'
import type { Actor } from '../../domain/account/audit/actor.ts'
import {
  type Organization,
  type OrganizationSettings,
  settingsOf,
  withSettings,
} from '../../domain/account/organization.ts'
import { roleWithArticle } from '../../domain/account/role.ts'
import { isConfirmed } from '../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import type { User } from '../../domain/account/user.ts'
import { DomainError } from '../../domain/errors.ts'
import { waitsInZone } from '../../domain/job/recipient/reason.ts'
import { isZone } from '../../domain/local-time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../job/waits/renew-waits.ts'
import { lockedActor } from './team/locked-member.ts'

export interface ChangeOrganizationCommand {
  readonly organizationId: string
  readonly changes: Partial<OrganizationSettings>
  /** The session and the user who changes the settings; null for the operator of the service. */
  readonly signedIn: SignedIn | null
  readonly by: Actor
}

/**
 * Changes the settings of an organization. A change of `keepsBodies` applies to new messages; messages in the
 * log stay unchanged. After a change of the time zone, recipients that wait until an hour or a day are checked again.
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

  async execute({ organizationId, changes, signedIn, by }: ChangeOrganizationCommand): Promise<void> {
    const hasNewZone = await this.#unitOfWork.run(async (tx) => {
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const before = settingsOf(organization)
      const after = { ...before, ...changes }
      if (!isZone(after.timeZone)) throw noSuchZone()
      if (settingNames.every((setting) => after[setting] === before[setting])) return false
      if (after.severalSessions !== before.severalSessions)
        await this.#chooseSessions(tx, after, organization, signedIn)
      if (after.requiresSecondFactor !== before.requiresSecondFactor)
        await assertMayRequire(tx, after, signedIn)
      const now = this.#clock.now()
      await tx.organizations.save(withSettings(organization, after, now))
      if (after.timeZone !== before.timeZone)
        await tx.outdatedWaits.outdateOrganization({ organizationId, reasons: waitsInZone, since: now })
      await tx.audit.add({
        action: 'organization.changed',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: organization.name },
        before,
        after,
      })
      return after.timeZone !== before.timeZone
    })
    if (hasNewZone) await renewWaitsOrLater(this.#unitOfWork, this.#clock, [organizationId])
  }

  async #chooseSessions(
    tx: Transaction,
    { severalSessions }: OrganizationSettings,
    { id }: Organization,
    signedIn: SignedIn | null,
  ): Promise<void> {
    if (signedIn !== null)
      await assertOwner(tx, signedIn, 'whether people may be signed in on several devices')
    if (!severalSessions) await tx.sessions.leaveOneEach(id, signedIn?.session.id ?? null, this.#clock.now())
  }
}

const settingNames = [
  'name',
  'keepsBodies',
  'timeZone',
  'severalSessions',
  'auditsValues',
  'unsubscribesByReply',
  'requiresSecondFactor',
] as const

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
  if (account === null || hasNoPassword(account) || isConfirmed(await tx.secondFactors.of(account.id))) return
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

function noSuchZone(): DomainError {
  const message = 'The time zone is unknown; use a name such as "Europe/Vienna"'
  const errors = [{ pointer: '/timeZone', code: 'UNKNOWN_TIME_ZONE', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
