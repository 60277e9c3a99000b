import type { SentMessage } from '../../../../domain/sender/message/logged-message.ts'
import type { Sealing } from '../../../../ports/sealing.ts'

/** To whom a logged message went, and under what subject. */
export type LoggedHead = Pick<SentMessage, 'to' | 'subject'>
/** What it said. */
export type LoggedBody = Pick<SentMessage, 'text' | 'html'>

const headOf = (id: string) => ({ kind: 'logged message', id }) as const
const bodyOf = (id: string) => ({ kind: 'logged message', id: `${id} body` }) as const

export function sealedHead({ to, subject }: LoggedHead, id: string, sealing: Sealing): Buffer {
  return sealing.sealBytes(Buffer.from(JSON.stringify({ to, subject })), headOf(id))
}

export function sealedBody({ text, html }: LoggedBody, id: string, sealing: Sealing): Buffer {
  return sealing.sealBytes(Buffer.from(JSON.stringify({ text, html })), bodyOf(id))
}

/** Null where it cannot be opened. */
export function openedHead(sealed: Uint8Array, id: string, sealing: Sealing): LoggedHead | null {
  const bytes = sealing.openBytes(sealed, headOf(id))
  return bytes === null ? null : (JSON.parse(bytes.toString()) as LoggedHead)
}

export function openedBody(sealed: Uint8Array, id: string, sealing: Sealing): LoggedBody | null {
  const bytes = sealing.openBytes(sealed, bodyOf(id))
  return bytes === null ? null : (JSON.parse(bytes.toString()) as LoggedBody)
}
