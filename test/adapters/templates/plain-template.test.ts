import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { LiquidEngine } from '../../../src/adapters/templates/liquid-engine.ts'
import { PlainTemplate, TooLong } from '../../../src/adapters/templates/plain-template.ts'
import type { Cell } from '../../../src/domain/record-cells.ts'
import { workedMs } from '../../support/max-wait.ts'

const liquid = new LiquidEngine()
const now = new Date()
const patienceMs = 10_000
const formats = ['text', 'html'] as const
const longest = 1_000_000
const refused = Symbol('refused')
const missing = (column: string) => new Error(`missing ${column}`)

const scope = {
  name: 'Ann',
  email: 'ann@example.com',
  rank: 7,
  share: 0.5,
  vip: true,
  none: null,
  _a1: '{{ name }}',
  'First name': `<A & "n" 'n'>`,
  no: false,
  blank: '',
}
const outputs = Object.keys(scope)
  .filter((column) => /^\w+$/.test(column))
  .map((column) => `{{ ${column} }}`)
const texts = ['Hello ', '{', '}', '{{', '}}', '{%', '%}', '{% raw %}', '{% endraw %}', '\n', ' ', '%', '-']
const others = [
  '{{ true }}',
  '{{ nil }}',
  '{{ name | upcase }}',
  '{{- name -}}',
  '{{ name.size }}',
  '{{ 1 }}',
]
const filtered = [
  '{{ name | default: "there" }}',
  "{{ nmae | default: 'there' }}",
  '{{ none|default:"<b>" }}',
  '{{ vip | json }}',
  '{{ name | default: "" | json }}',
  '{{ nmae | json }}',
  '{{ name | json | default: "there" }}',
  '{{ ["First name"] }}',
  '{{ ["nmae"] | default: "" }}',
  '{{ ["size"] }}',
]
const pieces = [
  ...outputs,
  ...texts,
  ...others,
  ...filtered,
  '{{name}}',
  '{{\n name\t}}',
  '{{ empty }}',
  '{{ size }}',
]

function orRefused(render: () => unknown): unknown {
  try {
    return render()
  } catch {
    return refused
  }
}

const plainFilters = ['{{ name | json }}', '{{ ["First name"] | default: "there" | json }}']

describe('a plain template', () => {
  it('renders as with Liquid, or is left to Liquid', () => {
    const some = fc.array(fc.constantFrom(...pieces), { maxLength: 8 })
    fc.assert(
      fc.property(some, fc.constantFrom(...formats), (parts, format) => {
        const template = parts.join('')
        const plain = PlainTemplate.of(template)
        if (plain === null) return
        const rendered = orRefused(() => plain.render(scope, format, longest, missing))
        expect(rendered).toBe(
          orRefused(() => liquid.render(template, { cells: scope, format, now }, patienceMs)),
        )
        const named = liquid.columnsOf(template)
        expect(plain.columns.toSorted()).toEqual(named.toSorted())
      }),
      { numRuns: 5_000 },
    )
  })

  it('writes every kind of cell as Liquid does', () => {
    const cells = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null))
    const ways = fc.constantFrom('[{{ cell }}]', '{{ cell | json }}', '{{ cell | default: "-" }}')
    fc.assert(
      fc.property(cells, ways, fc.constantFrom(...formats), (cell: Cell, template, format) => {
        const plain = PlainTemplate.of(template)?.render({ cell }, format, longest, missing)
        expect(plain).toBe(liquid.render(template, { cells: { cell }, format, now }, patienceMs))
      }),
    )
  })

  it.each(['Hello', '', 'Dear {{ name }},\n\nthanks.', '{{name}}{{ email }}', ...plainFilters])(
    'is recognized: %j',
    (template) => {
      expect(PlainTemplate.of(template)).not.toBeNull()
    },
  )

  it.each([
    '{{ name | upcase }}',
    '{% if name %}{% endif %}',
    '{{{ name }}}',
    '{{ size }}',
    '{{ nil }}',
    '{{ a.b }}',
    '{{ name | json | default: "there" }}',
    '{{ ["size"] }}',
    '{{ name | default: "a{b" }}',
  ])('is not recognized: %j', (template) => {
    expect(PlainTemplate.of(template)).toBeNull()
  })

  it('names the column that the record lacks', () => {
    expect(() => PlainTemplate.of('{{ nmae }}')?.render(scope, 'text', longest, missing)).toThrow(
      'missing nmae',
    )
  })

  it('that names a long cell thousands of times is stopped as soon as it is too long', () => {
    const plain = PlainTemplate.of('{{ cell }}'.repeat(9_000))
    const before = workedMs()
    expect(() => plain?.render({ cell: '<'.repeat(longest) }, 'html', longest, missing)).toThrow(TooLong)
    expect(workedMs() - before).toBeLessThan(200)
  })

  it.each([
    ['braces without end', '{{'.repeat(50_000)],
    ['a tag of blanks', `{{ a${' '.repeat(99_000)}`],
    ['a name without end', `{{ ${'a'.repeat(99_000)}`],
    ['columns in brackets', '{{["'.repeat(25_000)],
    ['texts that stand in', `{{ a | default: "${'x'.repeat(99_000)}`],
  ])('is recognized quickly, even for %s', (_what, template) => {
    const before = workedMs()
    PlainTemplate.of(template)
    expect(workedMs() - before).toBeLessThan(200)
  })
})
