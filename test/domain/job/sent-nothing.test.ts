import { describe, expect, it } from '@jest/globals'
import { hasSentNothing } from '../../../src/domain/job/sent-nothing.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const wait: Step = { type: 'wait', seconds: 60 }
const condition: Step = { type: 'condition', column: 'name', operator: 'exists' }
const steps = [wait, condition, email, wait, email]
const pending = { state: 'pending', step: 0, isMarked: false, from: null } as const

describe('a recipient whose job is cancelled', () => {
  it.each([0, 1, 2])('goes back from step %i, where nothing was sent before', (step) => {
    expect(hasSentNothing({ ...pending, step }, steps)).toBe(true)
    expect(hasSentNothing({ ...pending, step, state: 'waiting' }, steps)).toBe(true)
  })

  it.each([3, 4])('does not go back from step %i, after a message', (step) => {
    expect(hasSentNothing({ ...pending, step }, steps)).toBe(false)
  })

  it('does not go back while its message may have gone out', () => {
    expect(hasSentNothing({ ...pending, step: 2, isMarked: true }, steps)).toBe(false)
  })

  it.each(['done', 'skipped', 'failed', 'unconfirmed'] as const)(
    'does not go back once it is %s',
    (state) => {
      expect(hasSentNothing({ ...pending, state }, steps)).toBe(false)
    },
  )

  it('goes back from every step where none sends', () => {
    expect(hasSentNothing({ ...pending, step: 1 }, [wait, condition])).toBe(true)
  })

  it('that was run again is free from the step that failed, and from no later one', () => {
    expect(hasSentNothing({ ...pending, step: 4, from: 4 }, steps)).toBe(true)
    expect(hasSentNothing({ ...pending, step: 4, from: 2 }, steps)).toBe(false)
  })
})
