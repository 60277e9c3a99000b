import PostalMime, { decodeWords, type Email } from 'postal-mime'
import type { IncomingMail, MailFault } from '../../../domain/sender/inbound/incoming-mail.ts'
import type { MailBody } from '../../../domain/sender/message/mail-content.ts'
import { wordsOfHtml } from '../../../domain/text/html-words.ts'
import { cutText, storableText } from '../../../domain/text/storable-text.ts'
import { boundedMail } from './bounded-mail.ts'
import { decodePartOfUnknownCharset, legacyText, namedCharset, withKnownCharset } from './mail-text.ts'

/**
 * The largest part of a mail that is read, in bytes: its headers and the beginning of its text. Mails of ten
 * megabytes exist.
 */
export const maxMailBytes = 96 * 1024
const maxText = 64 * 1024
/** The largest numbers of attachments and recipients of a mail that its thread shows. */
const maxAttachments = 50
const maxRecipients = 20
/** The largest number of characters of a name in a mail, such as a file name. */
const maxName = 254

/** A mail as a mailbox holds it; the bytes after `maxMailBytes` are cut off. */
export interface RawMail {
  readonly bytes: Buffer
  readonly receivedAt: Date
  readonly providerId: string | null
  readonly providerThread: string | null
  readonly fault?: MailFault
}

const ofTrace = new Set(['received', 'authentication-results', 'from'])
const maxTrace = 100
const maxTraceText = 8 * 1024

const ofReport = /^(?:message\/|text\/rfc822-headers)/

/**
 * Parses a mail and never fails. If a mail cannot be parsed, only its headers are; a mail without headers is
 * empty.
 */
export async function parsedMail({ bytes: whole, ...known }: RawMail): Promise<IncomingMail> {
  const bytes = withKnownCharset(boundedMail(whole))
  const email = (await parsed(bytes)) ?? (await parsed(headersOf(bytes)))
  const headers = new Map<string, string>()
  for (const { key, value } of email?.headers ?? [])
    if (!headers.has(key)) headers.set(key, storableText(decodeWords(value)))
  const trace = (email?.headers ?? []).filter(({ key }) => ofTrace.has(key)).slice(0, maxTrace)
  return {
    ...known,
    headers,
    trace: trace.map(({ key, value }) => ({ name: key, value: cutText(storableText(value), maxTraceText) })),
    from: storableText(email?.from?.address ?? '').trim() || null,
    subject: cutText(storableText(legacyText(email?.subject ?? '')), 1_000),
    text: storableText(cutText(textOf(email, bytes), maxText)),
    body: bodyOf(email, bytes, whole.length >= maxMailBytes),
    reportParts: email === null ? [] : await partsOf(email, bytes),
  }
}

/**
 * Returns the parts of a mail that its thread shows. A mail that is cut off ends within its last attachment, whose size
 * is therefore not known.
 */
function bodyOf(email: Email | null, bytes: Buffer, isCut: boolean): MailBody {
  const html = email?.html === undefined ? null : legacyText(email.html, namedCharset(bytes))
  const files = (email?.attachments ?? []).filter(({ mimeType }) => !ofReport.test(mimeType))
  const attachments = files.slice(0, maxAttachments).map(({ filename, mimeType, content }, no) => ({
    name: cutText(storableText(filename ?? ''), maxName),
    mediaType: cutText(storableText(mimeType), maxName),
    size: isCut && no === files.length - 1 ? null : sizeOf(content),
  }))
  return {
    authorName: nameIn(email?.from?.name),
    to: (email?.to ?? [])
      .slice(0, maxRecipients)
      .flatMap(({ address }) => (address ? [nameIn(address)] : [])),
    html: html === null ? null : storableText(cutText(html, maxText)),
    attachments,
    isTruncated: isCut || (email?.text ?? '').length > maxText || (html ?? '').length > maxText,
  }
}

/** Returns a name or an address of a mail's header as one line of limited length. */
function nameIn(text = ''): string {
  return cutText(storableText(text.replaceAll(/[\p{Cc}\s<>]+/gu, ' ').trim()), maxName)
}

function sizeOf(content: ArrayBuffer | Uint8Array | string): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
}

/** Returns the text of a mail; its whole body if the parser found no part in it. */
function textOf(email: Email | null, bytes: Buffer): string {
  const text = email?.text ?? wordsOfHtml(cutText(email?.html ?? '', maxMailBytes))
  const charset = namedCharset(bytes)
  if (text.trim() === '' && (email?.attachments ?? []).length === 0) {
    const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'))
    return end === null ? '' : decodePartOfUnknownCharset(bytes.subarray(end.index + end[0].length), charset)
  }
  return legacyText(text, charset)
}

/**
 * Returns the parts of a report, then the parts of a report that it contains: some gateways wrap the report of
 * another server.
 */
async function partsOf(email: Email, bytes: Buffer): Promise<IncomingMail['reportParts']> {
  const own = reportParts(email, bytes, false)
  const wrapped = own.find(
    ({ type, text }) =>
      type === 'message/rfc822' && /^content-type:\s*multipart\/report\b/im.test(headOf(text)),
  )
  if (wrapped === undefined) return own
  const inner = Buffer.from(wrapped.text)
  const report = await parsed(boundedMail(inner))
  return report === null ? own : [...own, ...reportParts(report, inner, true)]
}

function reportParts(email: Email, bytes: Buffer, isNested: boolean): IncomingMail['reportParts'] {
  const charset = namedCharset(bytes)
  return email.attachments
    .filter(({ mimeType }) => ofReport.test(mimeType))
    .map(({ mimeType: type, content }) => {
      const text =
        typeof content === 'string' ? content : decodePartOfUnknownCharset(new Uint8Array(content), charset)
      return { type, text: storableText(cutText(text, maxText)), isNested }
    })
}

const headOf = (mail: string): string => mail.slice(0, Math.max(mail.search(/\r?\n\r?\n/), 0))

async function parsed(bytes: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: 20,
      maxHeadersSize: maxMailBytes,
    })
  } catch {
    return null
  }
}

function headersOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n\r\n')
  return Buffer.concat([bytes.subarray(0, end === -1 ? bytes.length : end), Buffer.from('\r\n\r\n')])
}
