import { DomainError } from '../../../domain/errors.ts'
import type { PasswordCredentials } from '../../../domain/sender/credentials.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import type { SmtpServer } from '../../../domain/sender/smtp-server.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { SenderChannels } from '../../../ports/sender/message/channels.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../../job/waits/renew-waits.ts'
import { senderNotFound, subjectOf } from '../one-default.ts'
import { smtpRefused } from '../smtp-refused.ts'
import type { SenderCommand } from './pause-sender.ts'

interface Found {
  readonly sender: Sender
  readonly sealed: string | null
}

export interface ResumeSenderCommand extends SenderCommand {
  /** The spinner for which the sender is resumed; null to resume it for all spinners. */
  readonly spinnerId: string | null
}

/**
 * Resumes a sender. Signs in first at the server of a sender that needs attention; a provider's sender must
 * be connected again. Earlier bounces no longer count towards the next pause.
 */
export class ResumeSender {
  readonly #unitOfWork: UnitOfWork
  readonly #channels: SenderChannels
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, channels: SenderChannels, sealing: Sealing, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#channels = channels
    this.#sealing = sealing
    this.#clock = clock
  }

  async execute(command: ResumeSenderCommand): Promise<void> {
    const { organizationId, senderId, spinnerId, by } = command
    const found = await this.#unitOfWork.run((tx) => lockedAccount(tx, command))
    const isWanting = spinnerId === null && found.sender.state === 'needsAttention'
    if (isWanting) await this.#try(found)
    const at = this.#clock.now()
    await this.#unitOfWork.run(async (tx) => {
      const isResumed = await tx.senders.resume({ organizationId, senderId, spinnerId, at })
      const { sender } = await lockedAccount(tx, command)
      if (isWanting && sender.state === 'needsAttention')
        await tx.senders.save({ ...sender, state: 'connected', trouble: null, revision: sender.revision + 1 })
      else if (isResumed !== true) return
      await tx.audit.add({ action: 'sender.resumed', organizationId, by, subject: subjectOf(sender) })
      await tx.outdatedWaits.outdateSender({ organizationId, senderId, since: at, endsRest: true })
    })
    // Does work, too, that a former resumption has left.
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, [senderId])
  }

  async #try({ sender: { id, kind, settings }, sealed }: Found): Promise<void> {
    if (kind === 'google' || kind === 'microsoft') {
      const message = 'The provider no longer gives access to the account; connect the account again'
      throw new DomainError('CONFLICT', { message })
    }
    if (kind !== 'smtp') return
    const opened = sealed && this.#sealing.open(sealed, { kind: 'sender credentials', id })
    if (!opened) {
      const message = 'The stored password of the sender cannot be decrypted; enter the password again'
      throw new DomainError('CONFLICT', { message })
    }
    const { password } = JSON.parse(opened) as PasswordCredentials
    const fault = await this.#channels.faultOf(settings as unknown as SmtpServer, password)
    if (fault !== null) throw smtpRefused(fault)
  }
}

async function lockedAccount(tx: Transaction, { organizationId, senderId }: SenderCommand): Promise<Found> {
  const sender = await tx.senders.lock(organizationId, senderId)
  if (sender === null) throw senderNotFound()
  return { sender, sealed: await tx.senders.credentialsOf(senderId) }
}
