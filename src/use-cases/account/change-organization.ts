import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Organization, OrganizationSettings } from '../../domain/account/organization.ts'
import { roleWithArticle } from '../../domain/account/role.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { isZone } from '../../domain/local-time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
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
 * log stay unchanged. When several sessions are no longer allowed, each person keeps one session. The person
 * who makes the change keeps the session that sent the request.
 */
export class ChangeOrganization {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, changes, signedIn, by }: ChangeOrganizationCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const { name, keepsBodies, timeZone, severalSessions, auditsValues } = organization
      const before = { name, keepsBodies, timeZone, severalSessions, auditsValues }
      const after = { ...before, ...changes }
      if (!isZone(after.timeZone)) throw noSuchZone()
      if (settingNames.every((setting) => after[setting] === before[setting])) return
      if (after.severalSessions !== severalSessions)
        await this.#chooseSessions(tx, after, organization, signedIn)
      await tx.organizations.save({ ...organization, ...after })
      await tx.audit.add({
        action: 'organization.changed',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: organization.name },
        before,
        after,
      })
    })
  }

  async #chooseSessions(
    tx: Transaction,
    { severalSessions }: OrganizationSettings,
    { id }: Organization,
    signedIn: SignedIn | null,
  ): Promise<void> {
    if (signedIn !== null) await assertOwner(tx, signedIn)
    if (!severalSessions) await tx.sessions.leaveOneEach(id, signedIn?.session.id ?? null, this.#clock.now())
  }
}

const settingNames = ['name', 'keepsBodies', 'timeZone', 'severalSessions', 'auditsValues'] as const

async function assertOwner(tx: Transaction, signedIn: SignedIn): Promise<void> {
  const { role } = await lockedActor(tx, signedIn)
  if (role === 'owner') return
  const message = `Only an owner can change whether people may be signed in on several devices; you are ${roleWithArticle(role)}`
  throw new DomainError('FORBIDDEN', { message })
}

function noSuchZone(): DomainError {
  const message = 'The time zone is unknown; use a name such as "Europe/Vienna"'
  const errors = [{ pointer: '/timeZone', code: 'UNKNOWN_TIME_ZONE', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
