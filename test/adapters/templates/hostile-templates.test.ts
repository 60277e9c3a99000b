import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { LiquidTemplates } from '../../../src/adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'
import { recipientBudget, TemplateBudget } from '../../../src/domain/spinner/steps/template-budget.ts'
import { TemplateTooSlow } from '../../../src/ports/spinner/templates.ts'
import { endlessOver } from '../../support/data/endless-template.ts'
import { boundedWaitMs, maxWaitDuring } from '../../support/max-wait.ts'

const run = promisify(execFile)
const source = (file: string) => new URL(`../../../src/${file}`, import.meta.url).href

const now = new Date()
const maxGrowth = 150_000_000

const long = 'a b '.repeat(250_000)
const cells = {
  long,
  wide: '%9999999d'.repeat(50),
  dates: '%Y-%m-%d '.repeat(100_000),
}
const endless = endlessOver('long')
const rounds = (count: number, body: string) => `{% for i in (1..${count}) %}${body}{% endfor %}`

/** Hostile message templates of the test. Each blocked the process for seconds before rendering had a limit. */
const hostile = [
  ['remove_last', rounds(9_999, '{{ long | remove_last: "b" }}')],
  ['replace_last', rounds(9_999, '{{ long | replace_last: "b", "c" }}')],
  ['where_exp', '{{ long | split: "" | where_exp: "x", "x == 1" | size }}'],
  ['reject_exp', '{{ long | split: "" | reject_exp: "x", "x == 1" | size }}'],
  ['find_index_exp', '{{ long | split: "" | find_index_exp: "x", "x == 1" }}'],
  ['sort_natural', '{{ long | split: "" | sort_natural | size }}'],
  ['sort', '{{ long | split: "" | sort | join }}'],
  ['a date in a long format', rounds(9_999, '{{ "2026-11-20" | date: dates }}')],
  ['a date in a wide format', '{{ "2026-11-20" | date: wide }}'],
  ['hundreds of filters over a list', endless],
  ['45 kB of filters over a long cell', '{{ long | squish | size }}'.repeat(900)],
  ['a thousand long filters in one tag', `{{ long${' | upcase'.repeat(900)} }}`],
  ['texts that double', `{% assign a = "x" %}${rounds(60, '{% assign a = a | append: a %}')}`],
  ['loops in loops', rounds(9_999, rounds(9_999, rounds(9_999, '')))],
  ['an `if` of 9,000 operands', `{% if ${Array(9_000).fill('long').join(' or ')} %}x{% endif %}`],
  ['thousands of tags in {% liquid %}', `{% liquid\n${'echo long\n'.repeat(8_000)}%}`],
  ['paths of paths', `{{ ${'a['.repeat(8_000)}b${']'.repeat(8_000)} }}`],
  ['tags in tags', '{% if long %}'.repeat(900) + '{% endif %}'.repeat(900)],
] as const

let threads: TemplateThreads
let templates: LiquidTemplates

beforeEach(() => {
  threads = new TemplateThreads()
  templates = new LiquidTemplates(threads)
})
afterEach(() => threads.close())

const refusal = expect.objectContaining({
  kind: expect.stringMatching(/^(invalid|overloaded)$/),
  message: expect.stringMatching(/\S/),
})
/**
 * Returns a time limit of 10 seconds for rendering in the test, for templates that must render even on a busy
 * machine.
 */
const patience = (organizationId = 'organization') => new TemplateBudget(organizationId, 10_000)
const render = async (template: string, budget = recipientBudget('organization')) =>
  await templates.render(template, cells, 'text', budget, now)

describe('a hostile template', () => {
  it.each(hostile)('with %s is refused, and delays nothing else', async (_what, template) => {
    await render('{{ long | size }}', patience())
    const before = process.memoryUsage().rss
    const waited = await maxWaitDuring(() => expect(render(template)).rejects.toThrow(refusal))
    expect(waited).toBeLessThan(boundedWaitMs)
    expect(process.memoryUsage().rss - before).toBeLessThan(maxGrowth)
  })

  it.each(hostile)('with %s is saved or refused, and delays nothing else', async (_what, template) => {
    const waited = await maxWaitDuring(async () => {
      try {
        await templates.columnsOf(template, new TemplateBudget('organization', 2_000))
      } catch (error) {
        expect(error).toEqual(refusal)
      }
    })
    expect(waited).toBeLessThan(boundedWaitMs)
  })

  it.each([
    [
      '{% liquid %} of thousands of tags',
      `{% liquid\n${'echo long\n'.repeat(8_000)}%}`,
      'at most 1,000 tags',
    ],
    ['the same with other line endings', `{% liquid\r${'echo a\r'.repeat(2_000)}%}`, 'at most 1,000 tags'],
    [
      'an `if` of 9,000 operands',
      `{% if ${Array(9_000).fill('a').join(' or ')} %}x{% endif %}`,
      'at most 4,000',
    ],
    ['`elsif` 1,100 times', `{% if a %}${'{% elsif b %}'.repeat(1_100)}{% endif %}`, 'at most 1,000 tags'],
    ['an unknown filter', '{{ long | where_exp: "x", "x" }}', 'there is no filter "where_exp"'],
    ['an unknown tag', '{% tablerow a in b %}{% endtablerow %}', 'there is no tag "tablerow"'],
  ])('is refused with the reason for %s', async (_what, template, words) => {
    const read = async () => await templates.columnsOf(template, new TemplateBudget('organization', 2_000))
    await expect(read()).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(words),
    })
  })

  it('is ended within the common budget of several templates', async () => {
    await render('{{ long | size }}', patience())
    const together = new TemplateBudget('organization', 300)
    for (let template = 0; template < 5; template++)
      await expect(render(endless, recipientBudget('organization', together))).rejects.toThrow(
        TemplateTooSlow,
      )
    expect(together.leftMs).toBe(0)
  })

  it('fails alone among templates that are rendered together', async () => {
    await render('{{ long | size }}', patience())
    const honest = () => render('{{ "a" | upcase }}', patience())
    const all = await Promise.allSettled([honest(), honest(), render(endless), honest(), honest()])
    expect(all.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
  })

  it('over long cells is rendered even if many are rendered at once', async () => {
    await render('{{ "a" | upcase }}', patience())
    const all = Array.from(
      { length: 40 },
      async (_, no) =>
        await templates.render('{{ long | size }}', { long: `${long}${no}`, no }, 'text', patience(), now),
    )
    expect(new Set(await Promise.all(all))).toEqual(new Set(['1000001', '1000002']))
  })

  it('that was rendered in time does not count as slow if this process was busy meanwhile', async () => {
    await render('{{ "a" | upcase }}', patience())
    const rendered = templates.render('{{ "a" | upcase }}', {}, 'text', recipientBudget('organization'), now)
    const until = performance.now() + 1_500
    while (performance.now() < until);
    expect(await rendered).toBe('A')
  })

  it('leaves a thread for the next template', async () => {
    await expect(render(endless)).rejects.toThrow(TemplateTooSlow)
    expect(await render('{{ "a" | upcase }}', patience())).toBe('A')
  })

  it('that is sent a hundred times by one organization delays another for one turn only', async () => {
    const attack = Array.from({ length: 100 }, () =>
      render(endless, recipientBudget('attacker')).catch((error: unknown) => error),
    )
    let ended = 0
    for (const one of attack) void one.then(() => ended++)
    await Promise.race(attack)
    expect(await render('{{ "a" | upcase }}', patience('other'))).toBe('A')
    expect(ended).toBeLessThan(50)
    await threads.close()
    expect(await Promise.all(attack)).not.toContain(undefined)
  })
})

describe('the threads for templates', () => {
  it('limit the memory of parsed templates', async () => {
    const dense = `{% liquid\n${'echo long\n'.repeat(990)}%}`
    for (let no = 0; no < 60; no++)
      await templates.render(`${dense}${no}`, { long: 'x' }, 'html', patience(), now)
  })

  it('do not keep the process running', async () => {
    const script = `
      const { TemplateThreads } = await import(${JSON.stringify(source('adapters/templates/template-threads.ts'))})
      const { recipientBudget } = await import(${JSON.stringify(source('domain/spinner/steps/template-budget.ts'))})
      const task = { template: '{{ "a" | upcase }}', rendering: { cells: {}, format: 'text', now: new Date() } }
      console.log(JSON.stringify(await new TemplateThreads().run(task, recipientBudget('organization'))))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 })
    expect(JSON.parse(stdout)).toEqual({ text: 'A' })
  })

  it('that were closed report that the service is stopping', async () => {
    await threads.close()
    await expect(render('{{ "a" | upcase }}')).rejects.toThrow(
      expect.objectContaining({ kind: 'overloaded' }),
    )
  })
})
