import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { isId } from '../../domain/id.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import { deploymentSender, type SenderOffers } from '../../domain/sender/sender-offers.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { lockedSenders, subjectOf } from './one-default.ts'

export interface LimitDeploymentMailCommand extends Requester {
  /** The highest number of e-mails a day by the mail server of the deployment; null for any number. */
  readonly maxPerDay: number | null
}

/**
 * Sets how many e-mails a day an organization may send by the mail server of the deployment. Recipients that wait for
 * the limit are checked again.
 */
export class LimitDeploymentMail {
  readonly #unitOfWork: UnitOfWork
  readonly #offers: SenderOffers
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, offers: SenderOffers, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#offers = offers
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, maxPerDay, by }: LimitDeploymentMailCommand): Promise<void> {
    const at = this.#clock.now()
    const { deploymentAddress: address, deploymentName: name } = this.#offers
    if (address === null)
      throw new DomainError('CONFLICT', {
        message: 'This deployment has no mail server that organizations may use (SMTP_URL, SHARED_SENDER)',
      })
    const changed = await this.#unitOfWork.run(async (tx) => {
      if (!isId(organizationId) || (await tx.organizations.lock(organizationId)) === null)
        throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      const known = (await lockedSenders(tx, organizationId)).find(({ kind }) => kind === 'deployment')
      const before = known === undefined ? null : await tx.senders.lock(organizationId, known.id)
      if ((before?.maxPerDay ?? null) === maxPerDay) return null
      const sender =
        before ?? deploymentSender(this.#ids.next(), organizationId, { name, email: address, maxPerDay }, at)
      if (before === null) await tx.senders.add(sender, null, null)
      await storeMaxPerDay(tx, sender, maxPerDay, at)
      await tx.audit.add({
        action: 'sender.changed',
        organizationId,
        by,
        subject: subjectOf(sender),
        before: { maxPerDay: before?.maxPerDay ?? null },
        after: { maxPerDay },
      })
      return sender.id
    })
    if (changed !== null) await renewWaitsOrLater(this.#unitOfWork, this.#clock, [changed])
  }
}

/**
 * Stores the highest number of e-mails a day of a sender. After the commit, call `renewWaits` for the sender, because
 * recipients that wait for the former limit may be sent to earlier or later. The transaction must have locked the
 * sender.
 */
export async function storeMaxPerDay(
  tx: Transaction,
  sender: Sender,
  maxPerDay: number | null,
  at: Date,
): Promise<void> {
  const { id: senderId, organizationId } = sender
  if (sender.maxPerDay !== maxPerDay)
    await tx.senders.save({ ...sender, maxPerDay, revision: sender.revision + 1 })
  await tx.jobs.outdateWaits({ organizationId, senderId, since: at, endsCooldown: false })
}
