import { expect, it } from '@jest/globals'
import { WeightedCache } from '../../../src/adapters/postgres/weighted-cache.ts'

it('forgets the oldest first where it weighs too much', () => {
  const known = new WeightedCache<number>(10)
  known.set('a', 1, 4)
  known.set('b', 2, 4)
  known.set('a', 3, 4)
  known.set('c', 4, 4)
  expect(['a', 'b', 'c'].map((name) => known.get(name))).toEqual([3, null, 4])
})

it('forgets nothing for what is too heavy by itself, and knows that no longer', () => {
  const known = new WeightedCache<number>(10)
  known.set('a', 1, 4)
  known.set('b', 2, 4)
  known.set('b', 3, 11)
  expect(['a', 'b'].map((name) => known.get(name))).toEqual([1, null])
  known.set('c', 4, 6)
  expect(known.get('a')).toBe(1)
})

it('weighs each as one where nothing else is said', () => {
  const known = new WeightedCache<number>(2)
  for (const no of [1, 2, 3]) known.set(String(no), no)
  known.delete('3')
  known.set('4', 4)
  expect(['1', '2', '3', '4'].map((name) => known.get(name))).toEqual([null, 2, null, 4])
})
