import { expect, it } from '@jest/globals'
import { counted } from '../../../src/process/operation/counted.ts'

it.each([
  [counted(0, 'runtime'), '0 runtimes'],
  [counted(1, 'runtime'), '1 runtime'],
  [counted(2, 'runtime'), '2 runtimes'],
  [counted(1, 'goes on', 'go on'), '1 goes on'],
  [counted(3, 'goes on', 'go on'), '3 go on'],
])('a number is written with its noun: %s', (said, expected) => {
  expect(said).toBe(expected)
})
