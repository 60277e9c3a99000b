import type { SendOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import type { ProviderKind } from '../../../domain/sender/connect-state.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import type { SenderOffers } from '../../../domain/sender/sender-offers.ts'
import type { SmtpServer } from '../../../domain/sender/smtp-server.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import {
  type Access,
  EmailChannel,
  SenderAccessError,
  SenderChannels,
} from '../../../ports/sender/message/channels.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { SenderAccount, SenderStore } from '../../../ports/sender/senders.ts'
import type { AllowedPrivateHosts } from '../allowed-private-hosts.ts'
import type { HttpClient } from '../http-client.ts'
import { SmtpChannel, smtpAccount } from '../smtp/smtp-channel.ts'
import { gmailApi } from './gmail-api.ts'
import { graphApi } from './graph-api.ts'
import { guardedSockets } from './guarded-socket.ts'
import { IdleChannel, needsAttention, noSender, pausedSender } from './idle-channels.ts'
import { ProviderChannel } from './provider-channel.ts'
import { accessTo, passwordIn, type SenderTokens } from './sender-tokens.ts'
import { smtpFaultOf } from './smtp-fault.ts'

/** The number of connections to one SMTP account, each of which sends one message at a time. */
const connections = 2
const patience: IdleLimits = { idleMs: 5 * 60_000, sweepMs: 60_000 }
const maxCached = 500

interface CachedChannel {
  readonly revision: number
  readonly channel: EmailChannel
  readonly close: () => void
  usedAt: number
}

/**
 * The milliseconds after which unused connections of a sender are closed, and the milliseconds between checks
 * for them.
 */
interface IdleLimits {
  readonly idleMs: number
  readonly sweepMs: number
}

/** The services that the channels of senders share, such as tokens and encryption. */
export class ChannelParts {
  readonly senders: SenderStore
  readonly tokens: SenderTokens
  readonly sealing: Sealing
  readonly messageTokens: MessageTokens
  readonly deployment: EmailChannel
  readonly offers: SenderOffers
  readonly allowed: AllowedPrivateHosts
  readonly clock: Clock

  constructor(
    senders: SenderStore,
    tokens: SenderTokens,
    sealing: Sealing,
    messageTokens: MessageTokens,
    deployment: EmailChannel,
    offers: SenderOffers,
    allowed: AllowedPrivateHosts,
    clock: Clock,
  ) {
    this.senders = senders
    this.tokens = tokens
    this.sealing = sealing
    this.messageTokens = messageTokens
    this.deployment = deployment
    this.offers = offers
    this.allowed = allowed
    this.clock = clock
  }
}

/**
 * `CachedSenderChannels` keeps one channel for each sender, with its connections, until the sender is changed
 * or has been idle for minutes.
 */
export class CachedSenderChannels extends SenderChannels {
  readonly #parts: ChannelParts
  readonly #apis: Readonly<Record<ProviderKind, string>>
  readonly #client: HttpClient
  /** The channels by sender, least recently used first. The first is closed when there are too many. */
  readonly #channels = new Map<string, CachedChannel>()
  readonly #idleMs: number
  readonly #sweep: NodeJS.Timeout

  constructor(
    parts: ChannelParts,
    apis: Readonly<Record<ProviderKind, string>>,
    client: HttpClient,
    { idleMs, sweepMs } = patience,
  ) {
    super()
    this.#parts = parts
    this.#apis = apis
    this.#client = client
    this.#idleMs = idleMs
    this.#sweep = setInterval(() => this.#closeIdle(), sweepMs).unref()
  }

  override async of(organizationId: string, senderId: string, revision?: number): Promise<EmailChannel> {
    const known = revision === undefined ? null : this.#used(senderId, revision)
    if (known !== null) return known
    const account = await this.#parts.senders.account(organizationId, senderId)
    if (account === null) {
      this.#drop(senderId)
      return noSender()
    }
    const open = this.#used(senderId, account.sender.revision)
    if (open !== null) return open
    this.#drop(senderId)
    const { channel, close } = this.#made(account)
    this.#channels.set(senderId, { channel, close, revision: account.sender.revision, usedAt: Date.now() })
    const [longest] = this.#channels.keys()
    if (this.#channels.size > maxCached && longest !== undefined) this.#drop(longest)
    return channel
  }

  override async accessOf(organizationId: string, senderId: string): Promise<Access> {
    const account = await this.#parts.senders.account(organizationId, senderId)
    if (account === null) throw new SenderAccessError('The sender is not connected')
    return accessTo(account, this.#parts.tokens, this.#parts.sealing)
  }

  override faultOf(server: SmtpServer, password: string): Promise<string | null> {
    return smtpFaultOf(server, password, this.#parts.allowed)
  }

  /**
   * Returns the open channel of a sender's revision, and sets the time of its last use to now. Returns null
   * if no channel is open for that revision.
   */
  #used(senderId: string, revision: number): EmailChannel | null {
    const cached = this.#channels.get(senderId)
    if (cached?.revision !== revision) return null
    this.#channels.delete(senderId)
    this.#channels.set(senderId, cached)
    cached.usedAt = Date.now()
    return cached.channel
  }

  close(): void {
    clearInterval(this.#sweep)
    for (const senderId of this.#channels.keys()) this.#drop(senderId)
  }

  #closeIdle(): void {
    for (const [senderId, { usedAt }] of this.#channels)
      if (Date.now() - usedAt > this.#idleMs) this.#drop(senderId)
  }

  #drop(senderId: string): void {
    this.#channels.get(senderId)?.close()
    this.#channels.delete(senderId)
  }

  #made({ sender, credentials }: SenderAccount): Pick<CachedChannel, 'channel' | 'close'> {
    const closed = () => {}
    if (sender.status === 'paused') return { channel: pausedSender(), close: closed }
    if (sender.status === 'needsAttention')
      return {
        channel: new IdleChannel(
          needsAttention(sender.fault?.serverResponse ?? 'see the page of the sender'),
        ),
        close: closed,
      }
    switch (sender.kind) {
      case 'deployment': {
        const isOffered = this.#parts.offers.kinds.includes('deployment')
        return {
          channel: isOffered ? new SignedChannel(this.#parts.deployment, sender) : noSender(),
          close: closed,
        }
      }
      case 'smtp': {
        const channel = this.#smtp(sender, credentials)
        return { channel, close: () => 'close' in channel && channel.close() }
      }
      case 'google':
      case 'microsoft':
        return { channel: this.#provider({ ...sender, kind: sender.kind }), close: closed }
    }
  }

  #smtp(sender: Sender, sealed: string | null): SmtpOfSender | IdleChannel {
    const { sealing, messageTokens, allowed } = this.#parts
    const password = sealed && passwordIn(sealed, sender.id, sealing)
    if (password === null)
      return new IdleChannel(
        needsAttention('its stored password cannot be decrypted; enter the password again'),
      )
    const server = smtpAccount(
      sender.settings as unknown as SmtpServer,
      password,
      guardedSockets(allowed.hosts),
    )
    const onRefused = (serverResponse: string) => this.#report(sender, 'SMTP_REFUSED', serverResponse)
    return new SmtpOfSender(
      new SmtpChannel({ server, from: null, connections, messageTokens, onRefused }),
      sender,
    )
  }

  #provider(sender: Sender & { readonly kind: ProviderKind }): EmailChannel {
    const { tokens, messageTokens, clock } = this.#parts
    return new ProviderChannel({
      sender,
      api: sender.kind === 'google' ? gmailApi : graphApi,
      url: this.#apis[sender.kind],
      tokens,
      messageTokens,
      client: this.#client,
      clock,
      onFault: (code, serverResponse) => this.#report(sender, code, serverResponse),
    })
  }

  #report({ organizationId, id, revision }: Sender, code: string, serverResponse: string): Promise<void> {
    const { senders, clock } = this.#parts
    return senders.reportFault(organizationId, id, revision, { code, serverResponse }, clock.now())
  }
}

/** `SignedChannel` sends through another channel with one sender as the author of every message. */
class SignedChannel extends EmailChannel {
  override readonly atOnce: number | null
  readonly #channel: EmailChannel
  readonly #sender: Sender

  constructor(channel: EmailChannel, sender: Sender) {
    super()
    this.atOnce = channel.atOnce
    this.#channel = channel
    this.#sender = sender
  }

  override send(message: EmailMessage): Promise<SendOutcome> {
    return this.#channel.send({ ...message, from: this.#sender })
  }
}

class SmtpOfSender extends SignedChannel {
  readonly #smtp: SmtpChannel

  constructor(smtp: SmtpChannel, sender: Sender) {
    super(smtp, sender)
    this.#smtp = smtp
  }

  close(): void {
    this.#smtp.close()
  }
}
