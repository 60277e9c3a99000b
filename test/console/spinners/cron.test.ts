import { describe, expect, it } from '@jest/globals'
import { cronOf, planOf } from '../../../console/src/pages/spinners/live/cron.ts'
import { startsWords } from '../../../console/src/pages/spinners/live/starts-words.ts'

describe('a schedule in words', () => {
  it.each([
    ['5 * * * *', 'Start every hour at minute 5'],
    ['0 9 * * *', 'Start every day at 09:00'],
    ['30 17 * * 1,3', 'Start on Mon, Wed at 17:30'],
    ['15 8 31 * *', 'Start on day 31 of each month at 08:15'],
  ])('is %s as cron, and is read back', (cron, words) => {
    const plan = planOf(cron)
    if (plan.kind === 'custom') throw new Error('It is said by its fields')
    expect(cronOf(plan)).toBe(cron)
    expect(startsWords({ on: 'schedule', cron, timeZone: 'Asia/Kathmandu' })).toBe(`${words}, Asia/Kathmandu`)
  })

  it('combines consecutive days, and accepts both numbers of Sunday', () => {
    expect(planOf('0 9 * * 1-5')).toMatchObject({ days: [1, 2, 3, 4, 5] })
    expect(planOf('0 9 * * 0,6')).toMatchObject({ days: [6, 7] })
  })

  it.each(['*/5 * * * *', '0 9 1 1 *', '0 9 1 * 1', '0 25 * * *', '', 'soon'])(
    'shows %j as its five fields',
    (cron) => {
      expect(planOf(cron)).toEqual({ kind: 'custom' })
    },
  )
})
