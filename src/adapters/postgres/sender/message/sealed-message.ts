import type { OutboxMessage } from '../../../../domain/sender/message/message.ts'
import type { Sealing } from '../../../../ports/sealing.ts'

/** What a captured message says, and to whom. */
export type MessageContent = Pick<OutboxMessage, 'to' | 'subject' | 'text' | 'html'>

export function sealedMessage(
  { to, subject, text, html }: MessageContent,
  id: string,
  sealing: Sealing,
): Buffer {
  const content: MessageContent = { to, subject, text, html }
  return sealing.sealBytes(Buffer.from(JSON.stringify(content)), { kind: 'captured message', id })
}

/** Null where it cannot be opened. */
export function openedMessage(sealed: Uint8Array, id: string, sealing: Sealing): MessageContent | null {
  const bytes = sealing.openBytes(sealed, { kind: 'captured message', id })
  return bytes === null ? null : (JSON.parse(bytes.toString()) as MessageContent)
}
