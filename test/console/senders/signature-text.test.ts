import { expect, it } from '@jest/globals'
import { textOfSignature } from '../../../console/src/pages/senders/signature/signature-text.ts'
import { mailSchema } from '../../../console/src/pages/spinners/steps/composer/mail-schema.ts'

const { paragraph, hard_break: line } = mailSchema.nodes
const link = (text: string, href: string) => mailSchema.text(text, [mailSchema.mark('link', { href })])
const bold = (text: string) => mailSchema.text(text, [mailSchema.mark('strong')])
const text = (words: string) => mailSchema.text(words)

it.each([
  [
    'lines and paragraphs',
    [[bold('Grace'), line?.create(), text('Example')], [text('Berlin')]],
    'Grace\nExample\nBerlin',
  ],
  [
    'an address of a link',
    [[link('Our looms', 'https://example.com/looms')]],
    'Our looms (https://example.com/looms)',
  ],
  ['no address that the link shows', [[link('example.com', 'https://example.com/')]], 'example.com'],
  ['no mail address twice', [[link('ada@example.com', 'mailto:ada@example.com')]], 'ada@example.com'],
  [
    'the address of a written link',
    [[link('Write to me', 'mailto:ada@example.com')]],
    'Write to me (ada@example.com)',
  ],
  ['nothing of an empty signature', [[]], ''],
])('the plain text of a signature has %s', (_, blocks, expected) => {
  const paragraphs = blocks.map((nodes) => paragraph?.create(null, nodes as never))
  const doc = mailSchema.topNodeType.create(null, paragraphs)
  expect(textOfSignature(doc)).toBe(expected)
})
