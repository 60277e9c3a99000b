import { describe, expect, it } from '@jest/globals'
import { faultOfCron, nextCronTime } from '../../../src/domain/spinner/cron.ts'

describe('a cron expression', () => {
  it('returns its next times in order', () => {
    const after = new Date('2026-11-20T09:00:00Z')
    expect(nextCronTime('0 9 * * 1-5', after)).toEqual(new Date('2026-11-23T09:00:00Z'))
    expect(nextCronTime('0 0 30 2 *', after)).toBeNull()
  })

  it.each(['* * * * *', '0 9 * * mon-fri', '0 0 L * *', '*/5 8-18 * * 1-5', '0 0 29 2 *'])(
    'can be %s',
    (cron) => {
      expect(faultOfCron(cron)).toBeNull()
    },
  )

  it.each([
    ['', 'A cron has five fields: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5"'],
    [
      '@daily',
      'A cron has five fields: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5"',
    ],
    [
      '* * * * * *',
      'A cron has five fields: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5"',
    ],
    ['61 * * * *', 'Invalid value for minute: 61'],
    ['0 0 30 2 *', 'No year has such a day'],
  ])('is refused with a message: "%s"', (cron, words) => {
    expect(faultOfCron(cron)).toBe(words)
  })
})
