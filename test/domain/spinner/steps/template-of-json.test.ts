import { describe, expect, it } from '@jest/globals'
import { templateOfJson } from '../../../../src/domain/spinner/steps/template-of-json.ts'

describe('the template of a JSON value', () => {
  it.each([
    ['a cell alone', { email: '{{ email }}' }, '{ "email": {{ email | json }} }'],
    ['a column in quotes', { email: '{{ ["E-Mail"] }}' }, '{ "email": {{ ["E-Mail"] | json }} }'],
    ['a cell that is JSON already', { email: '{{ email | json }}' }, '{ "email": {{ email | json }} }'],
    [
      'a text with cells',
      ['Dear "{{ name }}" of {{ company }}'],
      '[{% capture text %}Dear "{{ name }}" of {{ company }}{% endcapture %}{{ text | json }}]',
    ],
    [
      'values without templates',
      { a: [1, true, null, 'x"'], b: {} },
      '{ "a": [1, true, null, "x\\""], "b": {} }',
    ],
  ])('writes %s', (_, value, template) => {
    expect(templateOfJson(value)).toBe(template)
  })
})
