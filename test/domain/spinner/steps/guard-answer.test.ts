import { describe, expect, it } from '@jest/globals'
import { decisionIn } from '../../../../src/domain/spinner/steps/guard-answer.ts'

describe('the answer of a guard', () => {
  it.each([
    ['', true],
    ['<html>no</html>', true],
    ['null', true],
    ['false', true],
    ['[]', true],
    ['{"continue": true}', true],
    ['{"continue": "false"}', true],
    ['{"continue": false', true],
    ['{"continue": false}', false],
    ['{"continue": false, "reason": 7}', false],
  ])('%j permits the recipient to continue: %j', (answer, mayContinue) => {
    expect(decisionIn(answer)).toEqual({ mayContinue, words: null })
  })

  it('is shortened to one line of 300 characters', () => {
    const said = (reason: string) => decisionIn(JSON.stringify({ continue: false, reason })).words
    expect(said('  Has\nbought \u0000 already ')).toBe('Has bought already')
    expect(said('x'.repeat(10_000))).toHaveLength(300)
    expect(said('😀'.repeat(400))).toBe('😀'.repeat(300))
    expect(said(' \n ')).toBeNull()
  })
})
