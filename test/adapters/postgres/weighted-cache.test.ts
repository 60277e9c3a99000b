import { expect, it } from '@jest/globals'
import { WeightedCache } from '../../../src/adapters/postgres/weighted-cache.ts'

it('the cache removes the oldest entries if it exceeds its weight', () => {
  const known = new WeightedCache<number>(10)
  known.set('a', 1, 4)
  known.set('b', 2, 4)
  known.set('a', 3, 4)
  known.set('c', 4, 4)
  expect(['a', 'b', 'c'].map((name) => known.get(name))).toEqual([3, null, 4])
})

it('the cache removes nothing for an entry that is too heavy itself, and does not keep that entry', () => {
  const known = new WeightedCache<number>(10)
  known.set('a', 1, 4)
  known.set('b', 2, 4)
  known.set('b', 3, 11)
  expect(['a', 'b'].map((name) => known.get(name))).toEqual([1, null])
  known.set('c', 4, 6)
  expect(known.get('a')).toBe(1)
})

it('the cache gives each entry the weight one by default', () => {
  const known = new WeightedCache<number>(2)
  for (const no of [1, 2, 3]) known.set(String(no), no)
  known.delete('3')
  known.set('4', 4)
  expect(['1', '2', '3', '4'].map((name) => known.get(name))).toEqual([null, 2, null, 4])
})
