import type { OutboxMessage } from '../../../../domain/sender/message/message.ts'
import type { Sealing } from '../../../../ports/sealing.ts'

/** The recipient and the content of a captured message. */
export type MessageContent = Pick<OutboxMessage, 'to' | 'subject' | 'text' | 'html'>

export function sealedMessage(
  { to, subject, text, html }: MessageContent,
  id: string,
  sealing: Sealing,
): Buffer {
  const content: MessageContent = { to, subject, text, html }
  return sealing.sealBytes(Buffer.from(JSON.stringify(content)), { kind: 'captured message', id })
}

/** Returns the recipient and the content of a captured message; null if they cannot be decrypted. */
export function openedMessage(sealed: Uint8Array, id: string, sealing: Sealing): MessageContent | null {
  const bytes = sealing.openBytes(sealed, { kind: 'captured message', id })
  return bytes === null ? null : (JSON.parse(bytes.toString()) as MessageContent)
}
