import type { Requester } from '../../domain/account/requester.ts'
import { type ContactPolicy, samePolicy, waitsForPolicy } from '../../domain/contact/contact-policy.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision, revisionOfContent } from '../../domain/revision.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'

export interface SetContactPolicyCommand extends Requester {
  readonly policy: ContactPolicy
  /** The `revisionOfContent` of the policy that the editor saw; null to replace any policy. */
  readonly revision: number | null
}

/**
 * Changes the contact policy from the next message on, also for running jobs. Recipients that wait because of
 * the old policy are checked again.
 */
export class SetContactPolicy {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, policy, revision, by }: SetContactPolicyCommand): Promise<void> {
    const isChanged = await this.#unitOfWork.run(async (tx) => {
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const before = await tx.contactRules.policyOf(organizationId)
      if (samePolicy(before, policy)) return false
      assertRevision({ revision: revisionOfContent(before) }, revision)
      await tx.contactRules.setPolicy(organizationId, policy)
      const since = this.#clock.now()
      await tx.jobs.outdateWaits({ organizationId, reasons: waitsForPolicy, since })
      const subject = { kind: 'organization', id: organizationId, name: organization.name } as const
      await tx.audit.add({
        action: 'contactPolicy.changed',
        organizationId,
        by,
        subject,
        before,
        after: policy,
      })
      return true
    })
    if (isChanged) await renewWaitsOrLater(this.#unitOfWork, this.#clock, [organizationId])
  }
}
