import { expect, it } from '@jest/globals'
import { Remembered } from '../../../src/adapters/postgres/remembered.ts'

it('forgets the oldest first where it weighs too much', () => {
  const known = new Remembered<number>(10)
  known.remember('a', 1, 4)
  known.remember('b', 2, 4)
  known.remember('a', 3, 4)
  known.remember('c', 4, 4)
  expect(['a', 'b', 'c'].map((name) => known.get(name))).toEqual([3, null, 4])
})

it('forgets nothing for what is too heavy by itself, and knows that no longer', () => {
  const known = new Remembered<number>(10)
  known.remember('a', 1, 4)
  known.remember('b', 2, 4)
  known.remember('b', 3, 11)
  expect(['a', 'b'].map((name) => known.get(name))).toEqual([1, null])
  known.remember('c', 4, 6)
  expect(known.get('a')).toBe(1)
})

it('weighs each as one where nothing else is said', () => {
  const known = new Remembered<number>(2)
  for (const no of [1, 2, 3]) known.remember(String(no), no)
  known.forget('3')
  known.remember('4', 4)
  expect(['1', '2', '3', '4'].map((name) => known.get(name))).toEqual([null, 2, null, 4])
})
