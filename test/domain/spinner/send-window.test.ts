import { describe, expect, it } from '@jest/globals'
import { opensAt, type SendWindow, zoneOf } from '../../../src/domain/spinner/send-window.ts'
import { zoneOfCountry } from '../../../src/domain/spinner/zone-of-country.ts'

const workdays: SendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} }
const at = (moment: string) => new Date(moment)

describe('a send window', () => {
  it.each([
    // 16 November 2026 is a Monday, so the window is open from 9:00 to 17:00 in Kathmandu. Clocks there are
    // 5:45 hours ahead of UTC, so the window opens at 3:15 UTC.
    ['Asia/Kathmandu', '2026-11-16T03:14:59Z', '2026-11-16T03:15:00Z'],
    ['Asia/Kathmandu', '2026-11-16T03:15:00Z', null],
    ['Asia/Kathmandu', '2026-11-16T11:14:59Z', null],
    ['Asia/Kathmandu', '2026-11-16T11:15:00Z', '2026-11-17T03:15:00Z'],
    // Test case: the send window opens on Monday morning after Friday evening; the clocks in New York go back
    // in between.
    ['America/New_York', '2026-10-30T21:00:00Z', '2026-11-02T14:00:00Z'],
    // Test cases: at the times in these two rows it is already Saturday in Kiritimati, and still Thursday in
    // Honolulu.
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-22T19:00:00Z'],
    ['Pacific/Honolulu', '2026-11-20T03:00:00Z', '2026-11-20T19:00:00Z'],
    // Test case: 31 December 9999 is a Friday.
    ['UTC', '9999-12-31T18:00:00Z', '+010000-01-03T09:00:00Z'],
  ])('in %s at %s opens at %s', (zone, now, opens) => {
    expect(opensAt(workdays, at(now), zone)).toEqual(opens === null ? null : at(opens))
  })

  it('opens an hour later if clocks are put forward past its beginning', () => {
    const early: SendWindow = { ...workdays, days: [7], from: '02:30', to: '04:00' }
    expect(opensAt(early, at('2026-03-08T05:00:00Z'), 'America/New_York')).toEqual(at('2026-03-08T07:30:00Z'))
    expect(opensAt(early, at('2026-03-08T07:29:00Z'), 'America/New_York')).not.toBeNull()
    expect(opensAt(early, at('2026-03-08T07:59:00Z'), 'America/New_York')).toBeNull()
    // Test case: clocks on Lord Howe Island change by half an hour, during this send window.
    const there: SendWindow = { ...workdays, days: [7], from: '02:10', to: '04:00' }
    expect(opensAt(there, at('2026-10-03T14:00:00Z'), 'Australia/Lord_Howe')).toEqual(
      at('2026-10-03T15:40:00Z'),
    )
  })

  it('means the later of hours that occur twice', () => {
    const night: SendWindow = { ...workdays, days: [7], from: '01:30', to: '03:00' }
    expect(opensAt(night, at('2026-11-01T05:30:00Z'), 'America/New_York')).toEqual(at('2026-11-01T06:30:00Z'))
    expect(opensAt(night, at('2026-11-01T07:59:59Z'), 'America/New_York')).toBeNull()
  })

  it.each([
    ['Europe/Berlin', [7], '02:00', '03:00', '2026-03-22T02:00:00Z', '2026-04-05T00:00:00Z'],
    ['Europe/Berlin', [7], '02:30', '03:15', '2026-03-28T12:00:00Z', '2026-04-05T00:30:00Z'],
    ['America/Santiago', [7], '00:00', '01:00', '2026-08-31T12:00:00Z', '2026-09-13T03:00:00Z'],
  ])(
    'in %s on %j from %s to %s opens a week later if a clock change leaves no minute of it',
    (zone, days, from, to, now, opens) => {
      expect(opensAt({ days, from, to, zone: {} }, at(now), zone)).toEqual(at(opens))
    },
  )

  it('may last until the end of a day', () => {
    const evening: SendWindow = { ...workdays, days: [1], from: '20:00', to: '24:00' }
    expect(opensAt(evening, at('2026-11-16T23:59:59Z'), 'UTC')).toBeNull()
    expect(opensAt(evening, at('2026-11-17T00:00:00Z'), 'UTC')).toEqual(at('2026-11-23T20:00:00Z'))
  })

  const countryOf = (phone: string) =>
    phone.startsWith('+977') ? 'NP' : phone.startsWith('+1') ? 'US' : null
  const zone = { column: 'zone', phone: 'phone' }

  it.each([
    [{ zone: 'Asia/Tokyo', phone: '+977 1' }, 'Asia/Tokyo'],
    [{ zone: 'Tokio', phone: '+977 1' }, 'Asia/Kathmandu'],
    [{ zone: '', phone: '+1 212' }, 'America/New_York'],
    [{ zone: null, phone: '0151' }, 'Europe/Vienna'],
    [{}, 'Europe/Vienna'],
  ])('uses for %j the zone %s', (cells, expected) => {
    expect(zoneOf({ zone }, cells, countryOf, 'Europe/Vienna')).toBe(expected)
  })

  it('knows one zone of each country', () => {
    expect(['NP', 'IN', 'DE', 'BR', 'XX', 'nope'].map(zoneOfCountry)).toEqual([
      'Asia/Kathmandu',
      'Asia/Kolkata',
      'Europe/Berlin',
      'America/Sao_Paulo',
      null,
      null,
    ])
  })
})
