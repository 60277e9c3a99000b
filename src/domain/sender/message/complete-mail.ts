import type { MailFooter } from '../../mail-footer.ts'
import type { Signature } from '../signature.ts'
import { escapedHtml } from './escaped-html.ts'
import type { EmailMessage } from './message.ts'
import { htmlOfFooter, linesInHtml, textOfFooter } from './rendered-footer.ts'

/** The parts of an e-mail around its content. */
export interface MailParts {
  /** The rendered text that inboxes show beside the subject; empty for none. */
  readonly preheader: string
  readonly addsSignature: boolean
  /** The footer of the organization; null for none. */
  readonly footer: MailFooter | null
}

/** An e-mail whose preheader, signature and footer are not in its bodies yet. */
export interface MailContent extends Omit<EmailMessage, 'plainText' | 'parts'> {
  readonly parts: MailParts
}

/**
 * Returns an e-mail as it is sent: the content, then the signature of its sender, then the footer of the organization,
 * in both bodies, and the preheader at the start of the HTML. `plainText` is generated from the HTML of the content if
 * the e-mail has no text.
 */
export function completeMail(
  { parts, ...content }: MailContent,
  sender: Signature | null,
  plainText?: string,
): EmailMessage {
  const { preheader, addsSignature, footer } = parts
  const { html, text, unsubscribeUrl } = content
  const signature = addsSignature ? sender : null
  const inText = textAfter(signature, footer, unsubscribeUrl)
  return {
    ...content,
    text: text === null ? null : text + inText,
    html: html === null ? null : around(html, preheader, htmlAfter(signature, footer, unsubscribeUrl)),
    ...(plainText === undefined ? {} : { plainText: plainText + inText }),
  }
}

function textAfter(sender: Signature | null, footer: MailFooter | null, url: string): string {
  const signature = sender?.signature == null ? '' : `\n\n-- \n${sender.signature}`
  return footer === null ? signature : `${signature}\n\n${textOfFooter(footer, url)}`
}

function htmlAfter(sender: Signature | null, footer: MailFooter | null, url: string): string {
  const signature = sender === null ? '' : htmlOfSignature(sender)
  return footer === null ? signature : signature + htmlOfFooter(footer, url)
}

function htmlOfSignature({ signature, signatureHtml }: Signature): string {
  if (signatureHtml !== null) return `<div>${signatureHtml}</div>`
  return signature === null ? '' : `<p>${linesInHtml(signature)}</p>`
}

function around(html: string, preheader: string, after: string): string {
  const end = after === '' ? -1 : html.search(/<\/body\s*>/i)
  const at = end === -1 ? html.length : end
  const ended = html.slice(0, at) + after + html.slice(at)
  const line = preheader.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return ended
  const body = /<body\b[^>]*>/i.exec(ended)
  const start = body === null ? 0 : body.index + body[0].length
  return ended.slice(0, start) + hidden(line) + ended.slice(start)
}

const invisible =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden'

/**
 * The number of characters that inboxes show beside the subject. Invisible spaces fill a shorter preheader, so that the
 * beginning of the content is not shown too.
 */
const shownLength = 100

function hidden(line: string): string {
  const spaces = '&#847;&zwnj;&nbsp;'.repeat(Math.max(0, shownLength - line.length))
  return `<div style="${invisible};mso-hide:all">${escapedHtml(line)}${spaces}</div>`
}
