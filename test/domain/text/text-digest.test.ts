import { describe, expect, it } from '@jest/globals'
import { textDigest, textNumber } from '../../../src/domain/text/text-digest.ts'

describe('digests of texts', () => {
  it('keep their values, because formats of arrivals are stored by them', () => {
    expect(['', 'ada@example.com'].map(textDigest)).toEqual(['1aee8d83488bdcb8', '942fd32944d98a30'])
  })

  it('are integers that share no values for similar texts', () => {
    const numbers = Array.from({ length: 10_000 }, (_, no) => textNumber(`person${no}@example.com`))
    expect(numbers.every(Number.isSafeInteger)).toBe(true)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
