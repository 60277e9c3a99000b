import { describe, expect, it } from '@jest/globals'
import type { TriggerRequest } from '../../../../src/domain/job/audience/trigger-request.ts'
import { triggerText } from '../../../../src/domain/job/rehearsal/trigger-text.ts'

describe('the text by which a trigger is compared with a rehearsal', () => {
  type Compared = Pick<TriggerRequest, 'audience' | 'exclude' | 'data'>
  const plain: Compared = { audience: { kind: 'spinner' }, exclude: null, data: null }

  const textOf = (request: Compared) => triggerText(request, '')

  it('is the same for the same audience and data', () => {
    expect(textOf({ ...plain, data: { a: 1, b: 'x' } })).toBe(textOf({ ...plain, data: { b: 'x', a: 1 } }))
    expect(textOf({ ...plain, data: {} })).toBe(textOf(plain))
  })

  it('differs for another audience, another exclusion and other data', () => {
    const others: Compared[] = [
      { ...plain, data: { a: 1 } },
      { ...plain, data: { a: '1' } },
      { ...plain, exclude: { segmentIds: ['1'] } },
      { ...plain, audience: { kind: 'recordIds', ids: ['1'] } },
      { ...plain, audience: { kind: 'recordIds', ids: ['1', '2'] } },
      { ...plain, audience: { kind: 'match', values: ['1'] } },
      { ...plain, audience: { kind: 'records', records: [{ name: 'Ada' }] } },
    ]
    expect(new Set([plain, ...others].map(textOf)).size).toBe(others.length + 1)
  })

  it('differs if a segment has another condition', () => {
    expect(new Set(['', '[["1",{}]]', '[["1",null]]'].map((text) => triggerText(plain, text))).size).toBe(3)
  })

  it('stays as in earlier releases, which have stored its digest', () => {
    const audience: Compared['audience'] = { kind: 'recordIds', ids: ['7'] }
    const request: Compared = { audience, exclude: null, data: { b: true, a: 'x' } }
    expect(textOf(request)).toBe('[{"kind":"recordIds","ids":["7"]},[["a","x"],["b",true]]]')
  })
})
