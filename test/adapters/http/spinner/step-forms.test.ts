import { describe, expect, it } from '@jest/globals'
import { validator } from '../../../../src/adapters/http/request/validation.ts'
import { stepsForm, withOrderedFields } from '../../../../src/adapters/http/spinner/step-forms.ts'
import { DomainError } from '../../../../src/domain/errors.ts'

const validated = validator(stepsForm)
const webhook = { type: 'webhook', url: 'https://example.com/', body: '{}' }

function faultsOf(...steps: object[]): readonly (readonly [pointer: string, code: string])[] {
  try {
    validated(steps)
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return (error.details.errors ?? []).map(({ pointer, code }) => [pointer, code] as const)
  }
}

describe('the form of a step', () => {
  it.each([
    ['an optional field that is absent', webhook, []],
    ['a header without a value', { ...webhook, headers: { 'X-Empty': '' } }, []],
    ['a field that is required and absent', { type: 'wait' }, [['/seconds', 'REQUIRED']]],
    ['an unknown choice', { ...webhook, method: 'GET' }, [['/method', 'NOT_ALLOWED']]],
    ['half a second', { type: 'wait', seconds: 0.5 }, [['/seconds', 'WRONG_FORM']]],
    ['a field of another type of step', { ...webhook, seconds: 60 }, [['/seconds', 'UNKNOWN_FIELD']]],
    ['more text than a draft may have', { ...webhook, body: 'x'.repeat(200_001) }, [['/body', 'TOO_MANY']]],
    // The invalid steps of this test are accepted in a draft, because their faults prevent only publishing.
    ['an empty template', { ...webhook, body: '' }, []],
    ['neither a text nor HTML', { type: 'email', to: 'a', subject: 'b' }, []],
  ])('refuses %s, which no draft may contain', (_, step, faults) => {
    expect(faultsOf(step)).toEqual(faults.map(([place, code]) => [`/0${place}`, code]))
  })

  it('returns the fields in the order of the documentation, whatever order was stored', () => {
    const stored = { body: '{}', type: 'webhook', method: 'PUT', url: 'https://example.com/' } as const
    expect(Object.keys(withOrderedFields(stored))).toEqual(['type', 'url', 'method', 'body'])
  })
})
