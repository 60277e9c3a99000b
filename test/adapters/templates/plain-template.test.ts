import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Liquid } from 'liquidjs'
import { PlainTemplate } from '../../../src/adapters/templates/plain-template.ts'
import type { Cell } from '../../../src/domain/table/cell.ts'

const liquid = new Liquid({ ownPropertyOnly: true, strictVariables: true })
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
}
const outputs = Object.keys(scope).map((column) => `{{ ${column} }}`)
const texts = ['Hello ', '{', '}', '{{', '}}', '{%', '%}', '{% raw %}', '{% endraw %}', '\n', ' ', '%', '-']
const others = [
  '{{ true }}',
  '{{ nil }}',
  '{{ name | upcase }}',
  '{{- name -}}',
  '{{ name.size }}',
  '{{ 1 }}',
]
const pieces = [...outputs, ...texts, ...others, '{{name}}', '{{\n name\t}}', '{{ empty }}', '{{ size }}']

function orRefused(render: () => unknown): unknown {
  try {
    return render()
  } catch {
    return refused
  }
}

describe('a plain template', () => {
  it('renders to what Liquid makes of it, or leaves it to Liquid', () => {
    const some = fc.array(fc.constantFrom(...pieces), { maxLength: 8 })
    fc.assert(
      fc.property(some, (parts) => {
        const template = parts.join('')
        const plain = PlainTemplate.of(template)
        if (plain === null) return
        const rendered = orRefused(() => plain.render(scope, missing))
        expect(rendered).toBe(orRefused(() => liquid.renderSync(liquid.parse(template), scope)))
      }),
      { numRuns: 5_000 },
    )
  })

  it('writes every kind of cell as Liquid does', () => {
    const cells = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(cells, (cell: Cell) => {
        const plain = PlainTemplate.of('[{{ cell }}]')?.render({ cell }, missing)
        expect(plain).toBe(liquid.renderSync(liquid.parse('[{{ cell }}]'), { cell }))
      }),
    )
  })

  it.each(['Hello', '', 'Dear {{ name }},\n\nthanks.', '{{name}}{{ email }}'])('is %j', (template) => {
    expect(PlainTemplate.of(template)).not.toBeNull()
  })

  it.each([
    '{{ name | upcase }}',
    '{% if name %}{% endif %}',
    '{{{ name }}}',
    '{{ size }}',
    '{{ nil }}',
    '{{ a.b }}',
  ])('is not %j', (template) => {
    expect(PlainTemplate.of(template)).toBeNull()
  })

  it('names the column that the record has not', () => {
    expect(() => PlainTemplate.of('{{ nmae }}')?.render(scope, missing)).toThrow('missing nmae')
  })
})
