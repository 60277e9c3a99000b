import { revisionOfOrganization } from '../../domain/account/organization.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import { meterNames } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { OfferedPlans, Plan } from '../../domain/plan/plan.ts'
import { assertRevision } from '../../domain/revision.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { storeMaxPerDay } from '../sender/limit-deployment-mail.ts'

export interface ChangePlanCommand extends Requester {
  readonly planId: string
  /** The revision of the organization that the editor read; null or absent for no check. */
  readonly revision?: number | null
}

/** Moves an organization to another plan. Existing data stays; the new plan limits only what is added. */
export class ChangePlan {
  readonly #unitOfWork: UnitOfWork
  readonly #offered: OfferedPlans
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, offered: OfferedPlans, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#offered = offered
    this.#clock = clock
  }

  async execute({ organizationId, planId, revision = null, by }: ChangePlanCommand): Promise<void> {
    const plan = this.#offered.plans.find(({ id }) => id === planId)
    if (plan === undefined) {
      const known = this.#offered.plans.map(({ id }) => id).join(', ')
      throw new DomainError('VALIDATION_FAILED', {
        message: sentence('The plan does not exist; the plans are {known}', { known }),
        errors: [{ pointer: '/planId', code: 'NOT_ALLOWED' }],
      })
    }
    const at = this.#clock.now()
    const limitedSender = await this.#unitOfWork.run(async (tx) => {
      const organization = isId(organizationId) ? await tx.organizations.lock(organizationId) : null
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      assertRevision({ revision: revisionOfOrganization(organization) }, revision)
      if (organization.planId === planId) return null
      await tx.organizations.save({ ...organization, planId })
      const changed = await limitDeploymentMail(tx, organizationId, plan, at)
      const period = periodOf(this.#clock.realNow())
      // Writes the event meter.reached if a limit of the new plan is already reached.
      for (const meter of meterNames) await tx.plans.noteReached({ organizationId, meter, period })
      await tx.audit.add({
        action: 'plan.changed',
        organizationId: organization.id,
        by,
        subject: { kind: 'organization', id: organization.id, name: organization.name },
        before: { planId: organization.planId },
        after: { planId },
      })
      return changed
    })
    if (limitedSender !== null) await renewWaitsOrLater(this.#unitOfWork, this.#clock, [limitedSender])
  }
}

/**
 * Gives the limited sender of an organization the limit of its new plan. An organization without a limit stays without
 * one. A plan that names no number leaves the limit as it is. Returns the id of the sender; null if its limit stays.
 */
async function limitDeploymentMail(
  tx: Transaction,
  organizationId: string,
  { mailsPerDay }: Plan,
  at: Date,
): Promise<string | null> {
  if (mailsPerDay === undefined) return null
  const limited = (await tx.senders.of(organizationId)).find(({ maxPerDay }) => maxPerDay !== null)
  const sender = limited && (await tx.senders.lock(organizationId, limited.id))
  if (!sender || sender.maxPerDay === mailsPerDay) return null
  await storeMaxPerDay(tx, sender, mailsPerDay, at)
  return sender.id
}
