import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { KeySet } from '../../../../src/domain/arrival/import/key-set.ts'

const keyOf = (no: number) => createHash('sha256').update(String(no)).digest('hex').slice(0, 32)

describe('the keys of a file', () => {
  it('are each new once, however many there are', () => {
    const keys = new KeySet()
    const all = Array.from({ length: 20_000 }, (_, no) => keyOf(no))
    expect(all.filter((key) => keys.add(key))).toHaveLength(20_000)
    expect(all.filter((key) => keys.add(key))).toEqual([])
  })

  it('are no longer all recognized after more were added than are stored', () => {
    const keys = new KeySet(3)
    for (const no of [1, 2, 3, 1]) keys.add(keyOf(no))
    expect(keys.isComplete).toBe(true)
    expect(keys.add(keyOf(4))).toBe(true)
    expect(keys.isComplete).toBe(false)
    expect(keys.add(keyOf(1))).toBe(false)
  })

  it('are each found in a table once', () => {
    const keys = new KeySet()
    const all = Array.from({ length: 600 }, (_, no) => keyOf(no))
    for (const key of all) keys.add(key)
    expect(all.filter((key) => keys.take(key))).toHaveLength(600)
    expect(all.filter((key) => keys.take(key))).toEqual([])
    expect(keys.take(keyOf(601))).toBe(false)
  })
})
