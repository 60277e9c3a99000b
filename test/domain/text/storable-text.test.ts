import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { cutText, storableText } from '../../../src/domain/text/storable-text.ts'

describe('cutText', () => {
  it('removes a character that the cut would split', () => {
    expect(cutText('ab😀', 3)).toBe('ab')
    expect(cutText('ab😀', 4)).toBe('ab😀')
    expect(cutText('abc', 2)).toBe('ab')
  })

  it('makes no text malformed, and none longer than its limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
        const cut = cutText(text, most)
        expect(cut.isWellFormed()).toBe(true)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1)
        expect(cut.length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('storableText', () => {
  it('replaces NUL and lone surrogates, and no other text', () => {
    expect(storableText('a\0b\uD83Dc\uDE00d😀')).toBe('a\uFFFDb\uFFFDc\uFFFDd😀')
  })
})
