import { describe, expect, it } from '@jest/globals'
import { escapedText } from '../../../console/src/pages/spinners/steps/composer/blocks/escaped.ts'
import { linkFault } from '../../../console/src/pages/spinners/steps/composer/link-fault.ts'
import {
  comparableHtml,
  htmlOf,
  htmlOfText,
} from '../../../console/src/pages/spinners/steps/composer/mail-html.ts'
import { mailSchema } from '../../../console/src/pages/spinners/steps/composer/mail-schema.ts'

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const written = (...content: object[]) => htmlOf(mailSchema.nodeFromJSON({ type: 'doc', content }))
const [bold, italic] = [{ type: 'strong' }, { type: 'em' }]

describe('the HTML of the composer', () => {
  it('is empty if nothing was written', () => {
    expect(written({ type: 'paragraph' })).toBe('')
  })

  it('opens and closes marks in order, even if one is longer', () => {
    const link = { type: 'link', attrs: { href: 'https://example.com/?a=1&b="2"' } }
    expect(written(paragraph(text('a', bold), text('b', bold, italic), text('c', link)))).toBe(
      '<p><strong>a<em>b</em></strong><a href="https://example.com/?a=1&amp;b=&quot;2&quot;">c</a></p>',
    )
  })

  it('keeps template tags as they were typed, and escapes everything else', () => {
    expect(escapedText('a < b & {% if x > 1 and y < 2 %}{{ "<b>" }} {{ n | default: "x" }}')).toBe(
      'a &lt; b &amp; {% if x > 1 and y < 2 %}{{ "&lt;b>" }} {{ n | default: "x" }}',
    )
  })

  it('keeps the description of an image, and makes none wider than a phone', () => {
    const image = { type: 'image', attrs: { src: 'cid:1', alt: 'A "logo"' } }
    expect(written(paragraph(image))).toBe(
      '<p><img src="cid:1" alt="A &quot;logo&quot;" style="max-width:100%;height:auto"></p>',
    )
  })

  it('is compared without meaningless markup', () => {
    expect(comparableHtml('<p>a</p>  <ul>\n<li><p>b</p></li> </ul><br/>')).toBe(
      '<p>a</p><ul><li>b</li></ul><br>',
    )
    expect(comparableHtml('<p class="x">a</p>')).not.toBe(comparableHtml('<p>a</p>'))
  })

  it('starts with the paragraphs of a text', () => {
    expect(htmlOfText('Hello,\nyou\n\nBye <b>\n')).toBe('<p>Hello,<br>you</p>\n<p>Bye &lt;b&gt;</p>')
  })
})

describe('a link', () => {
  it.each([
    'https://example.com/a?b',
    'mailto:a@example.com',
    'tel:+49123',
    '{{ unsubscribe_url }}',
    'https://{{ x }}/',
  ])('may lead to %s', (href) => expect(linkFault(href)).toBeNull())
  it.each([
    '',
    'example.com',
    'javascript:alert(1)',
    'https://',
    'https://localhost',
    ' https://example.com',
    'data:text/html,x',
  ])('may not lead to "%s"', (href) => expect(linkFault(href)).not.toBeNull())
})
