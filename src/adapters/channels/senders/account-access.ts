import type { PasswordCredentials } from '../../../domain/sender/credentials.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import { GrantRevoked } from '../../../ports/sender/mail-providers.ts'
import { type Access, SenderAccessError } from '../../../ports/sender/message/channels.ts'
import type { SenderAccount } from '../../../ports/sender/senders.ts'
import type { SenderTokens } from './sender-tokens.ts'

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
  const opened = sealing.open(credentials, { kind: 'sender credentials', id: senderId })
  return opened === null ? null : (JSON.parse(opened) as PasswordCredentials).password
}
