import PostalMime, { decodeWords, type Email } from 'postal-mime'
import type { IncomingMail, MailFault } from '../../../domain/sender/inbound/incoming-mail.ts'
import { cutText, storableText } from '../../../domain/storable-text.ts'
import { boundedMail } from './bounded-mail.ts'

/**
 * The largest part of a mail that is read, in bytes: its headers and the beginning of its text. Mails of ten
 * megabytes exist.
 */
export const mostMailBytes = 96 * 1024
const mostText = 64 * 1024

/** A mail as a mailbox holds it; the bytes after `mostMailBytes` are cut off. */
export interface RawMail {
  readonly bytes: Buffer
  readonly receivedAt: Date
  readonly providerId: string | null
  readonly providerThread: string | null
  readonly fault?: MailFault
}

const ofTrace = new Set(['received', 'authentication-results', 'from'])
const mostTrace = 100
const mostTraceText = 8 * 1024

const ofReport = /^(?:message\/|text\/rfc822-headers)/

/**
 * Parses a mail and never fails. If a mail cannot be parsed, only its headers are; a mail without headers is
 * empty.
 */
export async function parsedMail({ bytes: whole, ...known }: RawMail): Promise<IncomingMail> {
  const bytes = boundedMail(whole)
  const email = (await parsed(bytes)) ?? (await parsed(headersOf(bytes)))
  const headers = new Map<string, string>()
  for (const { key, value } of email?.headers ?? [])
    if (!headers.has(key)) headers.set(key, storableText(decodeWords(value)))
  const trace = (email?.headers ?? []).filter(({ key }) => ofTrace.has(key)).slice(0, mostTrace)
  const text = email?.text ?? withoutTags(email?.html ?? '')
  const parts = (email?.attachments ?? []).filter(({ mimeType }) => ofReport.test(mimeType))
  return {
    ...known,
    headers,
    trace: trace.map(({ key, value }) => ({ name: key, value: cutText(storableText(value), mostTraceText) })),
    from: storableText(email?.from?.address ?? '').trim() || null,
    subject: cutText(storableText(email?.subject ?? ''), 1_000),
    text: storableText(cutText(text, mostText)),
    parts: parts.map(({ mimeType: type, content }) => ({
      type,
      text: storableText(cutText(typeof content === 'string' ? content : '', mostText)),
    })),
  }
}

async function parsed(bytes: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      attachmentEncoding: 'utf8',
      maxNestingDepth: 20,
      maxHeadersSize: mostMailBytes,
    })
  } catch {
    return null
  }
}

function headersOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n\r\n')
  return Buffer.concat([bytes.subarray(0, end === -1 ? bytes.length : end), Buffer.from('\r\n\r\n')])
}

function withoutTags(html: string): string {
  return cutText(html, mostMailBytes)
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
    .replaceAll('&nbsp;', ' ')
}
