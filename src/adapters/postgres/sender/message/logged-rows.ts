import type { SentMessage } from '../../../../domain/sender/message/logged-message.ts'
import type { Sealing } from '../../../../ports/sealing.ts'

/** The recipient and the subject of a logged message. */
export type LoggedHead = Pick<SentMessage, 'to' | 'subject'>
/** The text and the HTML of a logged message. */
export type LoggedBody = Pick<SentMessage, 'text' | 'html'>

const headOf = (id: string) => ({ kind: 'logged message', id }) as const
const bodyOf = (id: string) => ({ kind: 'logged message', id: `${id} body` }) as const

export function sealedHead({ to, subject }: LoggedHead, id: string, sealing: Sealing): Buffer {
  return sealing.sealBytes(Buffer.from(JSON.stringify({ to, subject })), headOf(id))
}

export function sealLoggedBody({ text, html }: LoggedBody, id: string, sealing: Sealing): Buffer {
  return sealing.sealBytes(Buffer.from(JSON.stringify({ text, html })), bodyOf(id))
}

/** Returns the recipient and the subject of a logged message; null if they cannot be decrypted. */
export function openedHead(sealed: Uint8Array, id: string, sealing: Sealing): LoggedHead | null {
  const bytes = sealing.openBytes(sealed, headOf(id))
  return bytes === null ? null : (JSON.parse(bytes.toString()) as LoggedHead)
}

export function openLoggedBody(sealed: Uint8Array, id: string, sealing: Sealing): LoggedBody | null {
  const bytes = sealing.openBytes(sealed, bodyOf(id))
  return bytes === null ? null : (JSON.parse(bytes.toString()) as LoggedBody)
}
