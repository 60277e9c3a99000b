import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { allowedFilters, allowedTags } from '../../../src/adapters/templates/allowed-filters.ts'
import { LiquidTemplates } from '../../../src/adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { recipientBudget } from '../../../src/domain/spinner/steps/template-budget.ts'

const threads = new TemplateThreads()
const now = new Date('2031-05-06T07:08:09Z')
const templates = new LiquidTemplates(threads)
const budget = () => recipientBudget('organization')
const text = async (template: string, scope: DataRecord = {}) =>
  await templates.render(template, scope, 'text', budget(), now)
const html = async (template: string, scope: DataRecord = {}) =>
  await templates.render(template, scope, 'html', budget(), now)

afterAll(() => threads.close())

const invalid = expect.objectContaining({ code: 'VALIDATION_FAILED' })

describe('a template', () => {
  it('inserts the cells of a record', async () => {
    expect(await text('Hello {{ name }}, you are no. {{ rank }}', { name: 'Ann', rank: 7 })).toBe(
      'Hello Ann, you are no. 7',
    )
  })

  it('supports filters and conditions', async () => {
    expect(await text('{% if vip %}{{ name | upcase }}{% endif %}', { name: 'Ann', vip: true })).toBe('ANN')
  })

  it.each([
    '{"vip": {{ vip | json }}}',
    '{% if name %}{"vip": {{ vip | json }}}{% endif %}',
    '{"vip": {{ vip | jsonify }}}{% comment %}{% endcomment %}',
  ])('renders an empty cell as null in JSON: %s', async (template) => {
    expect(await text(template, { name: 'Ada' })).toBe('{"vip": null}')
  })

  it('takes the time for "now" and "today" from its caller, in each filter for dates', async () => {
    const seconds = String(now.getTime() / 1000)
    expect(await text('{{ "now" | date: "%s" }} {{ "today" | date: "%s" }}')).toBe(`${seconds} ${seconds}`)
    expect(await html('{{ "now" | date_to_xmlschema }}')).toContain('2031-05-0')
    expect(await text('{{ "now" | date_to_string }} {{ "now" | date_to_long_string }}')).toMatch(
      /^0\d May 2031 0\d May 2031$/,
    )
    expect(await text('{{ "now" | date_to_rfc822 }}')).toContain('May 2031')
  })

  it('renders null as nothing', async () => {
    expect(await text('[{{ name }}]', { name: null })).toBe('[]')
  })

  it('renders a record without a prototype', async () => {
    expect(await text('{{ name }}', Object.assign(Object.create(null), { name: 'Ann' }) as DataRecord)).toBe(
      'Ann',
    )
  })
})

describe('text output', () => {
  it('is not changed', async () => {
    expect(await text('{{ name }}', { name: '<Ann & "Bob">' })).toBe('<Ann & "Bob">')
  })

  it('from a record is not a template itself', async () => {
    expect(await text('{{ name }}', { name: '{{ 1 | plus: 1 }}' })).toBe('{{ 1 | plus: 1 }}')
  })
})

describe('HTML output', () => {
  it('escapes values of a record', async () => {
    expect(await html('<b>{{ name }}</b>', { name: `<img src="x" onerror='y'> & co` })).toBe(
      '<b>&lt;img src=&#34;x&#34; onerror=&#39;y&#39;&gt; &amp; co</b>',
    )
  })

  it('never lets a record open a tag or leave an attribute', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (cell) => {
        expect(await html('{{ cell }}', { cell })).not.toMatch(/[<>"']/)
      }),
    )
  })

  it('escapes the results of filters', async () => {
    expect(await html('{{ name | append: "<" }}', { name: '>' })).toBe('&gt;&lt;')
  })
})

describe('a template that can never render is refused:', () => {
  it.each([
    ['a tag that is left open', '{{ name'],
    ['a block that is left open', '{% if name %}'],
    ['an unknown tag', '{% launch %}'],
    ['an unknown filter', '{{ name | launch }}'],
    ['an undefined variable', '{{ nmae }}'],
  ])('%s', async (_what, template) => {
    await expect(text(template, { name: 'Ann' })).rejects.toThrow(invalid)
  })

  it('with a reason on one line', async () => {
    await expect(text('Hello\n{{ name | launch }}')).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The template cannot be rendered: .*launch.*$/),
      }),
    )
  })

  it('and names the column without a value', async () => {
    await expect(text('Hello {{ nmae }}')).rejects.toThrow('The column "nmae" is empty in the record')
  })

  it('if its output exceeds a million characters', async () => {
    await expect(
      text('{% for i in (1..1100) %}{{ name }}{% endfor %}', { name: 'x'.repeat(1_000) }),
    ).rejects.toThrow(invalid)
  })
})

describe('a missing value is handled', () => {
  it.each([
    ['{% if nmae %}, {{ nmae }}{% endif %}', ''],
    ['{{ nmae | default: "there" }}', 'there'],
    ['{% unless nmae %}stranger{% endunless %}', 'stranger'],
  ])('in %s', async (template, expected) => {
    expect(await text(template, { name: 'Ann' })).toBe(expected)
  })
})

describe('a template can read nothing but the record:', () => {
  it.each([
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'name.constructor',
    'process',
    'globalThis',
  ])('not %s', async (path) => {
    await expect(text(`{{ ${path} }}`, { name: 'Ann' })).rejects.toThrow(invalid)
  })

  it('no inherited property of the record', async () => {
    const scope = Object.create({ inherited: 'secret' }) as DataRecord
    await expect(text('{{ inherited }}', scope)).rejects.toThrow(invalid)
  })

  it.each(['include', 'render', 'layout'])('no file through %s', async (tag) => {
    await expect(text(`{% ${tag} "package.json" %}`)).rejects.toThrow(invalid)
  })

  it.each(['include', 'render', 'layout'])('no file through %s with a path from a cell', async (tag) => {
    await expect(text(`{% ${tag} path %}`, { path: '/etc/passwd' })).rejects.toThrow(invalid)
  })
})

describe('an endless template is stopped:', () => {
  it.each([
    ['one long loop', '{% for i in (1..100000000) %}x{% endfor %}'],
    [
      'loops in loops',
      '{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}{{ k }}{% endfor %}{% endfor %}{% endfor %}',
    ],
    ['empty loops in loops', '{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}'],
    [
      'text that doubles',
      '{% assign a = "x" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}',
    ],
    ['a format of great width', '{{ "2026-11-20" | date: "%99999999d" }}'],
  ])('%s', async (_what, template) => {
    const started = performance.now()
    await expect(text(template)).rejects.toThrow(
      expect.objectContaining({ kind: expect.stringMatching(/^(invalid|overloaded)$/) }),
    )
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('a template of more than 100,000 characters', async () => {
    await expect(text('x'.repeat(100_001))).rejects.toThrow(invalid)
  })

  it('but not a template of 100,000 characters', async () => {
    expect(await text('x'.repeat(100_000))).toHaveLength(100_000)
  })
})

describe('the documented filters and tags', () => {
  const page = readFileSync(new URL('../../../docs/use/templates.md', import.meta.url), 'utf8')
  const listed = (line: RegExp) =>
    [...page.matchAll(line)].flatMap(([list]) => [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name))

  it('are those that are offered', () => {
    expect(listed(/^- .*$/gm)).toEqual(allowedFilters)
    expect(listed(/^The tags: [^.]*/gm)).toEqual(allowedTags)
  })

  it.each(allowedFilters)('exist: %s', async (filter) => {
    await expect(Promise.resolve(templates.columnsOf(`{{ a | ${filter} }}`, budget()))).resolves.toEqual([
      'a',
    ])
  })
})

describe('a template after a column was renamed', () => {
  const cells = { phone: '+44 1', name: 'Ann', 'full name': 'Ann Lee' }
  const renamed = async (template: string, to: string, from = 'phone') =>
    await templates.withColumnReplaced(template, { from, to }, budget())

  it.each([
    ['Hi', 'Hi'],
    ['phone: {{ phone }} {{phone}} {{ name }}', 'phone: {{ mobile }} {{mobile}} {{ name }}'],
    ['{{ phone | default: "phone" }}', '{{ mobile | default: "phone" }}'],
    ['{{ ["phone"] | json }}', '{{ mobile | json }}'],
    ['{{ name | append: phone }}', '{{ name | append: mobile }}'],
    ["{{ ['phone'] | upcase }}", '{{ mobile | upcase }}'],
    [
      'a\n {%- if phone contains "phone" and name != phone -%}\n{{ phone }}{% endif %}',
      'a\n {%- if mobile contains "phone" and name != mobile -%}\n{{ mobile }}{% endif %}',
    ],
    [
      '{% assign x = phone %}{{ x }}{% for i in (1..2) %}{{ phone }}{% endfor %}',
      '{% assign x = mobile %}{{ x }}{% for i in (1..2) %}{{ mobile }}{% endfor %}',
    ],
    ['{% liquid\n  assign x = phone\n  echo x\n%}', '{% liquid\n  assign x = mobile\n  echo x\n%}'],
    [
      '{% raw %}{{ phone }}{% endraw %}{{ phone | upcase }}',
      '{% raw %}{{ phone }}{% endraw %}{{ mobile | upcase }}',
    ],
    [
      '\u{1F9F5} é {% if phone %}{{ phone }}{% endif %}',
      '\u{1F9F5} é {% if mobile %}{{ mobile }}{% endif %}',
    ],
    [
      '{{ phone_2 | default: "" }}{% if phones %}{% endif %}',
      '{{ phone_2 | default: "" }}{% if phones %}{% endif %}',
    ],
  ])('renders the same: %j', async (template, expected) => {
    const after = await renamed(template, 'mobile')
    expect(after).toBe(expected)
    const { phone, ...others } = cells
    expect(await text(after, { ...others, mobile: phone })).toBe(await text(template, cells))
  })

  it.each(['a b', 'size', 'in', 'é', "it's", '1st', 'a-b', '__proto__'])(
    'names a column "%s"',
    async (to) => {
      const { phone, ...others } = cells
      for (const template of ['{{ phone }}', '{% if phone == "+44 1" %}{{ phone | upcase }}{% endif %}']) {
        const after = await renamed(template, to)
        expect(await text(after, Object.fromEntries([...Object.entries(others), [to, phone]]))).toBe('+44 1')
      }
    },
  )

  it('is restored when the column gets its former name again', async () => {
    const template = '{% if phone %}{{ phone }}{% endif %}'
    expect(await renamed(await renamed(template, 'a b'), 'phone', 'a b')).toBe(template)
  })

  it.each([
    ['{% assign x = "phone" %}{{ [x] }}{{ phone | upcase }}', 'mobile'],
    ['{% assign x = "phone" %}{{ [x] }}', 'mobile'],
    ['{% assign mobile = 1 %}{{ phone }}', 'mobile'],
    ['{% for i in (1..2) %}{{ phone }}{% endfor %}', 'i'],
    ['{{ phone }}', 'a"b'],
    ['{% if phone %}1{% endif %}', '{{ x }}'],
    ['{% nope %}', 'mobile'],
  ])('is refused if the change is not certain: %j', async (template, to) => {
    await expect(renamed(template, to)).rejects.toEqual(invalid)
  })
})

describe('the plain text of an HTML message', () => {
  it('has a line for each paragraph, without markup', async () => {
    expect(await templates.plainTextOf('<p>Hello <b>Ada</b></p><p>Bye</p>', 'organization')).toBe(
      'Hello Ada\n\nBye',
    )
  })
})
