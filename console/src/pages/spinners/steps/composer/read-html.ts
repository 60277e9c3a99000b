import { type Node, DOMParser as SchemaParser } from 'prosemirror-model'
import { t } from '../../../../languages/text.ts'
import { comparableHtml, htmlOf } from './mail-html.ts'
import { mailSchema } from './mail-schema.ts'
import { cleanHtml } from './paste/clean-html.ts'

const parser = SchemaParser.fromSchema(mailSchema)

/**
 * Matches HTML that the e-mail editor cannot edit: other elements or event attributes. It is not parsed,
 * because the page's policy would check and report its styles and scripts.
 */
const foreign =
  /<(?!\/?(?:p|h[1-3]|ul|ol|li|blockquote|hr|br|img|a|strong|b|em|i|span|table|tbody|tr|td)[\s/>])[a-z/!?]|\son\w+\s*=/i

/** Parses the HTML of an e-mail for the editor. Returns null if the editor would write different HTML. */
export function readHtml(html: string): Node | null {
  if (foreign.test(html)) return null
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (page.head.childElementCount > 0) return null
  const doc = parser.parse(page.body)
  return comparableHtml(htmlOf(doc)) === comparableHtml(html) ? doc : null
}

/** HTML as the e-mail editor would write it, with the names of the parts that it cannot take over. */
export interface Converted {
  readonly html: string
  readonly losses: readonly string[]
}

/** Returns HTML that the editor cannot show as HTML that it can, with what that loses. */
export function convertedHtml(html: string): Converted {
  const { html: clean, losses } = cleanHtml(html)
  const page = new DOMParser().parseFromString(clean, 'text/html')
  const converted = htmlOf(parser.parse(page.body))
  const tagsOf = (text: string) => text.match(/\{\{|\{%/g)?.length ?? 0
  const ofTags = tagsOf(converted) < tagsOf(html) ? [t('template tags outside of text')] : []
  const all = [...losses, ...ofTags]
  return { html: converted, losses: all.length === 0 ? [t('styles of single parts')] : all }
}
