import type { MailFooter } from '../../mail-footer.ts'
import { escapedHtml } from './escaped-html.ts'

const small = 'margin:24px 0 0;font-size:12px;line-height:1.5;color:#6b7280'

/** Returns the footer of an e-mail as HTML, with the link that unsubscribes the recipient. */
export function htmlOfFooter({ unsubscribeLine, postalAddress }: MailFooter, url: string): string {
  const [before, words, after] = partsOf(unsubscribeLine)
  const link = `<a href="${escapedHtml(url)}" style="color:#6b7280">${escapedHtml(words)}</a>`
  const line = `${escapedHtml(before)}${link}${escapedHtml(after)}`
  const address = postalAddress === null ? '' : `<br>${linesInHtml(postalAddress)}`
  return `<p style="${small}">${line}${address}</p>`
}

/** Returns the footer of an e-mail as plain text. */
export function textOfFooter({ unsubscribeLine, postalAddress }: MailFooter, url: string): string {
  const [before, words, after] = partsOf(unsubscribeLine)
  return `${before}${words} [${url}]${after}${postalAddress === null ? '' : `\n${postalAddress}`}`
}

/** Returns lines of plain text as HTML. */
export function linesInHtml(text: string): string {
  return escapedHtml(text).replaceAll(/\r?\n/g, '<br>')
}

function partsOf(line: string): readonly [string, string, string] {
  const [, before = '', words = line, after = ''] = /^([^[\]]*)\[([^[\]]+)\]([^[\]]*)$/.exec(line) ?? []
  return [before, words, after]
}
