import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PasswordCredentials, TokenCredentials } from '../../domain/sender/credentials.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import type { SmtpServer } from '../../domain/sender/smtp-server.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Sealing } from '../../ports/sealing.ts'
import type { MailProviders } from '../../ports/sender/mail-providers.ts'
import type { SenderChannels } from '../../ports/sender/message/channels.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { assertDefaultUnused, quoted, senderNotFound, subjectOf } from './one-default.ts'
import { smtpRefused } from './smtp-refused.ts'

interface StoredAccount {
  readonly sender: Sender
  readonly sealed: string | null
}

/** Pauses, resumes and disconnects senders. */
export class Senders {
  readonly #unitOfWork: UnitOfWork
  readonly #channels: SenderChannels
  readonly #providers: MailProviders
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    channels: SenderChannels,
    providers: MailProviders,
    sealing: Sealing,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#channels = channels
    this.#providers = providers
    this.#sealing = sealing
    this.#clock = clock
  }

  /** Pauses a sender, which sends nothing until it is resumed. Recipients that it would write to wait. */
  async pause({ organizationId, by }: Requester, senderId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const sender = await lockedSender(tx, organizationId, senderId)
      if (sender.status === 'paused') return
      if (sender.status === 'needsAttention') {
        const message = 'The sender cannot be paused, because it needs attention and sends nothing'
        throw new DomainError('CONFLICT', { message })
      }
      await tx.senders.save({ ...sender, status: 'paused', fault: null, revision: sender.revision + 1 })
      await tx.events.add({
        type: 'sender.paused',
        organizationId,
        projectId: null,
        data: { code: null, spinnerId: null },
        events: [{ objectId: sender.id }],
      })
      await tx.audit.add({ action: 'sender.paused', organizationId, by, subject: subjectOf(sender) })
    })
  }

  /**
   * Resumes a sender for a spinner; for all spinners if `spinnerId` is null. Signs in first at the server of a sender that
   * needs attention; a provider's sender must be connected again. Earlier bounces no longer count towards the next pause.
   */
  async resume({ organizationId, by }: Requester, senderId: string, spinnerId: string | null): Promise<void> {
    const account = await this.#unitOfWork.run((tx) => lockedAccount(tx, organizationId, senderId))
    const isWanting = spinnerId === null && account.sender.status === 'needsAttention'
    if (isWanting) await this.#try(account)
    const at = this.#clock.now()
    await this.#unitOfWork.run(async (tx) => {
      const isResumed = await tx.senders.resume({ organizationId, senderId, spinnerId, at })
      const { sender } = await lockedAccount(tx, organizationId, senderId)
      if (isWanting && sender.status === 'needsAttention')
        await tx.senders.save({ ...sender, status: 'connected', fault: null, revision: sender.revision + 1 })
      else if (isResumed !== true) return
      await tx.audit.add({ action: 'sender.resumed', organizationId, by, subject: subjectOf(sender) })
      await tx.jobs.outdateWaits({ organizationId, senderId, since: at, endsCooldown: true })
    })
    // Does work, too, that a former resumption has left.
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, [senderId])
  }

  /**
   * Deletes a sender, and revokes its OAuth grant at the provider. Recipients that wait for the sender become due, and get
   * another one. Returns whether the provider revoked the grant; null if the sender has no provider.
   */
  async disconnect({ organizationId, by }: Requester, senderId: string): Promise<boolean | null> {
    const { kind, sealed } = await this.#unitOfWork.run(async (tx) => {
      const sender = await tx.senders.lockToRemove(organizationId, senderId)
      if (sender === null) throw senderNotFound()
      await assertUnused(tx, sender)
      const credentials = await tx.senders.credentialsOf(senderId)
      await tx.senders.remove(senderId)
      const since = this.#clock.now()
      await tx.jobs.outdateWaits({ organizationId, senderId, since, endsCooldown: false })
      await tx.events.add({
        type: 'sender.disconnected',
        organizationId,
        projectId: null,
        data: { code: null },
        events: [{ objectId: sender.id }],
      })
      const { email, isDefault } = sender
      const before = { kind: sender.kind, email, isDefault }
      const subject = subjectOf(sender)
      await tx.audit.add({ action: 'sender.disconnected', organizationId, by, subject, before })
      return { kind: sender.kind, sealed: credentials }
    })
    // Revokes the grant first, because nothing is left by which a later process could revoke it.
    const isRevoked = await this.#revoked(senderId, kind, sealed)
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, [senderId])
    return isRevoked
  }

  async #try({ sender: { id, kind, settings }, sealed }: StoredAccount): Promise<void> {
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

  async #revoked(senderId: string, kind: Sender['kind'], sealed: string | null): Promise<boolean | null> {
    if (kind !== 'google' && kind !== 'microsoft') return null
    const opened = sealed && this.#sealing.open(sealed, { kind: 'sender credentials', id: senderId })
    if (!opened) return false
    const { refreshToken } = JSON.parse(opened) as TokenCredentials
    return this.#providers.revoke(kind, refreshToken)
  }
}

async function lockedSender(tx: Transaction, organizationId: string, id: string): Promise<Sender> {
  const sender = await tx.senders.lock(organizationId, id)
  if (sender === null) throw senderNotFound()
  return sender
}

async function lockedAccount(tx: Transaction, organizationId: string, id: string): Promise<StoredAccount> {
  const sender = await lockedSender(tx, organizationId, id)
  return { sender, sealed: await tx.senders.credentialsOf(id) }
}

/**
 * Throws CONFLICT if a published spinner or an unfinished job names the sender, or if it is the default sender and a
 * published spinner or an unfinished job needs one.
 */
async function assertUnused(tx: Transaction, sender: Sender): Promise<void> {
  const { id, organizationId, isDefault, maxPerDay } = sender
  if (maxPerDay !== null)
    throw new DomainError('CONFLICT', {
      message: sentence(
        'The operator of this service permits {maxPerDay} messages a day by this sender, so it cannot be deleted. Make another sender the default to send by that one',
        { maxPerDay },
      ),
    })
  const toStop = sentence('To stop the e-mail of the sender at once, pause it')
  const named = await tx.senders.spinnersThatName(organizationId, id)
  if (named.length > 0) {
    const message = sentence(
      'Published spinners or unfinished jobs use this sender: {spinnerNames}. Choose another sender in these spinners and publish them, or unpublish them, and cancel their unfinished jobs. {wordsOfAdvice}',
      { spinnerNames: quoted(named), wordsOfAdvice: toStop },
    )
    throw new DomainError('CONFLICT', { message })
  }
  if (isDefault) await assertDefaultUnused(tx, organizationId, toStop)
}
