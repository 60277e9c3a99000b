import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { LiquidTemplates } from '../../../src/adapters/templates/liquid-templates.ts'
import type { DataRecord } from '../../../src/domain/table/cell.ts'

const templates = new LiquidTemplates()
const text = (template: string, scope: DataRecord = {}) => templates.render(template, scope, 'text')
const html = (template: string, scope: DataRecord = {}) => templates.render(template, scope, 'html')
const invalid = expect.objectContaining({ code: 'VALIDATION_FAILED' })

describe('a template', () => {
  it('fills in the cells of a record', () => {
    expect(text('Hello {{ name }}, you are no. {{ rank }}', { name: 'Ann', rank: 7 })).toBe(
      'Hello Ann, you are no. 7',
    )
  })

  it('has filters and conditions', () => {
    expect(text('{% if vip %}{{ name | upcase }}{% endif %}', { name: 'Ann', vip: true })).toBe('ANN')
  })

  it('renders null as nothing', () => {
    expect(text('[{{ name }}]', { name: null })).toBe('[]')
  })

  it('reads a record without a prototype', () => {
    expect(text('{{ name }}', Object.assign(Object.create(null), { name: 'Ann' }) as DataRecord)).toBe('Ann')
  })
})

describe('text', () => {
  it('is left as it is', () => {
    expect(text('{{ name }}', { name: '<Ann & "Bob">' })).toBe('<Ann & "Bob">')
  })

  it('that comes from a record is not a template itself', () => {
    expect(text('{{ name }}', { name: '{{ 1 | plus: 1 }}' })).toBe('{{ 1 | plus: 1 }}')
  })
})

describe('HTML', () => {
  it('has what comes from a record escaped', () => {
    expect(html('<b>{{ name }}</b>', { name: `<img src="x" onerror='y'> & co` })).toBe(
      '<b>&lt;img src=&#34;x&#34; onerror=&#39;y&#39;&gt; &amp; co</b>',
    )
  })

  it('never lets a record open a tag or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string(), (cell) => {
        expect(html('{{ cell }}', { cell })).not.toMatch(/[<>"']/)
      }),
    )
  })

  it('has escaped what a filter made of it', () => {
    expect(html('{{ name | append: "<" }}', { name: '>' })).toBe('&gt;&lt;')
  })
})

describe('what can never render is refused', () => {
  it.each([
    ['a tag that is left open', '{{ name'],
    ['a block that is left open', '{% if name %}'],
    ['an unknown tag', '{% launch %}'],
    ['an unknown filter', '{{ name | launch }}'],
    ['an undefined variable', '{{ nmae }}'],
  ])('%s', (_what, template) => {
    expect(() => text(template, { name: 'Ann' })).toThrow(invalid)
  })

  it('with a reason on one line', () => {
    expect(() => text('Hello\n{{ name | launch }}')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The template cannot be rendered: .*launch.*$/),
      }),
    )
  })

  it('with the column that has nothing to say', () => {
    expect(() => text('Hello {{ nmae }}')).toThrow('The record has nothing in "nmae"')
  })

  it('because of what it renders to: more than a million characters', () => {
    expect(() => text('{% for i in (1..1100) %}{{ name }}{% endfor %}', { name: 'x'.repeat(1_000) })).toThrow(
      invalid,
    )
  })
})

describe('what may be missing is asked about', () => {
  it.each([
    ['{% if nmae %}, {{ nmae }}{% endif %}', ''],
    ['{{ nmae | default: "there" }}', 'there'],
    ['{% unless nmae %}stranger{% endunless %}', 'stranger'],
  ])('in %s', (template, expected) => {
    expect(text(template, { name: 'Ann' })).toBe(expected)
  })
})

describe('nothing but the record can be reached:', () => {
  it.each([
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'name.constructor',
    'process',
    'globalThis',
  ])('not %s', (path) => {
    expect(() => text(`{{ ${path} }}`, { name: 'Ann' })).toThrow(invalid)
  })

  it('not what the record inherits', () => {
    const scope = Object.create({ inherited: 'secret' }) as DataRecord
    expect(() => text('{{ inherited }}', scope)).toThrow(invalid)
  })

  it.each(['include', 'render', 'layout'])('no file through %s', (tag) => {
    expect(() => text(`{% ${tag} "package.json" %}`)).toThrow(invalid)
  })

  it.each(['include', 'render', 'layout'])('no file through %s with a path that is a cell', (tag) => {
    expect(() => text(`{% ${tag} path %}`, { path: '/etc/passwd' })).toThrow(invalid)
  })
})

describe('a template without end is stopped:', () => {
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
  ])('%s', (_what, template) => {
    const started = performance.now()
    expect(() => text(template)).toThrow(
      expect.objectContaining({ kind: expect.stringMatching(/^(invalid|overloaded)$/) }),
    )
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('a template of more than 100,000 characters', () => {
    expect(() => text('x'.repeat(100_001))).toThrow(invalid)
  })

  it('but one of 100,000 characters is rendered', () => {
    expect(text('x'.repeat(100_000))).toHaveLength(100_000)
  })
})
