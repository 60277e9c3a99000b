import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { type ContactPolicy, samePolicy } from '../../domain/person/contact-policy.ts'
import { assertRevision, revisionOfContent } from '../../domain/revision.ts'
import type { ContactPolicies } from '../../ports/person/contact-rules.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface SetContactPolicyCommand {
  readonly organizationId: string
  readonly policy: ContactPolicy
  /** The `revisionOfContent` of the policy that the editor saw; null to replace any policy. */
  readonly revision: number | null
  readonly by: Actor
}

/**
 * Changes the contact policy from the next message on, also for running jobs. Recipients that wait because of
 * the old policy are checked again.
 */
export class SetContactPolicy {
  readonly #unitOfWork: UnitOfWork
  readonly #rules: ContactPolicies

  constructor(unitOfWork: UnitOfWork, rules: ContactPolicies) {
    this.#unitOfWork = unitOfWork
    this.#rules = rules
  }

  async execute({ organizationId, policy, revision, by }: SetContactPolicyCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const before = await tx.contactPolicies.of(organizationId)
      if (samePolicy(before, policy)) return
      assertRevision({ revision: revisionOfContent(before) }, revision)
      await tx.contactPolicies.set(organizationId, policy)
      const subject = { kind: 'organization', id: organizationId, name: organization.name } as const
      await tx.audit.add({
        action: 'contactPolicy.changed',
        organizationId,
        by,
        subject,
        before,
        after: policy,
      })
    })
    // Checks the waits of recipients again even if the policy was not changed. An earlier request may have
    // been interrupted before this line.
    await this.#rules.reviewWaits(organizationId)
  }
}
