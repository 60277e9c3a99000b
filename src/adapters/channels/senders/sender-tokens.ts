import type { ProviderKind } from '../../../domain/sender/connect-state.ts'
import type { PasswordCredentials, TokenCredentials } from '../../../domain/sender/credentials.ts'
import type { Sender } from '../../../domain/sender/sender.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { GrantRevoked, type MailProviders } from '../../../ports/sender/mail-providers.ts'
import { type Access, SenderAccessError } from '../../../ports/sender/message/channels.ts'
import type { SenderAccount, SenderStore } from '../../../ports/sender/senders.ts'

export type ProviderSender = Pick<Sender, 'id' | 'organizationId' | 'revision'> & {
  readonly kind: ProviderKind
}

/**
 * The shortest remaining lifetime in milliseconds of an access token that is used. A token with less is
 * renewed first, so that it does not expire before the provider checks it.
 */
const minRemainingMs = 60_000
const maxCached = 5_000

/**
 * `SenderTokens` returns access tokens of senders and renews tokens that expire soon. A token is renewed only
 * by the first process that needs it.
 */
export class SenderTokens {
  readonly #senders: SenderStore
  readonly #providers: MailProviders
  readonly #sealing: Sealing
  readonly #clock: Clock
  /**
   * The cached OAuth access tokens, by sender and revision. A new consent of the account's owner creates a
   * new revision.
   */
  readonly #credentials = new Map<string, TokenCredentials>()
  readonly #renewals = new Map<string, Promise<TokenCredentials>>()

  constructor(senders: SenderStore, providers: MailProviders, sealing: Sealing, clock: Clock) {
    this.#senders = senders
    this.#providers = providers
    this.#sealing = sealing
    this.#clock = clock
  }

  /**
   * Returns an access token of a sender. `refused` is a token that the provider no longer accepts. Throws
   * GrantRevoked and ProviderUnavailable.
   */
  async of(sender: ProviderSender, refused: string | null = null): Promise<string> {
    const slot = `${sender.id} ${sender.revision}`
    const cachedToken = this.#credentials.get(slot)
    if (cachedToken !== undefined && this.#isGood(cachedToken, refused)) return cachedToken.accessToken
    // All messages of a sender in this process share one read of its token row; otherwise their connections
    // would wait for each other.
    const inProgress = this.#renewals.get(slot) ?? this.#renewed(slot, sender, refused)
    this.#renewals.set(slot, inProgress)
    try {
      return (await inProgress).accessToken
    } finally {
      this.#renewals.delete(slot)
    }
  }

  async #renewed(slot: string, sender: ProviderSender, refused: string | null): Promise<TokenCredentials> {
    const { id, organizationId, kind } = sender
    const of = { kind: 'sender credentials', id } as const
    const decryptCredentials = (sealed: string) => {
      const text = this.#sealing.open(sealed, of)
      if (text === null) throw new GrantRevoked('the stored access of the account cannot be decrypted')
      return JSON.parse(text) as TokenCredentials
    }
    const sealed = await this.#senders.renewCredentials(organizationId, id, async (held) => {
      const credentials = decryptCredentials(held)
      if (this.#isGood(credentials, refused)) return null
      const renewed = await this.#providers.renewed(kind, credentials.refreshToken)
      return {
        credentials: this.#sealing.seal(JSON.stringify(renewed), of),
        expiresAt: new Date(renewed.expiresAt),
      }
    })
    if (sealed === null) throw new GrantRevoked('the sender was disconnected')
    const credentials = decryptCredentials(sealed)
    if (this.#credentials.size >= maxCached) this.#credentials.clear()
    this.#credentials.set(slot, credentials)
    return credentials
  }

  #isGood({ accessToken, expiresAt }: TokenCredentials, refused: string | null): boolean {
    const left = new Date(expiresAt).getTime() - this.#clock.now().getTime()
    return accessToken !== refused && left > minRemainingMs
  }
}

/** Returns the password or token of a sender's account. Throws `SenderAccessError` if there is none. */
export async function accessTo(
  { sender, credentials }: SenderAccount,
  tokens: SenderTokens,
  sealing: Sealing,
): Promise<Access> {
  const { kind, settings } = sender
  if (kind === 'google' || kind === 'microsoft') {
    try {
      return { kind, settings, token: await tokens.of({ ...sender, kind }) }
    } catch (error) {
      if (error instanceof GrantRevoked) throw new SenderAccessError(error.message)
      throw error
    }
  }
  if (credentials === null) return { kind, settings }
  const password = passwordIn(credentials, sender.id, sealing)
  if (password !== null) return { kind, settings, password }
  throw new SenderAccessError(
    'The stored password cannot be decrypted, because its key is missing; enter the password again',
  )
}

/** Returns the password of a sender's SMTP account; null if the stored credentials cannot be decrypted. */
export function passwordIn(credentials: string, senderId: string, sealing: Sealing): string | null {
  const decryptCredentials = sealing.open(credentials, { kind: 'sender credentials', id: senderId })
  return decryptCredentials === null ? null : (JSON.parse(decryptCredentials) as PasswordCredentials).password
}
