import { type Node, DOMParser as SchemaParser } from 'prosemirror-model'
import { comparableHtml, htmlOf } from './mail-html.ts'
import { mailSchema } from './mail-schema.ts'

const parser = SchemaParser.fromSchema(mailSchema)

/** The document of a message; null where the editor would write something else than what is there. */
export function readHtml(html: string): Node | null {
  const page = new DOMParser().parseFromString(html, 'text/html')
  if (page.head.childElementCount > 0) return null
  const doc = parser.parse(page.body)
  return comparableHtml(htmlOf(doc)) === comparableHtml(html) ? doc : null
}
