import { afterEach, describe, expect, it } from '@jest/globals'
import { dateValueForm } from '../../../console/src/components/time/fields/date-value-text.ts'
import { readDay, writeDay } from '../../../console/src/components/time/fields/day-text.ts'
import { readHour, writeHour } from '../../../console/src/components/time/fields/hour-text.ts'
import { momentForm, momentOnDay } from '../../../console/src/components/time/fields/moment-text.ts'

function setLanguage(language: string): void {
  Object.defineProperty(navigator, 'language', { value: language, configurable: true })
}

const { language: initialLanguage } = navigator
afterEach(() => setLanguage(initialLanguage))

const day = { value: '2026-11-27' }

describe('a typed date', () => {
  it.each([
    ['de-DE', '27.11.2026'],
    ['en-GB', '27 Nov 2026'],
    ['en-US', 'Nov 27, 2026'],
    ['fr-FR', '27 nov. 2026'],
    ['es-ES', '27 nov 2026'],
    ['sv-SE', '27 nov. 2026'],
    ['ja-JP', '2026/11/27'],
  ])('is written in the form of %s as %s', (language, text) => {
    setLanguage(language)
    expect(writeDay('2026-11-27')).toBe(text)
  })

  it.each(['de-DE', 'en-GB', 'en-US', 'fr-FR', 'es-ES', 'pl-PL', 'ar-EG', 'th-TH', 'fa-IR', 'zh-CN'])(
    'that is written in the form of %s can be read again, on every day of a year',
    (language) => {
      setLanguage(language)
      for (let date = 0; date < 365; date++) {
        const value = new Date(Date.UTC(2027, 0, 1 + date)).toISOString().slice(0, 10)
        expect(readDay(writeDay(value))).toEqual({ value })
      }
    },
  )

  it.each([
    '2026-11-27',
    '27.11.2026',
    '27.11.26',
    '27. 11. 2026',
    '27/11/2026',
    '27-11-2026',
    '2026/11/27',
    '27 Nov 2026',
    '27 november 2026',
    'Nov 27, 2026',
    '27th of November 2026',
    'Fri, 27 Nov 2026',
    '27. November 2026',
    'Freitag, den 27. November 2026',
    '27 nov. 2026',
    'vendredi 27 novembre 2026',
    '27 de noviembre de 2026',
    'viernes, 27 de nov. de 2026',
    ' 2026 nov 27 ',
  ])('is read from “%s” in every language', (text) => {
    for (const language of ['en-GB', 'de-DE', 'fr-FR', 'es-ES']) {
      setLanguage(language)
      expect(readDay(text)).toEqual(day)
    }
  })

  it.each([
    ['1er août 2027', '2027-08-01'],
    ['3 März 2027', '2027-03-03'],
    ['5 déc. 2027', '2027-12-05'],
    ['5 Dez. 2027', '2027-12-05'],
    ['9 enero 2027', '2027-01-09'],
    ['4 juil. 2027', '2027-07-04'],
    ['4 sept 2027', '2027-09-04'],
    ['29.2.2028', '2028-02-29'],
  ])('is read from “%s”, whatever the language of the month', (text, value) => {
    setLanguage('en-GB')
    expect(readDay(text)).toEqual({ value })
  })

  it('has the month first only for those who write it so, and never between dots', () => {
    setLanguage('en-US')
    expect(readDay('11/12/2026')).toEqual({ value: '2026-11-12' })
    expect(readDay('11.12.2026')).toEqual({ value: '2026-12-11' })
    setLanguage('en-GB')
    expect(readDay('11/12/2026')).toEqual({ value: '2026-12-11' })
  })

  it.each(['30.2.2026', '29 Feb 2027', '2026-13-01', '0.1.2026', '32 Dec 2026', '1.1.0026', '1.1.1500'])(
    '“%s” does not exist',
    (text) => {
      setLanguage('en-GB')
      expect(readDay(text)).toEqual({ fault: 'no such date' })
    },
  )

  it.each([
    'tomorrow',
    '27.11.',
    '27 Nov',
    '2026',
    '27.11.202',
    '27 jui 2026',
    '27 11 2026 5',
    '127.11.2026',
  ])('“%s” is not guessed', (text) => {
    setLanguage('en-GB')
    expect(readDay(text)).toEqual({ fault: 'unreadable' })
  })
})

describe('a typed hour of the day', () => {
  it.each([
    ['de-DE', '09:30'],
    ['en-GB', '09:30'],
    ['en-US', '9:30 AM'],
    ['es-ES', '9:30'],
  ])('is written in the form of %s as %s', (language, text) => {
    setLanguage(language)
    expect(writeHour('09:30')).toBe(text)
  })

  it.each([
    ['9:30', '09:30'],
    ['09.30', '09:30'],
    ['9h30', '09:30'],
    ['9 Uhr', '09:00'],
    ['9.30 Uhr', '09:30'],
    ['9', '09:00'],
    ['09:30:00', '09:30'],
    ['9:30 pm', '21:30'],
    ['12 AM', '00:00'],
    ['12:15 p. m.', '12:15'],
    ['0:05', '00:05'],
  ])('is read from “%s”', (text, value) => {
    expect(readHour(text)).toEqual({ value })
  })

  it.each(['24:00', '9:60', '13:00 pm', '0 am'])('“%s” does not exist', (text) => {
    expect(readHour(text)).toEqual({ fault: 'no such time' })
  })

  it.each(['noon', '9:3', '930', ''])('“%s” is not guessed', (text) => {
    expect(readHour(text)).toEqual({ fault: 'unreadable' })
  })
})

describe('a typed date with an hour', () => {
  const vienna = momentForm('Europe/Vienna')
  const at = '2026-11-27T08:30:00.000Z'

  it.each([
    ['de-DE', '27.11.2026, 09:30'],
    ['en-GB', '27 Nov 2026, 09:30'],
    ['en-US', 'Nov 27, 2026, 9:30 AM'],
    ['ar-EG', '2026-11-27, 09:30'],
  ])('is written in the form of %s and in the time zone as %s', (language, text) => {
    setLanguage(language)
    expect(vienna.write(at)).toBe(text)
    expect(vienna.read(text)).toEqual({ value: at })
  })

  it.each([
    '2026-11-27T09:30',
    '2026-11-27 09:30',
    '27.11.2026, 9.30 Uhr',
    '27.11.2026 um 9:30',
    'Nov 27, 2026 at 9:30 am',
    '27 novembre 2026 à 9h30',
    '27 de noviembre de 2026 a las 9:30',
  ])('is read from “%s”', (text) => {
    setLanguage('en-GB')
    expect(vienna.read(text)).toEqual({ value: at })
  })

  it('is read in its time zone, before and after a change of the clocks', () => {
    setLanguage('de-DE')
    expect(vienna.read('25.10.2026, 01:59')).toEqual({ value: '2026-10-24T23:59:00.000Z' })
    expect(vienna.read('25.10.2026, 03:00')).toEqual({ value: '2026-10-25T02:00:00.000Z' })
    expect(momentForm('Asia/Kolkata').read('27.11.2026, 09:30')).toEqual({
      value: '2026-11-27T04:00:00.000Z',
    })
  })

  it('needs both parts, and both must exist', () => {
    setLanguage('de-DE')
    expect(vienna.read('27.11.2026')).toEqual({ fault: 'unreadable' })
    expect(vienna.read('09:30')).toEqual({ fault: 'unreadable' })
    expect(vienna.read('31.11.2026, 09:30')).toEqual({ fault: 'no such date' })
    expect(vienna.read('30.11.2026, 25:30')).toEqual({ fault: 'no such time' })
    expect(vienna.hint()).toMatch(/^Write a date and a time such as \d\d?\.\d\d?\.\d{4}, 09:00\.$/)
  })

  it('keeps its hour when another day is chosen in the calendar, and is at 9 before it has one', () => {
    expect(momentOnDay(at, '2027-07-01', 'Europe/Vienna')).toBe('2027-07-01T07:30:00.000Z')
    expect(momentOnDay('', '2027-07-01', 'Europe/Vienna')).toBe('2027-07-01T07:00:00.000Z')
  })
})

describe('a typed date of a table', () => {
  const form = dateValueForm('Europe/Vienna')

  it.each([
    ['27.11.2026', '2026-11-27'],
    ['27.11.2026, 09:30', '2026-11-27T08:30:00.000Z'],
    ['2026-11-27T08:30:15Z', '2026-11-27T08:30:15Z'],
    // The service reads a time without an offset as UTC.
    ['2026-11-27 08:30', '2026-11-27 08:30'],
  ])('“%s” is stored as %s', (text, value) => {
    setLanguage('de-DE')
    expect(form.read(text)).toEqual({ value })
  })

  it.each([
    ['2026-11-27', '27.11.2026'],
    ['2026-11-27T08:30:00.000Z', '27.11.2026, 09:30'],
    ['2026-11-27T08:30', '27.11.2026, 09:30'],
    ['2026-11-27T10:30:00+02:00', '27.11.2026, 09:30'],
    // A text without the seconds would be another time.
    ['2026-11-27T08:30:15Z', '2026-11-27T08:30:15Z'],
    ['soon', 'soon'],
    ['', ''],
  ])('%s is written as “%s”', (value, text) => {
    setLanguage('de-DE')
    expect(form.write(value)).toBe(text)
  })

  it('says why a text is no date', () => {
    setLanguage('de-DE')
    expect(form.read('31.11.2026')).toEqual({ fault: 'no such date' })
    expect(form.read('30.11.2026, 25:30')).toEqual({ fault: 'no such time' })
    expect(form.read('sometime')).toEqual({ fault: 'unreadable' })
  })
})
