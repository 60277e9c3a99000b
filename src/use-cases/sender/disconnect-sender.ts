import { DomainError } from '../../domain/errors.ts'
import type { TokenCredentials } from '../../domain/sender/credentials.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Sealing } from '../../ports/sealing.ts'
import type { MailProviders } from '../../ports/sender/mail-providers.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../job/waits/renew-waits.ts'
import { assertDefaultUnused, quoted, senderNotFound, subjectOf } from './one-default.ts'
import type { SenderCommand } from './pacing/pause-sender.ts'

/**
 * Deletes a sender, and revokes its OAuth grant at the provider. Recipients that wait for the sender become due, and get
 * another one.
 */
export class DisconnectSender {
  readonly #unitOfWork: UnitOfWork
  readonly #providers: MailProviders
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, providers: MailProviders, sealing: Sealing, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#providers = providers
    this.#sealing = sealing
    this.#clock = clock
  }

  /**
   * Deletes the sender. Returns whether the provider revoked the grant; null if the sender has no provider.
   */
  async execute({ organizationId, senderId, by }: SenderCommand): Promise<boolean | null> {
    const { kind, sealed } = await this.#unitOfWork.run(async (tx) => {
      const sender = await assertUnused(tx, await tx.senders.lockToRemove(organizationId, senderId))
      const credentials = await tx.senders.credentialsOf(senderId)
      await tx.senders.remove(senderId)
      await tx.outdatedWaits.outdateSender({
        organizationId,
        senderId,
        since: this.#clock.now(),
        endsRest: false,
      })
      await tx.events.add({
        type: 'sender.disconnected',
        organizationId,
        projectId: null,
        data: { code: null },
        events: [{ objectId: sender.id }],
      })
      const { address, isDefault } = sender
      const before = { kind: sender.kind, address, isDefault }
      await tx.audit.add({
        action: 'sender.disconnected',
        organizationId,
        by,
        subject: subjectOf(sender),
        before,
      })
      return { kind: sender.kind, sealed: credentials }
    })
    // Revokes the grant first, because nothing is left by which a later process could revoke it.
    const isRevoked = await this.#revoked(senderId, kind, sealed)
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, [senderId])
    return isRevoked
  }

  async #revoked(senderId: string, kind: Sender['kind'], sealed: string | null): Promise<boolean | null> {
    if (kind !== 'google' && kind !== 'microsoft') return null
    const opened = sealed && this.#sealing.open(sealed, { kind: 'sender credentials', id: senderId })
    if (!opened) return false
    const { refreshToken } = JSON.parse(opened) as TokenCredentials
    return this.#providers.revoke(kind, refreshToken)
  }
}

/**
 * Returns the sender. Throws if there is none, if a published spinner or an unfinished job names it, or if it is the
 * default sender and a published spinner or an unfinished job needs one.
 */
async function assertUnused(tx: Transaction, sender: Sender | null): Promise<Sender> {
  if (sender === null) throw senderNotFound()
  const { id, organizationId, isDefault, maxPerDay } = sender
  if (maxPerDay !== null)
    throw new DomainError('CONFLICT', {
      message: `The operator of this service permits ${maxPerDay} messages a day by this sender, so it cannot be deleted. Make another sender the default to send by that one`,
    })
  const toStop = 'To stop the e-mail of the sender at once, pause it'
  const named = await tx.senders.spinnersThatName(organizationId, id)
  if (named.length > 0) {
    const message = `Published spinners or unfinished jobs use this sender: ${quoted(named)}. Choose another sender in these spinners and publish them, or unpublish them, and cancel their unfinished jobs. ${toStop}`
    throw new DomainError('CONFLICT', { message })
  }
  if (isDefault) await assertDefaultUnused(tx, organizationId, toStop)
  return sender
}
