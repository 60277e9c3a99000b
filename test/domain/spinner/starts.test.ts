import { describe, expect, it } from '@jest/globals'
import { nextRuns, nextStart, sameStarts } from '../../../src/domain/spinner/starts.ts'

const runs = (cron: string, timeZone: string, after: string, count: number) =>
  nextRuns({ cron, timeZone }, new Date(after), count).map((run) => run.toISOString())

describe('a schedule', () => {
  it('follows the clocks of its zone', () => {
    expect(runs('0 9 * * 1-5', 'Europe/Berlin', '2026-11-20T08:00:00Z', 3)).toEqual([
      '2026-11-23T08:00:00.000Z',
      '2026-11-24T08:00:00.000Z',
      '2026-11-25T08:00:00.000Z',
    ])
    expect(runs('15 6 * * *', 'Asia/Kathmandu', '2026-11-20T00:00:00Z', 1)).toEqual([
      '2026-11-20T00:30:00.000Z',
    ])
    expect(runs('0 0 29 2 *', 'UTC', '2026-03-01T00:00:00Z', 1)).toEqual(['2028-02-29T00:00:00.000Z'])
  })

  describe('when clocks are put forward, on 29 March 2026 in Berlin at 02:00', () => {
    it('starts at the moment of the change, if its time is skipped', () => {
      expect(runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual([
        '2026-03-28T01:30:00.000Z',
        '2026-03-29T01:00:00.000Z',
        '2026-03-30T00:30:00.000Z',
      ])
    })

    it('starts once for all skipped times, and for the time after the change', () => {
      expect(runs('*/20 * * * *', 'Europe/Berlin', '2026-03-29T00:20:00Z', 4)).toEqual([
        '2026-03-29T00:40:00.000Z',
        '2026-03-29T01:00:00.000Z',
        '2026-03-29T01:20:00.000Z',
        '2026-03-29T01:40:00.000Z',
      ])
    })
  })

  describe('when clocks are put back, on 25 October 2026 in Berlin at 03:00', () => {
    it('starts once if its time occurs twice, the first time', () => {
      expect(runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
        '2026-10-25T00:30:00.000Z',
        '2026-10-26T01:30:00.000Z',
      ])
      expect(runs('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10:00Z', 1)).toEqual([
        '2026-10-26T01:30:00.000Z',
      ])
    })

    it('does not start in the second hour if it starts every few minutes', () => {
      expect(runs('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:00:00Z', 3)).toEqual([
        '2026-10-25T00:30:00.000Z',
        '2026-10-25T02:00:00.000Z',
        '2026-10-25T02:30:00.000Z',
      ])
    })
  })

  it('supports zones that change by half an hour, and a day that did not exist', () => {
    expect(runs('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00:00Z', 2)).toEqual([
      '2026-04-04T14:45:00.000Z',
      '2026-04-05T15:15:00.000Z',
    ])
    expect(runs('0 12 * * *', 'Pacific/Apia', '2011-12-29T23:00:00Z', 2)).toEqual([
      '2011-12-30T10:00:00.000Z',
      '2011-12-30T22:00:00.000Z',
    ])
  })

  it('never starts twice at one moment, or earlier than the previous start', () => {
    for (const [zone, from] of [
      ['Europe/Berlin', '2026-03-28T20:00:00Z'],
      ['Europe/Berlin', '2026-10-24T20:00:00Z'],
      ['America/New_York', '2026-11-01T00:00:00Z'],
      ['Africa/Casablanca', '2026-02-14T20:00:00Z'],
    ] as const) {
      const moments = runs('*/7 * * * *', zone, from, 150)
      expect(new Set(moments).size).toBe(150)
      expect(moments.toSorted()).toEqual(moments)
    }
  })
})

describe('an automatic start', () => {
  it('is due one window after records arrive, and never for triggers only', () => {
    const now = new Date('2026-11-21T00:00:00Z')
    expect(nextStart({ on: 'records', withinSeconds: 90 }, now)).toEqual(new Date('2026-11-21T00:01:30Z'))
    expect(nextStart({ on: 'call' }, now)).toBeNull()
  })

  it('is equal in whatever order its fields are written', () => {
    const one = { on: 'schedule', cron: '0 9 * * *', timeZone: 'UTC' } as const
    expect(sameStarts(one, { timeZone: 'UTC', cron: '0 9 * * *', on: 'schedule' })).toBe(true)
    expect(sameStarts(one, { ...one, cron: '1 9 * * *' })).toBe(false)
  })
})
