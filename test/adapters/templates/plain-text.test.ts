import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LiquidTemplates } from '../../../src/adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'
import { wordsOfHtml } from '../../../src/domain/text/html-words.ts'
import { boundedWaitMs, maxWaitDuring } from '../../support/max-wait.ts'

describe('the text that is made of HTML', () => {
  let threads: TemplateThreads
  let templates: LiquidTemplates

  beforeAll(() => {
    threads = new TemplateThreads()
    templates = new LiquidTemplates(threads)
  })
  afterAll(() => threads.close())

  it('contains the words of the HTML, with the addresses of its links', async () => {
    const html =
      '<h1>Hello</h1><p>See <a href="https://example.com/a">our offer</a>.</p><ul><li>one</li></ul>'
    expect(await templates.plainTextOf(html, 'one')).toBe(
      'Hello\n\nSee our offer [https://example.com/a].\n\n * one',
    )
  })

  it.each([
    ['lists in lists', `Hello ${'<ul><li>'.repeat(58_000)}there`],
    ['tags in tags', `Hello ${'<b>'.repeat(160_000)}there`],
    ['end tags without a start', `Hello ${'<b>'.repeat(9_000)}${'</p>'.repeat(110_000)}there`],
    ['the maximum number of tags', `Hello ${'<b>'.repeat(10_000)}${'</i>'.repeat(9_000)}`],
    ['a tag without an end', `Hello <b ${'a=b '.repeat(120_000)}`],
    ['styles without an end', `Hello ${'<style>'.repeat(70_000)}`],
    ['characters that begin a tag', `Hello ${'<'.repeat(490_000)}`],
  ])('is made of %s without delaying others', async (_what, html) => {
    let text = ''
    const waited = await maxWaitDuring(async () => {
      text = await templates.plainTextOf(html, 'one')
    })
    expect(text).toContain('Hello')
    expect(waited).toBeLessThan(boundedWaitMs)
  })

  it('contains the words only, if the HTML is too deep to lay out, or no thread is free', async () => {
    const deep = `<p>Hello &amp; welcome</p><style>p { color: red }</style><p>Ada</p>${'<ul><li>'.repeat(20_000)}`
    expect(await templates.plainTextOf(deep, 'one')).toBe('Hello & welcome\nAda')
    const closed = new TemplateThreads()
    await closed.close()
    expect(await new LiquidTemplates(closed).plainTextOf('<p>Hello</p><p>Ada</p>', 'one')).toBe('Hello\nAda')
  })

  it('keeps words after characters that do not begin a tag', () => {
    expect(wordsOfHtml('1 < 2 &lt;b&gt;<br>a<3')).toBe('1 < 2 <b>\na<3')
  })
})
