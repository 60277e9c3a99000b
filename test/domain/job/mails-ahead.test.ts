import { describe, expect, it } from '@jest/globals'
import { mailsAhead, mayHaveGoneOut } from '../../../src/domain/job/mails-ahead.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const webhook: Step = { type: 'webhook', url: 'https://example.com', body: '{}' }
const wait = (seconds: number): Step => ({ type: 'wait', seconds })
const ahead = (...steps: Step[]) => mailsAhead(programOf(steps))

describe('the e-mails after a step', () => {
  it('include the step itself if it is an e-mail, and the later ones', () => {
    const both = [
      { index: 1, seconds: 0 },
      { index: 3, seconds: 0 },
    ]
    const [, last] = both
    expect(ahead(webhook, email, webhook, email, webhook)).toEqual([both, both, [last], [last], []])
  })

  it('are as far away as the waits before them', () => {
    expect(ahead(wait(60), email, wait(600), email)).toEqual([
      [
        { index: 1, seconds: 60 },
        { index: 3, seconds: 660 },
      ],
      [
        { index: 1, seconds: 0 },
        { index: 3, seconds: 600 },
      ],
      [{ index: 3, seconds: 600 }],
      [{ index: 3, seconds: 0 }],
    ])
  })

  it('include all branches by the quickest path, and a wait for anything but time may end at once', () => {
    const split: Step = {
      type: 'split',
      branches: [
        { name: 'A', percent: 50, steps: [wait(3600), email] },
        { name: 'B', percent: 50, steps: [{ type: 'waitUntil', column: 'day' }, email] },
      ],
    }
    expect(ahead(split, email)[0]).toEqual([
      { index: 4, seconds: 0 },
      { index: 5, seconds: 0 },
      { index: 2, seconds: 3600 },
    ])
  })

  it('may have been sent if the waits before them can have ended since the backup', () => {
    const [restoredTo, now] = [new Date('2026-11-21T10:00:00Z'), new Date('2026-11-21T11:00:00Z')]
    expect(mayHaveGoneOut({ index: 0, seconds: 3600 }, restoredTo, now)).toBe(true)
    expect(mayHaveGoneOut({ index: 0, seconds: 3601 }, restoredTo, now)).toBe(false)
  })
})
