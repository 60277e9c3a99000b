import type { PasswordCredentials } from '../../../domain/sender/credentials.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { GrantRevoked } from '../../../ports/sender/mail-providers.ts'
import {
  type Access,
  SenderAccess,
  SenderAccessError,
  type SenderAccounts,
} from '../../../ports/sender/sender-accounts.ts'
import type { SenderTokens } from './sender-tokens.ts'

/**
 * `AccountAccess` returns the password or token of a sender's account, with which its mailbox is read and its
 * messages are sent.
 */
export class AccountAccess extends SenderAccess {
  readonly #accounts: SenderAccounts
  readonly #tokens: SenderTokens
  readonly #sealing: Sealing

  constructor(accounts: SenderAccounts, tokens: SenderTokens, sealing: Sealing) {
    super()
    this.#accounts = accounts
    this.#tokens = tokens
    this.#sealing = sealing
  }

  override async accessOf(organizationId: string, senderId: string): Promise<Access> {
    const account = await this.#accounts.find(organizationId, senderId)
    if (account === null) throw new SenderAccessError('The sender is not connected')
    const { sender, credentials } = account
    const { kind, settings } = sender
    if (kind === 'google' || kind === 'microsoft') {
      try {
        return { kind, settings, token: await this.#tokens.of({ ...sender, kind }) }
      } catch (error) {
        if (error instanceof GrantRevoked) throw new SenderAccessError(error.message)
        throw error
      }
    }
    if (credentials === null) return { kind, settings }
    const opened = this.#sealing.open(credentials, { kind: 'sender credentials', id: senderId })
    if (opened === null)
      throw new SenderAccessError(
        'The stored password cannot be decrypted, because its key is missing; enter the password again',
      )
    return { kind, settings, password: (JSON.parse(opened) as PasswordCredentials).password }
  }
}
