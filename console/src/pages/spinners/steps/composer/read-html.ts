import { type Node, DOMParser as SchemaParser } from 'prosemirror-model'
import { comparableHtml, htmlOf } from './mail-html.ts'
import { mailSchema } from './mail-schema.ts'

const parser = SchemaParser.fromSchema(mailSchema)

/** Anything else is not even parsed: the page's policy would be asked about its styles and scripts, and complain. */
const foreign =
  /<(?!\/?(?:p|h[1-3]|ul|ol|li|blockquote|hr|br|img|a|strong|b|em|i)[\s/>])[a-z/!?]|\son\w+\s*=/i

/** The document of a message; null where the editor would write something else than what is there. */
export function readHtml(html: string): Node | null {
  if (foreign.test(html)) return null
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (page.head.childElementCount > 0) return null
  const doc = parser.parse(page.body)
  return comparableHtml(htmlOf(doc)) === comparableHtml(html) ? doc : null
}
