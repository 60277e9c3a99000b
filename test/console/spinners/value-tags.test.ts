import { describe, expect, it } from '@jest/globals'
import { valueTagsIn, withFallbackOf } from '../../../console/src/pages/spinners/steps/fields/value-tags.ts'

describe('the values in a template', () => {
  it('have their names and their words for empty cells', () => {
    const template =
      'Hi {{ name | default: "there" }} at {{ ["Company name"] }}, {{trigger.plan|upcase}} {% if a %}'
    expect(valueTagsIn(template).map(({ name, fallback }) => [name, fallback])).toEqual([
      ['name', 'there'],
      ['Company name', null],
      ['trigger.plan', null],
    ])
  })

  it.each([
    ['Hi {{ name }}', 'name', 'there', 'Hi {{ name | default: "there" }}'],
    ['Hi {{ name }}', 'name', '', 'Hi {{ name | default: "" }}'],
    ['{{ ["E-Mail"] | upcase }}', 'E-Mail', 'x', '{{ ["E-Mail"] | default: "x" | upcase }}'],
    ['{{ name | default: "a" | upcase }}', 'name', 'b', '{{ name | default: "b" | upcase }}'],
    ["{{ name | default: 'a' }}", 'name', null, '{{ name }}'],
    ['{{ a }} {{ b }} {{ a }}', 'a', 'x', '{{ a | default: "x" }} {{ b }} {{ a | default: "x" }}'],
    ['{{ name }}', 'name', 'say "hi"', '{{ name | default: "say ”hi”" }}'],
    ['<a href="{{ link }}">x</a>', 'link', 'a', `<a href="{{ link | default: 'a' }}">x</a>`],
    [`<a href="{{ ['A b'] }}">x</a>`, 'A b', "it's", `<a href="{{ ['A b'] | default: 'it’s' }}">x</a>`],
    ['{{ name }}', 'other', 'x', '{{ name }}'],
  ])('%s gets for %s the word %s', (template, name, word, expected) => {
    expect(withFallbackOf(template, name, word)).toBe(expected)
  })
})
