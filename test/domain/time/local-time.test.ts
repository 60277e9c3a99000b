import { describe, expect, it } from '@jest/globals'
import {
  dayAfter,
  isZone,
  localDay,
  momentOf,
  startOfDay,
  wallTime,
  weekdayOf,
} from '../../../src/domain/time/local-time.ts'

describe('the local time of a zone', () => {
  it.each([
    ['Asia/Kathmandu', '2026-11-20T18:14:59Z', '2026-11-20', '23:59:59'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21', '00:00:00'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01', '00:00:00'],
    ['Australia/Lord_Howe', '2026-01-01T13:00:00Z', '2026-01-02', '00:00:00'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21', '00:00:00'],
  ])('in %s at %s is %s %s', (zone, at, day, time) => {
    expect(localDay(new Date(at), zone)).toBe(day)
    expect(wallTime(new Date(at), zone)).toEqual(new Date(`${day}T${time}Z`))
  })

  it.each([
    ['Asia/Kathmandu', '2026-11-21', 9 * 60, '2026-11-21T03:15:00Z'],
    // Test case: clocks in New York skip from 2:00 to 3:00 on this day, so 2:30 does not exist and becomes 3:30.
    ['America/New_York', '2026-03-08', 150, '2026-03-08T07:30:00Z'],
    // Test case: clocks in New York go back at 2:00 on this day, so 1:30 exists twice; the second 1:30 is returned.
    ['America/New_York', '2026-11-01', 90, '2026-11-01T06:30:00Z'],
    ['America/New_York', '2026-11-01', 9 * 60, '2026-11-01T14:00:00Z'],
    // Test case: clocks on Lord Howe Island change by half an hour.
    ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-03T15:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', 105, '2026-04-04T15:15:00Z'],
    ['Africa/Cairo', '2026-04-24', 0, '2026-04-23T22:00:00Z'],
  ])('in %s on %s at %i minutes after midnight is %s', (zone, day, minutes, moment) => {
    expect(momentOf(day, minutes, zone)).toEqual(new Date(moment))
  })

  it('begins a day where the previous one ends, even if midnight is skipped', () => {
    const begins = startOfDay('2026-04-24', 'Africa/Cairo')
    expect(localDay(begins, 'Africa/Cairo')).toBe('2026-04-24')
    expect(localDay(new Date(begins.getTime() - 1), 'Africa/Cairo')).toBe('2026-04-23')
  })

  it('counts days of the week from Monday', () => {
    expect([weekdayOf('2026-11-16'), weekdayOf('2026-11-22'), dayAfter('2026-12-31')]).toEqual([
      1,
      7,
      '2027-01-01',
    ])
  })

  it('counts on past the year 9999', () => {
    expect(localDay(new Date('9999-12-31T23:59:59Z'), 'Asia/Kathmandu')).toBe('+010000-01-01')
    expect(dayAfter('9999-12-31')).toBe('+010000-01-01')
    expect([dayAfter('+010000-01-01'), weekdayOf('+010000-01-01')]).toEqual(['+010000-01-02', 6])
  })

  it('accepts names of zones, and nothing else', () => {
    expect(['Asia/Kathmandu', 'UTC', 'Etc/GMT+5'].every(isZone)).toBe(true)
    expect(['', 'Kathmandu', '+05:45', 'Europe/Atlantis', 'a'.repeat(200), '../etc'].some(isZone)).toBe(false)
  })
})
