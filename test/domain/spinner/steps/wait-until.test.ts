import { describe, expect, it } from '@jest/globals'
import type { Cell } from '../../../../src/domain/record-cells.ts'
import type { WaitUntilStep } from '../../../../src/domain/spinner/steps/step.ts'
import { type WaitFacts, waitStatusOf } from '../../../../src/domain/spinner/steps/wait-until.ts'

const kathmandu = 'Asia/Kathmandu'
const berlin = 'Europe/Berlin'

function verdict(
  step: Omit<WaitUntilStep, 'type'>,
  now: string,
  { cell = null, zone = 'UTC', ...others }: Partial<WaitFacts> & { cell?: Cell; zone?: string } = {},
): string {
  const column = step.column ?? step.changes
  const awaited = {
    since: new Date('2026-03-01T10:00:00Z'),
    hasChanged: false,
    isBusy: false,
    cells: column === undefined ? {} : { [column]: cell },
    ...others,
  }
  const wait = waitStatusOf({ type: 'waitUntil', ...step }, awaited, zone, new Date(now))
  if (wait.kind === 'past') return `past ${wait.result}`
  return wait.kind === 'waits' ? `${wait.for} ${wait.until.toISOString()}` : wait.kind
}

describe('a wait for a date', () => {
  const step = { column: 'renewal' }

  it.each<[string, Omit<WaitUntilStep, 'type'>, Cell, string, string]>([
    [
      'a day begins in the time zone of the person',
      step,
      '2026-03-05',
      kathmandu,
      '2026-03-04T18:15:00.000Z',
    ],
    [
      'a time without an offset is in that zone',
      step,
      '2026-03-05 09:30',
      kathmandu,
      '2026-03-05T03:45:00.000Z',
    ],
    [
      'a time with an offset is exact',
      step,
      '2026-03-05T09:30:15.250+01:00',
      kathmandu,
      '2026-03-05T08:30:15.250Z',
    ],
    [
      'earlier by days',
      { ...step, offsetSeconds: -172_800 },
      '2026-03-05',
      'UTC',
      '2026-03-03T00:00:00.000Z',
    ],
    ['later by hours', { ...step, offsetSeconds: 5_400 }, '2026-03-05', 'UTC', '2026-03-05T01:30:00.000Z'],
    ['at an hour of that day', { ...step, at: '09:00' }, '2026-03-05', berlin, '2026-03-05T08:00:00.000Z'],
    [
      'at the next such hour',
      { ...step, at: '09:00' },
      '2026-03-05T12:00:00Z',
      berlin,
      '2026-03-06T08:00:00.000Z',
    ],
    [
      'days are counted on the calendar if clocks change between them',
      { ...step, offsetSeconds: -86_400, at: '00:30' },
      '2026-03-30',
      berlin,
      '2026-03-28T23:30:00.000Z',
    ],
    [
      'the hour after the last second of the year 9999',
      { ...step, offsetSeconds: 86_400, at: '09:00' },
      '9999-12-31 23:59:59',
      'UTC',
      '+010000-01-02T09:00:00.000Z',
    ],
    [
      'a skipped hour ends as much later',
      { ...step, at: '02:30' },
      '2026-03-29',
      berlin,
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'the later of two equal hours applies',
      { ...step, at: '02:30' },
      '2026-10-25',
      berlin,
      '2026-10-25T01:30:00.000Z',
    ],
  ])('%s', (_, wait, cell, zone, until) => {
    expect(verdict(wait, '2026-03-01T10:00:00Z', { cell, zone })).toBe(`date ${until}`)
  })

  it('ends when the date has come, even if it had passed before', () => {
    expect(verdict(step, '2026-03-05T00:00:00Z', { cell: '2026-03-05' })).toBe('over')
    expect(verdict(step, '2026-03-01T10:00:00Z', { cell: '2020-01-01' })).toBe('over')
  })

  it('fails for a cell without a date', () => {
    for (const cell of [null, 'soon', '2026-02-30', '05.03.2026', 20260305])
      expect(verdict(step, '2026-03-01T10:00:00Z', { cell })).toBe('noDate')
  })

  it('waits for a correction of such a cell if it has a time-out', () => {
    const wait = { ...step, timeoutSeconds: 3_600, onTimeout: 'skip' } as const
    expect(verdict(wait, '2026-03-01T10:30:00Z', { cell: 'soon' })).toBe('date 2026-03-01T11:00:00.000Z')
    expect(verdict(wait, '2026-03-01T11:00:00Z', { cell: 'soon' })).toBe('timedOut')
  })

  it('ends at the time-out if the date is later, and at the date otherwise', () => {
    const wait = { ...step, timeoutSeconds: 3_600, onTimeout: 'continue' } as const
    expect(verdict(wait, '2026-03-01T10:00:00Z', { cell: '2026-03-05' })).toBe(
      'date 2026-03-01T11:00:00.000Z',
    )
    expect(verdict(wait, '2026-03-06T00:00:00Z', { cell: '2026-03-05' })).toBe('timedOut')
    expect(verdict(wait, '2026-03-06T00:00:00Z', { cell: '2026-03-01T10:59:59Z' })).toBe('over')
  })
})

describe('a date that is past already', () => {
  const since = '2026-03-01T10:00:00Z'
  const results = (cell: string, others: Omit<WaitUntilStep, 'type'> = {}, facts: Partial<WaitFacts> = {}) =>
    [undefined, 'send', 'skip', 'fail'].map((ifPast) =>
      verdict(
        { column: 'renewal', ...others, ...(ifPast === undefined ? {} : { ifPast: ifPast as 'send' }) },
        since,
        { cell, zone: berlin, ...facts },
      ),
    )

  it('continues by default, and else skips or fails the recipient', () => {
    expect(results('2026-02-28')).toEqual(['over', 'over', 'past skip', 'past fail'])
    expect(results('2026-03-01T09:59:59Z')).toEqual(['over', 'over', 'past skip', 'past fail'])
  })

  it('is no day that is not over in the time zone of the person, and no time that has just come', () => {
    expect(results('2026-03-01')).toEqual(['over', 'over', 'over', 'over'])
    expect(results('2026-03-01', { at: '09:00' })).toEqual(['over', 'over', 'over', 'over'])
    expect(results('2026-03-01T10:00:00Z')).toEqual(['over', 'over', 'over', 'over'])
    expect(results('2026-03-01', { offsetSeconds: -86_400 })[2]).toBe('past skip')
    expect(results('2026-03-02', { offsetSeconds: -86_400 })[2]).toBe('over')
  })

  it('is no date that came during the wait, also if nothing ran at that time', () => {
    const step = { column: 'renewal', ifPast: 'fail' } as const
    expect(verdict(step, '2026-03-09T00:00:00Z', { cell: '2026-03-05' })).toBe('over')
    expect(verdict(step, '2026-03-09T00:00:00Z', { cell: '2026-02-05' })).toBe('past fail')
  })
})

describe('a wait for a condition', () => {
  const limit = { timeoutSeconds: 14 * 86_400, onTimeout: 'skip' } as const
  const isWon = { column: 'status', operator: 'equals', value: 'won' } as const
  const isLarge = { column: 'seats', operator: 'greaterThan', value: 10 } as const
  const timesOut = 'condition 2026-03-15T10:00:00.000Z'

  it('lasts until the columns meet it together, or until the time-out', () => {
    const step = { where: { and: [isWon, isLarge] }, ...limit }
    const now = '2026-03-02T00:00:00Z'
    expect(verdict(step, now, { cells: { status: 'won' } })).toBe(timesOut)
    expect(verdict(step, now, { cells: { seats: 11 } })).toBe(timesOut)
    expect(verdict(step, now, { cells: { status: 'won', seats: 11 } })).toBe('over')
    expect(verdict(step, '2026-03-15T10:00:00Z', { cells: { status: 'won' } })).toBe('timedOut')
    expect(verdict(step, '2026-03-16T00:00:00Z', { cells: { status: 'won', seats: '11' } })).toBe('over')
    expect(verdict(step, now, { cells: { status: 'won', seats: 11 }, isBusy: true })).toBe(
      'condition 2026-03-02T00:00:02.000Z',
    )
  })

  it('ends when time makes it true, at the first such time and not before', () => {
    const isSoon = { column: 'ends', operator: 'before', value: 'now+7d' } as const
    const step = { where: isSoon, ...limit }
    const cells = { ends: '2026-03-10' }
    const until = '2026-03-03T00:00:00.001Z'
    expect(verdict(step, '2026-03-01T10:00:00Z', { cells })).toBe(`condition ${until}`)
    expect(verdict(step, until, { cells })).toBe('over')
    expect(verdict({ ...step, timeoutSeconds: 60 }, '2026-03-01T10:00:00Z', { cells })).toBe(
      'condition 2026-03-01T10:01:00.000Z',
    )
  })

  it('skips times at which only a part of it becomes true', () => {
    const isOld = { column: 'joined', operator: 'before', value: 'now-7d' } as const
    const isNotSoon = { not: { column: 'ends', operator: 'after', value: 'now+2d' } } as const
    const step = { where: { and: [isOld, isNotSoon] }, ...limit }
    const cells = { joined: '2026-02-25', ends: '2026-03-10T12:00:00Z' }
    expect(verdict(step, '2026-03-01T10:00:00Z', { cells })).toBe('condition 2026-03-08T12:00:00.000Z')
    expect(verdict(step, '2026-03-08T12:00:00Z', { cells })).toBe('over')
    expect(verdict(step, '2026-03-01T10:00:00Z', { cells: { joined: 'soon' } })).toBe(timesOut)
    const fixed = { where: { column: 'joined', operator: 'after', value: '2026-03-01' } as const, ...limit }
    expect(verdict(fixed, '2026-03-01T10:00:00Z', { cells })).toBe(timesOut)
  })
})

describe('a wait for an hour', () => {
  it('ends at the next such hour of the person, or at once if it has come', () => {
    expect(verdict({ at: '09:00' }, '2026-03-01T10:00:00Z', { zone: berlin })).toBe(
      'hour 2026-03-02T08:00:00.000Z',
    )
    expect(verdict({ at: '11:00' }, '2026-03-01T10:00:00Z', { zone: berlin })).toBe('over')
    expect(verdict({ at: '09:00' }, '2026-03-02T08:00:00Z', { zone: berlin })).toBe('over')
  })
})

describe('a wait for a change', () => {
  const step = { changes: 'stage', timeoutSeconds: 60, onTimeout: 'skip' } as const

  it('lasts until the cell has another value, or until the time-out', () => {
    expect(verdict(step, '2026-03-01T10:00:30Z')).toBe('change 2026-03-01T10:01:00.000Z')
    expect(verdict(step, '2026-03-01T10:00:30Z', { hasChanged: true })).toBe('over')
    expect(verdict(step, '2026-03-01T10:01:00Z')).toBe('timedOut')
  })

  it('is checked again soon while another process writes the record', () => {
    expect(verdict(step, '2026-03-01T10:00:30Z', { isBusy: true })).toBe('change 2026-03-01T10:00:32.000Z')
  })
})
