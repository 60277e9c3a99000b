import { describe, expect, it } from '@jest/globals'
import { HtmlPlainText } from '../../../src/adapters/channels/html-plain-text.ts'

const plainText = new HtmlPlainText()

describe('the text of a message that has none', () => {
  it('is what its HTML says, with the addresses of its links', async () => {
    const html =
      '<h1>Hello</h1><p>See <a href="https://example.com/a">our offer</a>.</p><ul><li>one</li></ul>'
    expect(await plainText.of(html)).toBe('Hello\n\nSee our offer [https://example.com/a].\n\n * one')
  })
})
