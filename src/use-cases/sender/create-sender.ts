import type { Requester } from '../../domain/account/requester.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { type ImapServer, imapSettings } from '../../domain/sender/imap-server.ts'
import { assertSenderLimits, noSenderLimits, refuseZone } from '../../domain/sender/pacing/limits.ts'
import type { Correspondent, Sender, SenderLimits } from '../../domain/sender/sender.ts'
import type { SenderOffers } from '../../domain/sender/sender-offers.ts'
import { changedSignature } from '../../domain/sender/signature.ts'
import type { SmtpServer } from '../../domain/sender/smtp-server.ts'
import { localDay } from '../../domain/time/local-time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Sealing } from '../../ports/sealing.ts'
import type { MailboxReader } from '../../ports/sender/inbound/mailbox-reader.ts'
import type { SenderChannels } from '../../ports/sender/message/channels.ts'
import type { Timers } from '../../ports/timers.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockOpenFor } from '../lock-open.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { imapCursor } from './imap-cursor.ts'
import {
  assertSpaceForOneMore,
  isFirstDefault,
  lockedSenders,
  replaceDefault,
  subjectOf,
} from './one-default.ts'
import { smtpRefused } from './smtp-refused.ts'

export interface CreateSenderCommand extends Omit<Correspondent, 'email' | 'signatureHtml'>, Requester {
  /** The HTML of the signature; null or absent for none. */
  readonly signatureHtml?: string | null
  readonly kind: 'smtp' | 'deployment'
  /** The e-mail address of a sender with its own SMTP account; null for the sender of the deployment. */
  readonly email: string | null
  readonly smtp: (SmtpServer & { readonly password: string }) | null
  /** The IMAP server of a sender with its own account; null if its replies are not read. */
  readonly imap: ImapServer | null
  /** The DKIM selector: the name under which the sender's domain publishes the key that verifies its mail. */
  readonly dkimSelector: string | null
  readonly limits: Partial<SenderLimits>
  /**
   * Whether the new sender becomes the default; null to make it the default if it is the first sender and no e-mail of a
   * spinner would leave from another address by that.
   */
  readonly isDefault: boolean | null
  /** The person who sent the request; null or absent if no session did. */
  readonly signedIn?: SignedIn | null
}

/**
 * Refuses an SMTP sender without address or server, and a deployment sender with an address or server of its
 * own.
 */
function assertWhole({ kind, email, smtp }: CreateSenderCommand): void {
  const [code, why] =
    kind === 'smtp'
      ? ['REQUIRED', 'is required']
      : ['FIXED', 'is set by this deployment and must be left out']
  const fields = { email, smtp }
  const errors = Object.entries(fields)
    .filter(([, value]) => (value === null) === (kind === 'smtp'))
    .map(([name]) => ({ pointer: `/${name}`, code, message: `${why} for the kind "${kind}"` }))
  if (errors.length === 0) return
  const [first] = errors
  throw new DomainError('VALIDATION_FAILED', { message: `${first?.pointer} ${first?.message}`, errors })
}

/**
 * Adds an SMTP or deployment sender, after its servers have accepted the sign-in. Other senders need a
 * provider's consent.
 */
export class CreateSender {
  readonly #unitOfWork: UnitOfWork
  readonly #offers: SenderOffers
  readonly #channels: SenderChannels
  readonly #mailboxes: MailboxReader
  readonly #sealing: Sealing
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    offers: SenderOffers,
    channels: SenderChannels,
    mailboxes: MailboxReader,
    sealing: Sealing,
    clock: Clock,
    timers: Timers,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#offers = offers
    this.#channels = channels
    this.#mailboxes = mailboxes
    this.#sealing = sealing
    this.#clock = clock
    this.#timers = timers
    this.#ids = ids
  }

  async execute(command: CreateSenderCommand): Promise<string> {
    const { organizationId, kind, name, replyTo, smtp, imap, dkimSelector, by } = command
    const { signature, signatureHtml = null, signedIn = null } = command
    if (!this.#offers.kinds.includes(kind)) {
      const message = `Senders of the kind "${kind}" are not available on this deployment`
      throw new DomainError('CONFLICT', { message })
    }
    assertWhole(command)
    const signatures = changedSignature(
      { signature: null, signatureHtml: null },
      { signature, signatureHtml },
    )
    const limits = { ...noSenderLimits, ...command.limits }
    assertSenderLimits(limits)
    const address = kind === 'deployment' ? this.#offers.deploymentAddress : command.email
    if (address === null) throw new Error('The sender has no address')
    const { password = null, ...server } = smtp ?? {}
    const place = smtp === null ? null : await this.#try(smtp, imap)
    const now = this.#clock.now()
    const id = this.#ids.next()
    const formerDefault = await this.#unitOfWork.run(async (tx) => {
      await lockOpenFor(tx, { organizationId, signedIn, action: 'connectSenders', by, at: now })
      const senders = await lockedSenders(tx, organizationId)
      assertSpaceForOneMore(senders)
      if (!(await tx.senders.knowsZone(limits.timeZone))) refuseZone()
      if (kind === 'deployment' && senders.some((sender) => sender.kind === kind)) {
        const message =
          'The organization already has a sender on the mail server of this deployment; change that sender'
        throw new DomainError('CONFLICT', { message })
      }
      const isDefault = command.isDefault ?? (await isFirstDefault(tx, organizationId, senders))
      const former = isDefault ? await replaceDefault(tx, organizationId, id, now) : null
      const sender: Sender = {
        ...limits,
        id,
        organizationId,
        kind,
        name,
        email: address,
        replyTo,
        ...signatures,
        status: 'connected',
        fault: null,
        settings: {
          ...server,
          ...imapSettings(kind === 'smtp' ? imap : null),
          ...(dkimSelector === null ? {} : { dkimSelector }),
        },
        isDefault,
        rampFrom: limits.ramp === null ? null : localDay(now, limits.timeZone),
        maxPerDay: null,
        poolId: null,
        revision: 1,
        createdAt: now,
      }
      const sealed =
        password === null
          ? null
          : this.#sealing.seal(JSON.stringify({ password }), { kind: 'sender credentials', id })
      await tx.senders.add(sender, sealed, null)
      if (place !== null) await tx.senders.keepPlace(id, place)
      const { dailyLimit } = limits
      const after = { kind, address, isDefault, dailyLimit }
      await tx.audit.add({
        action: 'sender.connected',
        organizationId,
        by,
        subject: subjectOf(sender),
        after,
      })
      return former
    })
    if (formerDefault !== null) await renewWaitsOrLater(this.#unitOfWork, this.#clock, [formerDefault])
    return id
  }

  /**
   * Signs in at the SMTP and IMAP servers. Returns the cursor at which reading the mailbox begins, so that
   * only later mail is read.
   */
  async #try(smtp: NonNullable<CreateSenderCommand['smtp']>, imap: ImapServer | null) {
    const { user, password } = smtp
    const fault = await this.#channels.faultOf(smtp, password)
    if (fault !== null) throw smtpRefused(fault)
    return (
      imap &&
      (await imapCursor(this.#mailboxes, this.#timers, { user, ...imap }, password, this.#clock.now()))
    )
  }
}
