import { inkOn } from './color.ts'
import { escapedAttribute, escapedText } from './escaped.ts'

/** The attributes of a button in an e-mail. */
export interface ButtonAttributes {
  readonly text: string
  readonly href: string
  /** The background of the button, such as "#1d4ed8". */
  readonly color: string
  readonly align: Align
}

export type Align = 'left' | 'center' | 'right'

/** The attributes of an image beside text. */
export interface BesideAttributes {
  readonly side: 'left' | 'right'
  readonly src: string
  readonly alt: string
}

const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Returns a button as HTML. Its link is in a table cell with a background, because Outlook pads no links. */
export function htmlOfButton({ text, href, color, align }: ButtonAttributes): string {
  const look = `display:inline-block;padding:12px 20px;border-radius:6px;background:${color};color:${inkOn(color)};font-weight:bold;text-decoration:none`
  const link = `<a href="${escapedAttribute(href)}" style="${look}">${escapedText(text)}</a>`
  const cell = `<td bgcolor="${color}" style="border-radius:6px">${link}</td>`
  return `${table} width="100%" style="margin:0 0 16px"><tr><td align="${align}">${table}><tr>${cell}</tr></table></td></tr></table>`
}

/**
 * Returns an image beside text as HTML: two tables in one cell that are next to each other where there is room for
 * both, also in Outlook, and below each other on a phone. The widths of both add up to less than 600 px.
 */
export function htmlOfBeside({ side, src, alt }: BesideAttributes, content: string): string {
  const image = `<img src="${escapedAttribute(src)}" alt="${escapedAttribute(alt)}" width="184" style="width:184px;max-width:100%;height:auto">`
  const gap = side === 'left' ? 'padding:0 16px 16px 0' : 'padding:0 0 16px 16px'
  const pictured = `${table} align="${side}" width="200" style="width:200px;max-width:100%"><tr><td style="${gap}">${image}</td></tr></table>`
  const written = `${table} align="left" width="340" style="width:340px;max-width:100%"><tr><td>\n${content}\n</td></tr></table>`
  return `${table} width="100%" style="table-layout:fixed;margin:0 0 16px"><tr><td>${pictured}${written}</td></tr></table>`
}
