import { expect, it } from '@jest/globals'
import { countWithNoun } from '../../../src/operation/doctor/count-with-noun.ts'

it.each([
  [countWithNoun(0, 'runtime'), '0 runtimes'],
  [countWithNoun(1, 'runtime'), '1 runtime'],
  [countWithNoun(2, 'runtime'), '2 runtimes'],
  [countWithNoun(1, 'goes on', 'go on'), '1 goes on'],
  [countWithNoun(3, 'goes on', 'go on'), '3 go on'],
])('a number is written with its noun: %s', (said, expected) => {
  expect(said).toBe(expected)
})
