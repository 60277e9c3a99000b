import type { Requester } from '../../domain/account/requester.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision } from '../../domain/revision.ts'
import {
  type ImapServer,
  imapOf,
  imapSettings,
  sameImap,
  withoutImap,
} from '../../domain/sender/imap-server.ts'
import type { MailboxCursor } from '../../domain/sender/inbound/mailbox.ts'
import { assertSenderLimits, refuseZone } from '../../domain/sender/pacing/limits.ts'
import type { Correspondent, Sender, SenderLimits } from '../../domain/sender/sender.ts'
import { changedSignature } from '../../domain/sender/signature.ts'
import type { SmtpServer } from '../../domain/sender/smtp-server.ts'
import { localDay } from '../../domain/time/local-time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Sealing } from '../../ports/sealing.ts'
import type { MailboxReader } from '../../ports/sender/inbound/mailbox-reader.ts'
import type { SenderChannels } from '../../ports/sender/message/channels.ts'
import type { Timers } from '../../ports/timers.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockOpenFor } from '../lock-open.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { imapCursor } from './imap-cursor.ts'
import { assertDefaultUnused, replaceDefault, senderNotFound, subjectOf } from './one-default.ts'
import { lockedPool } from './pacing/sender-pools.ts'

import { smtpRefused } from './smtp-refused.ts'

export interface ChangeSenderCommand extends Requester {
  readonly senderId: string
  readonly changes: Partial<Correspondent> & {
    readonly limits?: Partial<SenderLimits>
    readonly isDefault?: boolean
    /** The id of the pool of the sender; null for none. */
    readonly poolId?: string | null
    /**
     * The complete new settings of the SMTP account. The password is required, so that a stored password is
     * never sent to another server.
     */
    readonly smtp?: Account
    /**
     * The IMAP server; null to stop reading replies. A new server also needs the password, which is part of
     * `smtp`.
     */
    readonly imap?: ImapServer | null
    readonly dkimSelector?: string | null
  }
  /** The revision of the sender that the editor saw; null if the editor did not send it. */
  readonly revision: number | null
  /** The person who sent the request; null or absent if no session did. */
  readonly signedIn?: SignedIn | null
}

type Account = SmtpServer & { readonly password: string }

/**
 * The revision of the sender whose new servers accepted the sign-in, and the cursor at which reading of the
 * mailbox begins; null if the mailbox is not read.
 */
interface Tried {
  readonly revision: number
  readonly place: MailboxCursor | null
}

/** Changes a sender. Signs in with a new server or password before storing it. */
export class ChangeSender {
  readonly #unitOfWork: UnitOfWork
  readonly #channels: SenderChannels
  readonly #mailboxes: MailboxReader
  readonly #sealing: Sealing
  readonly #clock: Clock
  readonly #timers: Timers

  constructor(
    unitOfWork: UnitOfWork,
    channels: SenderChannels,
    mailboxes: MailboxReader,
    sealing: Sealing,
    clock: Clock,
    timers: Timers,
  ) {
    this.#unitOfWork = unitOfWork
    this.#channels = channels
    this.#mailboxes = mailboxes
    this.#sealing = sealing
    this.#clock = clock
    this.#timers = timers
  }

  async execute(command: ChangeSenderCommand): Promise<void> {
    const { organizationId, senderId } = command
    const { smtp } = command.changes
    const { revision, place } =
      smtp === undefined ? { revision: command.revision, place: null } : await this.#tried(command, smtp)
    const formerDefault = await this.#unitOfWork.run(async (tx) => {
      const { former, hasNewLimits } = await this.#change(tx, command, revision)
      if (place !== null) await tx.senders.keepPlace(command.senderId, place)
      // Keeps the cooldown of the sender through other edits. Clients send the limits with every edit, so equal
      // limits are no reason to send to a provider that asked to wait.
      if (smtp !== undefined || hasNewLimits)
        await tx.jobs.outdateWaits({
          organizationId,
          senderId,
          since: this.#clock.now(),
          endsCooldown: true,
        })
      return former
    })
    const changed = formerDefault === null ? [senderId] : [senderId, formerDefault]
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, changed)
  }

  /** Signs in at the new servers before the sender's row is locked, because servers may be slow. */
  async #tried(command: ChangeSenderCommand, smtp: Account): Promise<Tried> {
    const before = await this.#unitOfWork.run((tx) => lockedSender(tx, command, command.revision))
    const { imap = imapOf(before.settings) } = command.changes
    const { user, password } = smtp
    const fault = await this.#channels.faultOf(smtp, password)
    if (fault !== null) throw smtpRefused(fault)
    const now = this.#clock.now()
    const place = imap && (await imapCursor(this.#mailboxes, this.#timers, { user, ...imap }, password, now))
    return { revision: before.revision, place }
  }

  /** Stores the changes. Returns the former default sender, and whether a sending limit has another value than before. */
  async #change(
    tx: Transaction,
    command: ChangeSenderCommand,
    revision: number | null,
  ): Promise<{ readonly former: string | null; readonly hasNewLimits: boolean }> {
    const { organizationId, senderId, changes, by, signedIn = null } = command
    const { limits = {}, smtp, imap, dkimSelector, isDefault, poolId, ...said } = changes
    if (smtp !== undefined) {
      const at = this.#clock.now()
      await lockOpenFor(tx, { organizationId, signedIn, action: 'connectSenders', by, at })
    }
    if (isDefault === true) await tx.organizations.lock(organizationId)
    const former =
      isDefault === true ? await replaceDefault(tx, organizationId, senderId, this.#clock.now()) : null
    // Locks the pool before its sender, as the deletion of a pool does (docs/contribute/locks.md, sending).
    if (typeof poolId === 'string') await lockedPool(tx, organizationId, poolId)
    const before = await lockedSender(tx, command, revision)
    if (before.isDefault && isDefault === false) await assertDefaultUnused(tx, organizationId, null)
    const merged = { ...before, ...said, ...changedSignature(before, said), ...limits }
    assertSenderLimits(merged)
    if (merged.timeZone !== before.timeZone && !(await tx.senders.knowsZone(merged.timeZone))) refuseZone()
    const { password, ...server } = smtp ?? {}
    const isTried = smtp !== undefined && before.status === 'needsAttention'
    const settings = withSelector({ ...before.settings, ...server }, dkimSelector)
    const after: Sender = {
      ...merged,
      ...(isTried ? { status: 'connected', fault: null } : {}),
      isDefault: isDefault ?? before.isDefault,
      poolId: poolId === undefined ? before.poolId : poolId,
      settings: imap === undefined ? settings : { ...withoutImap(settings), ...imapSettings(imap) },
      rampFrom: sameRamp(before, merged) ? before.rampFrom : this.#today(merged),
      revision: before.revision + 1,
    }
    await tx.senders.save(after)
    if (password !== undefined) {
      const of = { kind: 'sender credentials', id: senderId } as const
      await tx.senders.saveCredentials(senderId, this.#sealing.seal(JSON.stringify({ password }), of), null)
    }
    await tx.audit.add({
      action: 'sender.changed',
      organizationId,
      by,
      subject: subjectOf(after),
      before: factsOf(before),
      after: factsOf(after),
    })
    return { former, hasNewLimits: !sameLimits(before, after) || before.poolId !== after.poolId }
  }

  #today({ ramp, timeZone }: SenderLimits): string | null {
    return ramp === null ? null : localDay(this.#clock.now(), timeZone)
  }
}

/** Returns sender settings with a changed DKIM selector. An empty selector removes it. */
function withSelector(
  settings: Sender['settings'],
  dkimSelector: string | null | undefined,
): Sender['settings'] {
  return dkimSelector === undefined ? settings : { ...settings, dkimSelector: dkimSelector ?? '' }
}

/**
 * Returns the fields of a ramp (the daily increase of a new sender's limit) in a fixed order, so that two
 * ramps can be compared.
 */
function rampFields({ ramp }: SenderLimits): readonly number[] {
  return ramp === null ? [] : [ramp.start, ramp.add, ramp.everyDays]
}

function sameRamp(limits: SenderLimits, other: SenderLimits): boolean {
  return JSON.stringify(rampFields(limits)) === JSON.stringify(rampFields(other))
}

function sameLimits(limits: SenderLimits, other: SenderLimits): boolean {
  return (
    limits.dailyLimit === other.dailyLimit &&
    limits.gapSeconds === other.gapSeconds &&
    limits.timeZone === other.timeZone &&
    sameRamp(limits, other)
  )
}

function factsOf({ kind, name, email, isDefault, dailyLimit, poolId }: Sender) {
  return { kind, name, email, isDefault, dailyLimit, poolId }
}

async function lockedSender(
  tx: Transaction,
  { organizationId, senderId, changes }: ChangeSenderCommand,
  revision: number | null,
): Promise<Sender> {
  const sender = await tx.senders.lock(organizationId, senderId)
  if (sender === null) throw senderNotFound()
  assertRevision(sender, revision)
  if (sender.kind !== 'smtp') {
    if (changes.smtp !== undefined) throw fixed('/smtp', 'has no own SMTP server that can be changed')
    if (changes.imap !== undefined) throw fixed('/imap', 'has no own IMAP server that can be changed')
    if (changes.email !== undefined && changes.email !== sender.email)
      throw fixed(
        '/address',
        'always has the address of its account; connect another account for another address',
      )
  }
  const { smtp, imap = null } = changes
  if (smtp === undefined && imap !== null && !sameImap(imap, imapOf(sender.settings))) {
    const message = 'To change the IMAP server, send "smtp" with all its fields, including the password'
    throw new DomainError('VALIDATION_FAILED', {
      message,
      errors: [{ pointer: '/smtp', code: 'REQUIRED', message }],
    })
  }
  return sender
}

function fixed(pointer: string, why: string): DomainError {
  const message = `This sender ${why}`
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer, code: 'FIXED', message }] })
}
