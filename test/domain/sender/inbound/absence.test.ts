import { describe, expect, it } from '@jest/globals'
import { absentUntil } from '../../../../src/domain/sender/inbound/absence.ts'

const at = new Date('2026-11-21T10:00:00.000Z')
const until = (text: string) => absentUntil(text, at).toISOString().slice(0, 10)

describe('the end of an absence in an automatic reply', () => {
  it.each([
    ['I am out of the office until December 1, 2026.', '2026-12-02'],
    ['I will be back on 1st December.', '2026-12-02'],
    ['I return on Dec 1st', '2026-12-02'],
    ['Away until 2026-12-01', '2026-12-02'],
    ['back 12/01/2026', '2026-12-02'],
    ['until 13/12/2026', '2026-12-14'],
    ['Ich bin bis zum 1. Dezember 2026 nicht erreichbar', '2026-12-02'],
    ['Ich bin ab dem 01.12.2026 wieder im Büro', '2026-12-02'],
    ['bis 1.12. abwesend', '2026-12-02'],
    ["Je suis absent jusqu'au 1 décembre 2026", '2026-12-02'],
    ['Je serai de retour le 1er décembre', '2026-12-02'],
    ['Estaré fuera hasta el 1 de diciembre de 2026', '2026-12-02'],
    ['Sarò assente fino al 1 dicembre', '2026-12-02'],
    ['Estou ausente até 1 de dezembro', '2026-12-02'],
    ['Ik ben terug op 1 december 2026', '2026-12-02'],
    ['12月1日まで。2026年12月1日', '2026-12-02'],
  ])('is the named date and a day (%s)', (text, expected) => {
    expect(until(text)).toBe(expected)
  })

  it('is the return, and not the departure or another date', () => {
    expect(until('From 23 November to 5 December I am on leave.')).toBe('2026-12-06')
    expect(until('I am away until 1 December. Our fair is on 20 January 2027.')).toBe('2026-12-02')
  })

  it('is the next such day if the year is missing', () => {
    expect(until('back on 4 January')).toBe('2027-01-05')
  })

  it.each([
    ['I am away for a while.'],
    ['I was away until 1 November 2026.'],
    ['I am away until 1 December 2031.'],
    ['back on 31 February'],
    ['call 555-12-9999 or 030/40/50'],
    [''],
  ])('is in seven days if no such date is named (%s)', (text) => {
    expect(until(text)).toBe('2026-11-28')
  })

  it('is computed for any text', () => {
    const texts = ['1.1.'.repeat(50_000), `until ${' '.repeat(100_000)}1 May`, `${'mar'.repeat(40_000)} 1`]
    for (const text of texts) expect(absentUntil(text, at).getTime()).toBeGreaterThan(at.getTime())
  })
})
