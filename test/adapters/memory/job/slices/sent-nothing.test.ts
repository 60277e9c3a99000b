import { describe, expect, it } from '@jest/globals'
import { hasSentNothing } from '../../../../../src/adapters/memory/job/slices/sent-nothing.ts'
import type { Step } from '../../../../../src/domain/spinner/steps/step.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const wait: Step = { type: 'wait', seconds: 60 }
const condition: Step = { type: 'condition', column: 'name', operator: 'exists' }
const steps = [wait, condition, email, wait, email]
const pending = { state: 'pending', step: 0, isMarked: false, from: null } as const

describe('a recipient whose job is cancelled', () => {
  it.each([0, 1, 2])('is returned from step %i, if nothing was sent before', (step) => {
    expect(hasSentNothing({ ...pending, step }, steps)).toBe(true)
    expect(hasSentNothing({ ...pending, step, state: 'waiting' }, steps)).toBe(true)
  })

  it.each([3, 4])('is not returned from step %i, after a message', (step) => {
    expect(hasSentNothing({ ...pending, step }, steps)).toBe(false)
  })

  it('is not returned while its message may have been sent', () => {
    expect(hasSentNothing({ ...pending, step: 2, isMarked: true }, steps)).toBe(false)
  })

  it.each(['done', 'skipped', 'failed', 'unconfirmed'] as const)(
    'is not returned after it is %s',
    (state) => {
      expect(hasSentNothing({ ...pending, state }, steps)).toBe(false)
    },
  )

  it('is returned from every step if none sends', () => {
    expect(hasSentNothing({ ...pending, step: 1 }, [wait, condition])).toBe(true)
  })

  it('that was retried is returned from the failed step, and from no later one', () => {
    expect(hasSentNothing({ ...pending, step: 4, from: 4 }, steps)).toBe(true)
    expect(hasSentNothing({ ...pending, step: 4, from: 2 }, steps)).toBe(false)
  })
})
