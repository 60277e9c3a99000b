import { describe, expect, it } from '@jest/globals'
import { stepWithoutContinuation } from '../../../src/domain/job/retry-version.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const wait = (seconds: number): Step => ({ type: 'wait', seconds })
const ran = [email('First'), wait(60), email('Second')]

describe('failed recipients continue in another version', () => {
  it('at a corrected step, whatever follows it', () => {
    expect(stepWithoutContinuation([2], ran, [email('First'), wait(60), email('Mended')])).toBeNull()
    expect(stepWithoutContinuation([0], ran, [email('Mended')])).toBeNull()
  })

  it('after a wait that is longer now', () => {
    expect(stepWithoutContinuation([2], ran, [email('First'), wait(600), email('Second')])).toBeNull()
  })

  it.each([
    ['the step was removed', [email('First'), wait(60)]],
    ['the step has another type', [email('First'), wait(60), wait(60)]],
    ['a message before it has changed', [email('Other'), wait(60), email('Second')]],
    ['a step was inserted before it', [email('First'), email('New'), wait(60), email('Second')]],
  ])('unless %s', (_, current) => {
    expect(stepWithoutContinuation([0, 2], ran, current)).toBe(2)
  })
})
