import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Organization } from '../../domain/account/organization.ts'
import { DomainError } from '../../domain/errors.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ChangeOrganizationCommand {
  readonly organizationId: string
  readonly changes: Partial<Pick<Organization, 'keepsBodies'>>
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
      const { keepsBodies = organization.keepsBodies } = changes
      if (keepsBodies === organization.keepsBodies) return
      await tx.organizations.save({ ...organization, keepsBodies })
      await tx.audit.add({
        action: 'organization.changed',
        organizationId,
        by,
        subject: { kind: 'organization', id: organizationId, name: organization.name },
        before: { keepsBodies: organization.keepsBodies },
        after: { keepsBodies },
      })
    })
  }
}
