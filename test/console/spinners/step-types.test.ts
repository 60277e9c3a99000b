import { describe, expect, it } from '@jest/globals'
import type { Step } from '../../../console/src/api/schema.ts'
import { inWords } from '../../../console/src/components/names/field-labels.ts'
import { branchesOf as branchesWithPlaces } from '../../../console/src/pages/spinners/steps/branches.ts'
import { blankStep, copyOf, draftOf, stepOf } from '../../../console/src/pages/spinners/steps/step-draft.ts'
import { faultsOf } from '../../../console/src/pages/spinners/steps/step-faults.ts'
import { stepTypes, typeOf } from '../../../console/src/pages/spinners/steps/types/step-types.ts'
import type { Step as ServiceStep } from '../../../src/domain/spinner/steps/step.ts'
import {
  branchesOf,
  dividesByShare,
  sends as isSending,
  mailOf,
} from '../../../src/domain/spinner/steps/step-capabilities.ts'

const types = Object.keys(stepTypes) as Step['type'][]

describe.each(types)('a step of the type %s', (type) => {
  it('is named, and has a summary even while it is blank', () => {
    const { label, does, summaryOf } = typeOf({ type })
    expect([label, does, summaryOf(stepOf(blankStep(type, [])))]).not.toContain('')
  })

  it('reports errors in fields that have a label on the screen', () => {
    const { labels } = typeOf({ type })
    for (const { field } of faultsOf([blankStep(type, [])])) {
      const words = inWords(`/steps/0/${field}`)
      expect([field, words.startsWith('step 1, '), words.includes(`, ${field}`)]).toEqual([
        field,
        true,
        false,
      ])
    }
    for (const [field, label] of Object.entries(labels))
      expect(inWords(`/steps/0/${field}`)).toBe(`step 1, ${label}`)
  })

  it('keeps its type, and no key of the console, in the API and back', () => {
    const step = stepOf(blankStep(type, ['email', 'name']))
    expect(step).toMatchObject({ type })
    expect(step).not.toHaveProperty('key')
    expect(stepOf(draftOf(step))).toEqual(step)
  })

  it('sends and contains steps in the console as in the service', () => {
    const step = stepOf(blankStep(type, ['email'])) as ServiceStep
    const { sends, canBeTested, branching } = typeOf({ type })
    expect([sends, canBeTested]).toEqual([isSending(step), mailOf(step) !== null])
    expect(branching).toBe(
      dividesByShare(step) ? 'shares' : branchesOf(step).length > 0 ? 'conditions' : null,
    )
  })

  it('describes each of its branches', () => {
    const step = stepOf(blankStep(type, ['email']))
    const { branching, labelOfBranch } = typeOf({ type })
    const words = branchesWithPlaces(blankStep(type, ['email'])).map((_, index) =>
      labelOfBranch?.(step, index),
    )
    expect(words.length > 0).toBe(branching !== null)
    for (const one of words)
      expect(one).toMatchObject(
        branching === 'shares'
          ? { condition: null, share: 50 }
          : { condition: expect.any(String), share: null },
      )
  })

  it('is copied with a new key and the same content', () => {
    const draft = blankStep(type, ['email', 'name'])
    const copy = copyOf(draft)
    expect(copy.key).not.toBe(draft.key)
    expect(stepOf(copy)).toEqual(stepOf(draft))
  })
})

describe('the headers of a webhook', () => {
  const webhook = (headers: Record<string, string>): Step => ({
    type: 'webhook',
    url: 'https://example.com/',
    headers,
    body: '{}',
  })

  it('are named by the header if one is invalid', () => {
    expect(inWords('/steps/1/headers/X-Source must be of type string')).toBe(
      'step 2, Header X-Source must be of type string',
    )
  })

  it('have new keys in a copy', () => {
    const draft = draftOf(webhook({ 'X-Source': 'spindle' }))
    const keys = [draft, copyOf(draft)].flatMap((one) => (one.type === 'webhook' ? one.headers : []))
    expect(new Set(keys.map(({ key }) => key)).size).toBe(2)
  })

  it('are invalid if two have one name, in any capitalization', () => {
    const faults = faultsOf([draftOf(webhook({ 'X-Source': 'a', 'x-source': 'b' }))])
    expect(faults).toEqual([
      expect.objectContaining({ field: 'headers/x-source', message: 'The request has this header twice' }),
    ])
  })
})
