import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Organization } from '../../domain/account/organization.ts'
import { DomainError } from '../../domain/errors.ts'
import { isZone } from '../../domain/local-time.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ChangeOrganizationCommand {
  readonly organizationId: string
  readonly changes: Partial<Pick<Organization, 'name' | 'keepsBodies' | 'timeZone'>>
  readonly by: Actor
}

/** Messages that were logged before are left as they are. */
export class ChangeOrganization {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, changes, by }: ChangeOrganizationCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const { name, keepsBodies, timeZone } = organization
      const before = { name, keepsBodies, timeZone }
      const after = { ...before, ...changes }
      if (!isZone(after.timeZone)) throw noSuchZone()
      const isSame = after.name === name && after.keepsBodies === keepsBodies && after.timeZone === timeZone
      if (isSame) return
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
}

function noSuchZone(): DomainError {
  const message = 'This is no time zone; use a name such as "Europe/Vienna"'
  const errors = [{ pointer: '/timeZone', code: 'UNKNOWN_TIME_ZONE', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
