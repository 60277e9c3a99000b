import { describe, expect, it } from '@jest/globals'
import type { Step } from '../../../../../src/domain/spinner/steps/step.ts'
import { formFaultsOf } from '../../../../../src/use-cases/spinner/steps/faults/form-faults.ts'

const webhook = { type: 'webhook', url: 'https://example.com/', body: '{}' }

describe('an error in a step of a draft', () => {
  it.each([
    ['an optional field that is absent', webhook, []],
    ['a header without a value', { ...webhook, headers: { 'X-Empty': '' } }, []],
    ['an empty template', { ...webhook, body: '' }, [['/body', 'EMPTY']]],
    ['a template that is too long', { ...webhook, body: 'x'.repeat(100_001) }, [['/body', 'TOO_MANY']]],
    ['a host with a template in it', { ...webhook, url: 'https://{{ host }}/' }, [['/url', 'URL']]],
    [
      'two headers whose names differ only in case',
      { ...webhook, headers: { 'X-Key': 'a', 'x-key': 'b' } },
      [['/headers/x-key', 'DUPLICATE']],
    ],
    ['a header with a space in its name', { ...webhook, headers: { 'X A': '' } }, [['/headers/X A', 'NAME']]],
    ['a wait without a duration', { type: 'wait', seconds: 0 }, [['/seconds', 'TOO_FEW']]],
    ['neither a text nor HTML', { type: 'email', to: 'a', subject: 'b' }, [['', 'REQUIRED']]],
    [
      'a superfluous value of a test',
      { type: 'condition', column: 'a', operator: 'exists', value: 1 },
      [['', 'VALUE']],
    ],
  ])('is reported for %s, with its place', (_, step, faults) => {
    const found = formFaultsOf(step as unknown as Step, '/steps/0').map(({ pointer, code }) => [
      pointer,
      code,
    ])
    expect(found).toEqual(faults.map(([place, code]) => [`/steps/0${place}`, code]))
  })
})
