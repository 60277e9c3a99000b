import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { dateFormat } from '../../../console/src/components/time/date-format.ts'
import {
  dateAndTimeIn,
  dateIn,
  localTimeIn,
  momentIn,
  shortTimeIn,
  timeIn,
} from '../../../console/src/components/time/zoned-time.ts'

function setLanguage(language: string): void {
  Object.defineProperty(navigator, 'language', { value: language, configurable: true })
}

const { language: initialLanguage } = navigator
beforeAll(() => setLanguage('en-GB'))
afterAll(() => setLanguage(initialLanguage))

describe('a date', () => {
  it('has the form of the browser’s language', () => {
    const date = () => dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 27))
    const forms = { 'en-US': 'Nov 27, 2026', 'de-DE': '27.11.2026', 'en-GB': '27 Nov 2026' }
    for (const [language, form] of Object.entries(forms)) {
      setLanguage(language)
      expect(date()).toBe(form)
    }
  })
})

it('no other module of the console formats dates', () => {
  const root = join(import.meta.dirname, '../../../console/src')
  const modules = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const formatting = modules.filter((path) =>
    /DateTimeFormat\((?!'en-US')|toLocale(?:Date|Time)String|Date\(.*toLocaleString/.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  )
  expect(formatting).toEqual([join('components', 'time', 'date-format.ts')])
})

describe('a time in the organization’s time zone', () => {
  it('is written with the date and the hour of that zone', () => {
    const at = '2026-12-01T23:30:00.000Z'
    expect(dateIn('UTC', at)).toBe('Tuesday, 1 December 2026')
    expect(dateIn('Europe/Vienna', at)).toBe('Wednesday, 2 December 2026')
    expect(timeIn('Europe/Vienna', at)).toBe('00:30')
    expect(dateAndTimeIn('America/New_York', at)).toBe('Tue, 1 Dec 2026, 18:30')
  })

  it('has its year if it is in another one than the present time', () => {
    const now = '2026-12-30T10:00:00.000Z'
    expect(shortTimeIn('UTC', '2026-12-31T10:00:00.000Z', now)).toBe('31 Dec, 10:00')
    expect(shortTimeIn('UTC', '2027-01-02T10:00:00.000Z', now)).toBe('2 Jan 2027, 10:00')
    expect(shortTimeIn('UTC', now)).toBe('30 Dec 2026, 10:00')
  })

  it('is read in that zone, before and after a change of the clocks', () => {
    expect(momentIn('Europe/Vienna', '2026-10-25T01:59')?.toISOString()).toBe('2026-10-24T23:59:00.000Z')
    expect(momentIn('Europe/Vienna', '2026-10-25T03:00')?.toISOString()).toBe('2026-10-25T02:00:00.000Z')
    expect(momentIn('Europe/Vienna', '2026-03-29T03:00')?.toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(momentIn('America/St_Johns', '2026-07-01T12:00')?.toISOString()).toBe('2026-07-01T14:30:00.000Z')
    expect(momentIn('Europe/Vienna', '')).toBeNull()
  })

  it('becomes the same moment again', () => {
    for (const zone of ['UTC', 'Europe/Vienna', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles']) {
      for (let day = 0; day < 366; day += 7) {
        const at = Date.UTC(2026, 0, 1 + day, 12, 34)
        expect(momentIn(zone, localTimeIn(zone, at))?.getTime()).toBe(at)
      }
    }
  })
})
