import type { Actor } from '../../domain/account/audit/actor.ts'
import { isAllowed } from '../../domain/account/role.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ConnectState, ProviderKind, StateFault } from '../../domain/sender/connect-state.ts'
import type { TokenCredentials } from '../../domain/sender/credentials.ts'
import { type MailboxCursor, readFromTime } from '../../domain/sender/inbound/mailbox.ts'
import { noSenderLimits } from '../../domain/sender/pacing/limits.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Sealing } from '../../ports/sealing.ts'
import { MailboxFault, type MailboxReader } from '../../ports/sender/inbound/mailbox-reader.ts'
import type { Grant, MailProviders } from '../../ports/sender/mail-providers.ts'
import type { Timers } from '../../ports/timers.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockOpenFor } from '../lock-open.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { assertSpaceForOneMore, isFirstDefault, lockedSenders, subjectOf } from './one-default.ts'

export interface FinishConnectCommand {
  readonly kind: ProviderKind
  /**
   * The state from the mailbox provider's answer, and its digest. The digest is null if the text cannot be a
   * state of this service.
   */
  readonly state: string
  readonly digest: string | null
  /** The whole query string of the redirect, which contains the mailbox provider's answer. */
  readonly search: string
  readonly signedIn: SignedIn
  readonly by: Actor
}

/**
 * The longest time in milliseconds to query the provider for the newest mail of the mailbox, because the user
 * waits.
 */
const maxMs = 10_000

/** The error if a mail provider's answer has an unknown or expired state, or the state of another session. */
export class StateRefused extends Error {
  readonly fault: StateFault

  constructor(fault: StateFault) {
    super(fault)
    this.name = 'StateRefused'
    this.fault = fault
  }
}

export interface Connected {
  readonly email: string
  readonly isNew: boolean
  /**
   * Whether the sender is the first of its organization and did not become the default, because e-mails of spinners would
   * then leave from it without a choice of a user.
   */
  readonly leavesDefault: boolean
}

/**
 * Connects a mailbox with the provider's grant. The user who requested it must return in the same session,
 * and each state works once.
 */
export class FinishConnect {
  readonly #unitOfWork: UnitOfWork
  readonly #providers: MailProviders
  readonly #mailboxes: MailboxReader
  readonly #sealing: Sealing
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    providers: MailProviders,
    mailboxes: MailboxReader,
    sealing: Sealing,
    clock: Clock,
    timers: Timers,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#providers = providers
    this.#mailboxes = mailboxes
    this.#sealing = sealing
    this.#clock = clock
    this.#timers = timers
    this.#ids = ids
  }

  async execute({ kind, state, digest, search, signedIn, by }: FinishConnectCommand): Promise<Connected> {
    const { encryptedVerifier, ...kept } = await this.#taken(digest, signedIn)
    // Refuses an answer that comes from another provider than the request went to, because its code must not
    // be sent to this provider.
    if (kept.kind !== kind) throw new StateRefused('unknown')
    const opened = this.#sealing.open(encryptedVerifier, { kind: 'connect state', id: kept.digest })
    if (opened === null) throw new StateRefused('expired')
    const grant = await this.#providers.grant(kind, search, state, opened)
    const place = await this.#placeOf(kind, grant)
    const { senderId, ...connected } = await this.#storeSender(signedIn, kind, grant, place, by)
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, [senderId])
    return connected
  }

  /**
   * Returns the cursor at which reading the mailbox begins; null if the provider does not report it. The
   * sender is connected nevertheless.
   */
  async #placeOf(
    kind: ProviderKind,
    { accessToken: token, readsReplies }: Grant,
  ): Promise<MailboxCursor | null> {
    if (!readsReplies) return null
    const since = readFromTime(this.#clock.now())
    try {
      return await this.#mailboxes.cursorAtEnd(
        { kind, token, settings: {} },
        since,
        this.#timers.abortAfter(maxMs),
      )
    } catch (error) {
      if (error instanceof MailboxFault) return null
      throw error
    }
  }

  /**
   * Deletes the state in a commit of its own before the provider is called, so that each state works only
   * once.
   */
  async #taken(digest: string | null, { session, user }: SignedIn): Promise<ConnectState> {
    if (digest === null) throw new StateRefused('unknown')
    const now = this.#clock.now()
    const taken = await this.#unitOfWork.run((tx) => tx.senders.takeConnectState(digest, session.id, now))
    if (typeof taken === 'string') throw new StateRefused(taken)
    const isTheirs = taken.userId === user.id && taken.organizationId === user.organizationId
    if (!isTheirs || !isAllowed(user.role, 'connectSenders')) throw new StateRefused('otherSession')
    return taken
  }

  /** Refuses a person who may no longer connect senders, because the provider was asked for some seconds. */
  async #assertMayStill(tx: Transaction, signedIn: SignedIn, by: Actor): Promise<void> {
    const { organizationId } = signedIn.user
    const change = { organizationId, signedIn, action: 'connectSenders', by, at: this.#clock.now() } as const
    await lockOpenFor(tx, change).catch((error: unknown) => {
      throw error instanceof DomainError ? new StateRefused('otherSession') : error
    })
  }

  #storeSender(
    signedIn: SignedIn,
    kind: ProviderKind,
    grant: Grant,
    place: MailboxCursor | null,
    by: Actor,
  ): Promise<Connected & { readonly senderId: string }> {
    const { organizationId } = signedIn.user
    return this.#unitOfWork.run(async (tx) => {
      await this.#assertMayStill(tx, signedIn, by)
      const senders = await lockedSenders(tx, organizationId)
      const { account, address, readsReplies } = grant
      const known = senders.find((sender) => sender.kind === kind && sender.settings['account'] === account)
      if (known === undefined) assertSpaceForOneMore(senders)
      const before = known && (await tx.senders.lock(organizationId, known.id))
      const settings = { ...before?.settings, account, readsReplies }
      const sender: Sender = before
        ? { ...before, ...reconnected(before), email: address, settings, revision: before.revision + 1 }
        : {
            ...this.#newSender(organizationId, kind, grant),
            settings,
            isDefault: await isFirstDefault(tx, organizationId, senders),
          }
      const sealed = this.#sealed(sender.id, grant)
      if (before) {
        await tx.senders.save(sender)
        await tx.senders.saveCredentials(sender.id, sealed, new Date(grant.expiresAt))
        const since = this.#clock.now()
        await tx.jobs.outdateWaits({ organizationId, senderId: sender.id, since, endsCooldown: true })
      } else await tx.senders.add(sender, sealed, new Date(grant.expiresAt))
      if (place !== null) await tx.senders.keepPlace(sender.id, place)
      const after = { kind, address, isDefault: sender.isDefault }
      await tx.audit.add({
        action: 'sender.connected',
        organizationId,
        by,
        subject: subjectOf(sender),
        after,
      })
      const leavesDefault = !before && senders.length === 0 && !sender.isDefault
      return { senderId: sender.id, email: address, isNew: !before, leavesDefault }
    })
  }

  #newSender(organizationId: string, kind: ProviderKind, { address, name }: Grant): Omit<Sender, 'settings'> {
    return {
      ...noSenderLimits,
      id: this.#ids.next(),
      organizationId,
      kind,
      name: name ?? address,
      email: address,
      replyTo: null,
      signature: null,
      signatureHtml: null,
      status: 'connected',
      fault: null,
      isDefault: false,
      rampFrom: null,
      maxPerDay: null,
      poolId: null,
      revision: 1,
      createdAt: this.#clock.now(),
    }
  }

  #sealed(id: string, { refreshToken, accessToken, expiresAt }: TokenCredentials): string {
    const credentials: TokenCredentials = { refreshToken, accessToken, expiresAt }
    return this.#sealing.seal(JSON.stringify(credentials), { kind: 'sender credentials', id })
  }
}

/**
 * Returns the changes that reconnect a sender. A paused sender stays paused, because a user paused it on
 * purpose.
 */
function reconnected({ status }: Sender): Partial<Sender> {
  return status === 'needsAttention' ? { status: 'connected', fault: null } : {}
}
