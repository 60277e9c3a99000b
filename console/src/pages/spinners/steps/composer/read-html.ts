import { type Node, DOMParser as SchemaParser } from 'prosemirror-model'
import { comparableHtml, htmlOf } from './mail-html.ts'
import { mailSchema } from './mail-schema.ts'

const parser = SchemaParser.fromSchema(mailSchema)

/**
 * Matches HTML that the e-mail editor cannot edit: other elements or event attributes. It is not parsed,
 * because the page's policy would check and report its styles and scripts.
 */
const foreign =
  /<(?!\/?(?:p|h[1-3]|ul|ol|li|blockquote|hr|br|img|a|strong|b|em|i)[\s/>])[a-z/!?]|\son\w+\s*=/i

/** Parses the HTML of an e-mail for the editor. Returns null if the editor would write different HTML. */
export function readHtml(html: string): Node | null {
  if (foreign.test(html)) return null
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (page.head.childElementCount > 0) return null
  const doc = parser.parse(page.body)
  return comparableHtml(htmlOf(doc)) === comparableHtml(html) ? doc : null
}
