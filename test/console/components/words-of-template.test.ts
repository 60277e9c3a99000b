import { expect, it } from '@jest/globals'
import {
  partsOfTemplate,
  wordsOfTemplate,
} from '../../../console/src/components/template/parts-of-template.ts'

it.each([
  ['Welcome, {{ name }}', 'Welcome, ‹name›'],
  ['{{ ["E-Mail"] }}', '‹E-Mail›'],
  ['{{ name | default: "there" }} and {{trigger.plan}}', '‹name› and ‹trigger.plan›'],
  ['{% if name %}Hello{% endif %}', '{% if name %}Hello{% endif %}'],
  ['{{ ["Say \\"hi\\""] | upcase }}!', '‹Say "hi"›!'],
  ['{{', '{{'],
])('the template %s is read as %s', (template, words) => {
  expect(wordsOfTemplate(template)).toBe(words)
})

it('the parts of a template together are the whole template', () => {
  expect(partsOfTemplate('a {{ b }} c')).toEqual([
    { at: 0, text: 'a ', isValue: false },
    { at: 2, text: 'b', isValue: true },
    { at: 9, text: ' c', isValue: false },
  ])
})
