import { describe, expect, it } from '@jest/globals'
import { refusesSender, troubleIn } from '../../../../../src/adapters/memory/sender/pacing/sender-trouble.ts'
import type { HealthCounts } from '../../../../../src/domain/sender/pacing/breaker.ts'

const nothing: HealthCounts = { sent: 0, bounced: 0, complained: 0, refused: 0 }
const quiet = { ...nothing, sent: 10_000 }
const within = (of: 'recent' | 'hour' | 'day' | 'all', counts: Partial<HealthCounts>) => ({
  recent: nothing,
  recentReports: 0,
  hour: nothing,
  day: nothing,
  all: quiet,
  [of]: { ...nothing, ...counts },
})

/**
 * The lowest counts at which each reason code pauses a sender, and counts just below them, as cases of the
 * test.
 */
const limits = [
  ['BOUNCES_IN_HOUR', 'hour', { sent: 100, bounced: 10 }, { sent: 100, bounced: 9 }],
  ['BOUNCES_IN_HOUR', 'hour', { sent: 20, bounced: 5 }, { sent: 19, bounced: 5 }],
  ['BOUNCES_IN_DAY', 'day', { sent: 200, bounced: 10 }, { sent: 200, bounced: 9 }],
  ['BOUNCES_IN_DAY', 'day', { sent: 50, bounced: 5 }, { sent: 50, bounced: 4 }],
  ['COMPLAINTS_IN_HOUR', 'hour', { sent: 1_000, complained: 10 }, { sent: 1_000, complained: 9 }],
  ['COMPLAINTS_IN_HOUR', 'hour', { sent: 50, complained: 2 }, { sent: 49, complained: 2 }],
  ['COMPLAINTS_IN_DAY', 'day', { sent: 1_000, complained: 3 }, { sent: 1_000, complained: 2 }],
  ['EARLY_BOUNCES', 'all', { sent: 50, bounced: 5 }, { sent: 50, bounced: 4 }],
  ['EARLY_BOUNCES', 'all', { sent: 5, bounced: 5 }, { sent: 51, bounced: 5 }],
  ['PROVIDER_REFUSES', 'recent', { sent: 10, refused: 5 }, { sent: 11, refused: 5 }],
  ['PROVIDER_REFUSES', 'recent', { sent: 4, refused: 5 }, { sent: 4, refused: 4 }],
] as const

describe('the bounce limit of a sender', () => {
  it.each(limits)('pauses for %s, in the %s with %j, and not with %j', (code, of, enough, tooFew) => {
    expect(troubleIn(within(of, enough))).toMatchObject({ code, counts: enough })
    expect(troubleIn(within(of, tooFew))).toBeNull()
  })

  it('pauses for one spinner only if the refusals were reported by mail, which recipients can forge', () => {
    const recent = { sent: 10, refused: 6 }
    expect(troubleIn({ ...within('recent', recent), recentReports: 1 })?.code).toBe('PROVIDER_REFUSES')
    expect(troubleIn({ ...within('recent', recent), recentReports: 2 })?.code).toBe('MESSAGES_REFUSED')
  })

  it('pauses for all spinners if the reports come from two spinners and three domains', () => {
    const enough = { sent: 10, refused: 5, spinners: 2, domains: 3 }
    expect(refusesSender(enough)).toBe(true)
    for (const less of [{ refused: 4 }, { sent: 11 }, { spinners: 1 }, { domains: 2 }])
      expect(refusesSender({ ...enough, ...less })).toBe(false)
  })

  it('ignores normal figures', () => {
    expect(troubleIn({ recent: quiet, recentReports: 0, hour: quiet, day: quiet, all: quiet })).toBeNull()
  })
})
