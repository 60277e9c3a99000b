import { describe, expect, it } from '@jest/globals'
import { revisionOfContent } from '../../../src/domain/revision.ts'
import { canonicalText } from '../../../src/domain/text/canonical-text.ts'

describe('the canonical text of a value', () => {
  it('is the same whatever the order of the fields, at every depth', () => {
    const one = { b: [{ d: 1, c: null }], a: 'x' }
    const other = { a: 'x', b: [{ c: null, d: 1 }] }
    expect(canonicalText(one)).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
    expect(canonicalText(other)).toBe(canonicalText(one))
  })

  it('differs for lists in another order', () => {
    expect(canonicalText([1, 2])).not.toBe(canonicalText([2, 1]))
  })

  it('gives a revision that stays the same, because clients store it', () => {
    expect(revisionOfContent({ b: 2, a: [1] })).toBe(85044719)
  })
})
