import { describe, expect, it } from '@jest/globals'
import { mayHaveGoneOut, soonestMails } from '../../../src/domain/job/lost-time.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const webhook: Step = { type: 'webhook', url: 'https://example.com', body: '{}' }
const wait = (seconds: number): Step => ({ type: 'wait', seconds })
const soonest = (...steps: Step[]) => soonestMails(programOf(steps))

describe('the soonest e-mail after a step', () => {
  it('is the step itself where it is one, and the next one otherwise', () => {
    expect(soonest(webhook, email, webhook)).toEqual([
      { index: 1, seconds: 0 },
      { index: 1, seconds: 0 },
      null,
    ])
  })

  it('is as far away as the waits before it', () => {
    expect(soonest(wait(60), wait(600), email)).toEqual([
      { index: 2, seconds: 660 },
      { index: 2, seconds: 600 },
      { index: 2, seconds: 0 },
    ])
  })

  it('is that of the quickest way, and waits for something else than time may be over at once', () => {
    const split: Step = {
      type: 'split',
      arms: [
        { name: 'A', percent: 50, steps: [wait(3600), email] },
        { name: 'B', percent: 50, steps: [{ type: 'waitUntil', column: 'day' }, email] },
      ],
    }
    expect(soonest(split)[0]).toEqual({ index: 4, seconds: 0 })
  })

  it('may have gone out when the waits before it can have ended since the moment that was restored', () => {
    const [restoredTo, now] = [new Date('2026-11-21T10:00:00Z'), new Date('2026-11-21T11:00:00Z')]
    expect(mayHaveGoneOut({ index: 0, seconds: 3600 }, restoredTo, now)).toBe(true)
    expect(mayHaveGoneOut({ index: 0, seconds: 3601 }, restoredTo, now)).toBe(false)
  })
})
