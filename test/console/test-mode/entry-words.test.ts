import { describe, expect, it } from '@jest/globals'
import type { TestTimelineEntry } from '../../../console/src/api/test-mode/test-timeline.ts'
import { headOf, statusOf } from '../../../console/src/pages/test-mode/entry-words.ts'

const entry = (kind: TestTimelineEntry['kind'], status: string | null, text: string | null = null) =>
  ({ kind, status, text }) as TestTimelineEntry

describe('an entry of the test timeline', () => {
  it('has its kind as heading', () => {
    expect(headOf(entry('unconfirmed', 'RUNTIME_STOPPED_REPEATEDLY'))).toBe('Unconfirmed')
  })

  it.each(['skipped', 'failed', 'stopped', 'unconfirmed'] as const)(
    'shows the reason why a recipient is %s, unless it quotes the words of a server',
    (kind) => {
      expect(statusOf(entry(kind, 'RUNTIME_STOPPED_REPEATEDLY'))).toBe('Worker stopped repeatedly')
      expect(statusOf(entry(kind, 'MESSAGE_REFUSED', '550 no thanks'))).toBeNull()
    },
  )

  it.each([
    ['sent', 'Answered'],
    ['failed', 'Refused'],
    ['transient', 'Temporary failure'],
    ['temporaryRefusal', 'Temporarily refused'],
  ])('shows the outcome "%s" of a webhook as "%s"', (outcome, words) => {
    expect(statusOf(entry('webhook', outcome, 'A rule of test mode says: 503'))).toBe(words)
    expect(statusOf(entry('guard', outcome))).toBe(words)
  })
})
