import { ownWordsOf } from '../../../../domain/sender/inbound/own-words.ts'
import type { MailContent } from '../../../../domain/sender/message/mail-content.ts'
import { cutText } from '../../../../domain/text/storable-text.ts'
import type { Sealing } from '../../../../ports/sealing.ts'

/** The parts of a mail that lists of threads show. Its text is the beginning of what the author wrote. */
export type MailHead = Pick<MailContent, 'from' | 'subject' | 'text'>
export type MailRest = Omit<MailContent, 'from' | 'subject'>

const maxPreview = 200

const headOf = (id: string) => ({ kind: 'thread message', id }) as const
const restOf = (id: string) => ({ kind: 'thread message', id: `${id} body` }) as const

export function sealedMailHead(content: MailContent, id: string, sealing: Sealing): Buffer {
  const text = cutText(ownWordsOf(content.text).replaceAll(/\s+/g, ' ').trim(), maxPreview)
  return sealMailHead({ from: content.from, subject: content.subject, text }, id, sealing)
}

export function sealMailHead({ from, subject, text }: MailHead, id: string, sealing: Sealing): Buffer {
  return sealing.sealBytes(Buffer.from(JSON.stringify({ from, subject, text })), headOf(id))
}

export function sealMailRest(
  { to, text, html, attachments, isTruncated }: MailRest,
  id: string,
  sealing: Sealing,
) {
  const rest: MailRest = { to, text, html, attachments, isTruncated }
  return sealing.sealBytes(Buffer.from(JSON.stringify(rest)), restOf(id))
}

/** Returns the author, the subject and the beginning of a mail; null if they cannot be decrypted. */
export function openedMailHead(sealed: Uint8Array, id: string, sealing: Sealing): MailHead | null {
  const bytes = sealing.openBytes(sealed, headOf(id))
  return bytes === null ? null : (JSON.parse(bytes.toString()) as MailHead)
}

export function openedMailRest(sealed: Uint8Array, id: string, sealing: Sealing): MailRest | null {
  const bytes = sealing.openBytes(sealed, restOf(id))
  return bytes === null ? null : (JSON.parse(bytes.toString()) as MailRest)
}
