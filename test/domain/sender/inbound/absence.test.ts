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

  it.each([
    ['I am on parental leave until 30 June 2027.', '2027-07-01'],
    ['Ich bin in Elternzeit und ab 1. September 2027 wieder da.', '2027-09-02'],
    ['Out until 28 November. I will be back on 1 April 2027.', '2027-04-02'],
    ["En congé maternité jusqu'au 3 mai 2027", '2027-05-04'],
    ['育児休業のため2027年4月1日まで不在です', '2027-04-02'],
    ['휴직 중입니다. 2027년 3월 15일에 복귀합니다', '2027-03-16'],
  ])('is held to its end if it is far away: %s', (text, expected) => {
    expect(until(text)).toBe(expected)
  })

  it.each([
    ['I am away until 1 December. The price list is valid until 30 June 2027.', '2026-12-02'],
    ['I am on leave until 1 January 2029.', '2026-11-28'],
    ['Our next fair is on 4 May 2027.', '2026-11-28'],
    ['Offer ends in 2027: order until 30 June 2027!', '2026-11-28'],
  ])('is not a far date of something else, nor after two years: %s', (text, expected) => {
    expect(until(text)).toBe(expected)
  })

  it.each([
    ['Away until 1 December, back in the office on Mon. 7 December.', '2026-12-08'],
    ['Away until 1 December. I will be back\nat my desk on 4 December.', '2026-12-05'],
    ['Abwesend bis 1.12., wieder da am Mo. 7.12.', '2026-12-08'],
    ['Back on 7 December (no mail until 1 December)', '2026-12-08'],
  ])('is a later return before an "until": %s', (text, expected) => {
    expect(until(text)).toBe(expected)
  })

  it.each([
    ['Jag är tillbaka den 7 december', '2026-12-08'],
    ['Jeg er tilbake 7. desember', '2026-12-08'],
    ['Jeg er tilbage den 4. januar', '2027-01-05'],
    ['Palaan 7. joulukuuta', '2026-12-08'],
    ['Olen lomalla 7. tammikuuta saakka', '2027-01-08'],
    ['Vrátím se 7. prosince', '2026-12-08'],
    ['Budu zpět 7. ledna 2027', '2027-01-08'],
    ['Vissza: 2026. december 7.', '2026-12-08'],
    ['Szabadságon vagyok december 7-ig', '2026-12-08'],
    ['Revin pe 7 ianuarie', '2027-01-08'],
    ["7 Aralık'a kadar izindeyim", '2026-12-08'],
    ['7 Ocak tarihinde geri döneceğim', '2027-01-08'],
    ['Я вернусь 7 декабря', '2026-12-08'],
    ['Я повернуся 7 грудня', '2026-12-08'],
    ['У відпустці до 7 січня', '2027-01-08'],
    ['Wracam 7 grudnia', '2026-12-08'],
    ['Ik ben terug op 7 maart 2027', '2027-03-08'],
    ['Estarei de volta em 7 de janeiro', '2027-01-08'],
    ['Rientro il 7 gennaio', '2027-01-08'],
    ['Vuelvo el 7 de enero', '2027-01-08'],
    ['12月7日まで不在にしております', '2026-12-08'],
    ['12月1日から12月7日（月）まで休暇をいただきます', '2026-12-08'],
    ['1月7日より出社いたします', '2027-01-08'],
    ['我在12月1日至12月7日期间不在办公室', '2026-12-08'],
    ['我将于12月7日返回', '2026-12-08'],
    ['12월 7일까지 휴가입니다', '2026-12-08'],
    ['Ab 7. Jänner wieder im Büro', '2027-01-08'],
  ])('is named in each language: %s', (text, expected) => {
    expect(until(text)).toBe(expected)
  })

  it('is the next such day if the year is missing', () => {
    expect(until('back on 4 January')).toBe('2027-01-05')
  })

  it.each([
    ['Due to annual leave from 16 November, I will be back on 5 January.', '2027-01-06'],
    ['Ich bin ab dem 13. November im Urlaub und ab 5. Januar zurück.', '2027-01-06'],
    ['Depuis le 2 novembre je suis en congé, de retour le 4 janvier.', '2027-01-05'],
    ['Estoy de vacaciones desde el 3 de noviembre hasta el 5 de enero.', '2027-01-06'],
    ['Sono in ferie dal 9 novembre fino al 7 gennaio.', '2027-01-08'],
    ['Ik ben met verlof vanaf 9 november tot 4 januari.', '2027-01-05'],
    ['Jestem na urlopie od 9 listopada do 4 stycznia.', '2027-01-05'],
    ['Jag är ledig från 9 november, tillbaka den 4 januari.', '2027-01-05'],
    ['Я в отпуске с 9 ноября до 8 января.', '2027-01-09'],
    ['11月9日から12月7日まで休暇です', '2026-12-08'],
    ['I am back since 16 November.', '2026-11-28'],
  ])('is not a start in the past without a year: %s', (text, expected) => {
    expect(until(text)).toBe(expected)
  })

  it('is not a start before the turn of the year', () => {
    const read = new Date('2027-01-03T10:00:00.000Z')
    expect(absentUntil('Due to leave from 23 December I am back on 11 January.', read)).toEqual(
      new Date('2027-01-12T00:00:00.000Z'),
    )
  })

  it.each([
    ['Due to parental leave from 1 June, please write to Lin.', '2026-11-28'],
    ['Ich bin ab dem 1. Juni 2027 in Elternzeit und heute bis 1.12. unterwegs.', '2026-12-02'],
    ['While I am away, write to Lin about our fair on 12 September.', '2026-11-28'],
    ['On vacation – visit our fair on 12 May 2027.', '2026-11-28'],
    ['I am away from 1 December to Friday, 4 December.', '2026-12-05'],
    ['Away from 1 April 2027 – 3 April 2027.', '2027-04-04'],
  ])('is not the start of a later absence: %s', (text, expected) => {
    expect(until(text)).toBe(expected)
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
    const texts = [
      '1.1.'.repeat(50_000),
      `until ${' '.repeat(100_000)}1 May`,
      `${'mar'.repeat(40_000)} 1`,
      'back Mon. '.repeat(400),
      '7月'.repeat(2_000),
    ]
    for (const text of texts) expect(absentUntil(text, at).getTime()).toBeGreaterThan(at.getTime())
  })
})
