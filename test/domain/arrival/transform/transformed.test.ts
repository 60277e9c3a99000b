import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { Effort } from '../../../../src/domain/arrival/mapping/effort.ts'
import type { Transform } from '../../../../src/domain/arrival/transform/transform.ts'
import { ConversionFault, transformed } from '../../../../src/domain/arrival/transform/transformed.ts'

const phoneOf = (text: string, country: string | null) =>
  text.startsWith('+') ? text.replaceAll(/[^+\d]/g, '') : country === 'DE' ? `+49${text.slice(1)}` : null

/** Returns the transformed value of the test, or the code of the reason why the value cannot be transformed. */
function made(value: Decoded, ...transforms: Transform[]): Decoded {
  const result = transformed(value, transforms, { phoneOf, effort: new Effort() })
  return result instanceof ConversionFault ? `! ${result.reason.code}` : result
}

describe('a transformed value', () => {
  it.each<[Transform[], Decoded, Decoded]>([
    [[{ do: 'trim' }], ' a ', 'a'],
    [[{ do: 'lower' }], 'A@EXAMPLE.com', 'a@example.com'],
    [[{ do: 'lower' }], true, true],
    [[{ do: 'join' }], ['a', null, ' ', 2, true], 'a, 2, true'],
    [[{ do: 'join', with: ';' }], ['a', 'b'], 'a;b'],
    [[{ do: 'join' }], [{ a: 1 }], '! NOT_ONE_VALUE'],
    [[{ do: 'join' }], 'a', 'a'],
    [[{ do: 'split', by: '||' }], '||a||b||', ['a', 'b']],
    [[{ do: 'split', by: ';' }, { do: 'join' }], 'A;B;C', 'A, B, C'],
    [[{ do: 'first' }], ['', 'a', 'b'], 'a'],
    [[{ do: 'first' }], [], null],
    [
      [{ do: 'unescapeHtml' }],
      'Fish &amp; Chips &#39;n&#x27; &euro; &amp;lt;',
      "Fish & Chips 'n' &euro; &lt;",
    ],
    [[{ do: 'digits' }], '+49 (0) 151-23', '49015123'],
    [[{ do: 'part', label: 'first' }], 'surname = Kahlo\r\nFirst = Frida\r\nlast: K', 'Frida'],
    [[{ do: 'part', label: 'Last' }], 'First = Frida\nlast: Kahlo = K', 'Kahlo = K'],
    [[{ do: 'part', label: 'first' }], 'Frida first = no', null],
    [[{ do: 'part', line: 2 }], 'one\n two \nthree', 'two'],
    [[{ do: 'part', line: 9 }], 'one\ntwo', null],
    [[{ do: 'part', after: 'by ', before: ',' }], 'Sent by Frida Kahlo, Mexico', 'Frida Kahlo'],
    [[{ do: 'part', after: 'by ' }], 'Sent from Frida', null],
    [[{ do: 'part', before: ';' }], 'Frida', 'Frida'],
    [[{ do: 'part', match: 'email' }], 'Frida <frida@casa.example>, x@y', 'frida@casa.example'],
    [[{ do: 'part', line: 2, match: 'phone' }], '1 234 5678\nRing (030) 123-4567.', '(030) 123-4567'],
    [[{ do: 'part', match: 'number' }], 'about -1.234,50 EUR', '-1.234,50'],
    [[{ do: 'part', match: 'url' }], 'see https://casa.example/a?b=1, or not', 'https://casa.example/a?b=1'],
    [[{ do: 'part', match: 'email' }], "Miles <miles.o'brien@acme.example>", "miles.o'brien@acme.example"],
    [[{ do: 'part', match: 'email' }], 'to r&d@acme.example.', 'r&d@acme.example'],
    [[{ do: 'part', match: 'email' }], ['none', 'a@casa.example'], [null, 'a@casa.example']],
    [
      [
        { do: 'part', match: 'email' },
        { do: 'default', value: 'none' },
      ],
      'no address',
      'none',
    ],
    [[{ do: 'phone' }], '+49 151 23', '+4915123'],
    [[{ do: 'phone', country: 'DE' }], '0151 23', '+49151 23'],
    [[{ do: 'phone' }], '0151 23', '! NOT_A_PHONE_NUMBER'],
    [[{ do: 'phone' }], ' ', null],
    [[{ do: 'divide', by: 100 }], 1999, 19.99],
    [[{ do: 'number' }, { do: 'divide', by: 100 }], '1999', 19.99],
    [[{ do: 'number' }], true, '! NOT_A_NUMBER'],
    [[{ do: 'boolean' }], 'Yes', true],
    [[{ do: 'boolean' }], 0, false],
    [[{ do: 'boolean' }], 'maybe', '! NOT_A_BOOLEAN'],
    [[{ do: 'boolean' }], '', null],
    [[{ do: 'valueMap', values: { de: 'Germany', '1': true } }], 'de', 'Germany'],
    [[{ do: 'valueMap', values: { de: 'Germany', '1': true } }], 1, true],
    [[{ do: 'valueMap', values: { de: 'Germany' } }], 'fr', '! UNKNOWN_VALUE'],
    [[{ do: 'valueMap', values: {} }], 'constructor', '! UNKNOWN_VALUE'],
    [[{ do: 'valueMap', values: { de: 'Germany' }, otherwise: 'keep' }], ['de', 'fr'], ['Germany', 'fr']],
    [[{ do: 'default', value: 'none' }], ' ', 'none'],
    [[{ do: 'default', value: 'none' }], null, 'none'],
    [[{ do: 'default', value: 'none' }], 0, 0],
    [[{ do: 'trim' }, { do: 'number' }], null, null],
  ])('with %j of %j is %j', (transforms, value, expected) => {
    expect(made(value, ...transforms)).toEqual(expected)
  })

  it.each<[string, '.' | ',' | undefined, Decoded]>([
    ['12,000', undefined, 12_000],
    ['1.234,56', undefined, 1_234.56],
    ['1,234.56', undefined, 1_234.56],
    ['12,5', undefined, 12.5],
    ['0.0', undefined, 0],
    ['1.234', undefined, 1.234],
    ['1.234', ',', 1_234],
    ['€ 1 234,50', undefined, 1_234.5],
    ['$-12', undefined, -12],
    ['-12 EUR', undefined, -12],
    ["1'000", undefined, 1_000],
    ['1e3', undefined, 1_000],
    ['12,34,56', undefined, '! NOT_A_NUMBER'],
    ['9007199254740993', undefined, '! NOT_A_NUMBER'],
    ['5-10k', undefined, '! NOT_A_NUMBER'],
    ['', undefined, null],
    ['9'.repeat(100_000), undefined, '! NOT_A_NUMBER'],
  ])('is a number as people write it: %s', (text, decimal, expected) => {
    expect(made(text, decimal === undefined ? { do: 'number' } : { do: 'number', decimal })).toBe(expected)
  })

  it.each<[Decoded, Omit<Extract<Transform, { do: 'date' }>, 'do'>, Decoded]>([
    ['2026-01-15T09:30:00.000+0000', {}, '2026-01-15T09:30:00.000Z'],
    ['2026-01-15T10:30:00+01:00', {}, '2026-01-15T09:30:00.000Z'],
    ['2026-01-15 10:30:00', {}, '2026-01-15T10:30:00.000Z'],
    ['2026-01-15 10:30:00', { zone: 'Europe/Berlin' }, '2026-01-15T09:30:00.000Z'],
    ['2026-07-15 10:30', { zone: 'America/New_York' }, '2026-07-15T14:30:00.000Z'],
    ['2026-03-29 02:30', { zone: 'Europe/Berlin' }, '2026-03-29T01:30:00.000Z'],
    ['2026-01-15', { zone: 'Europe/Berlin' }, '2026-01-15'],
    ['20260115', {}, '2026-01-15'],
    ['1700000000', {}, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000_000, {}, '2023-11-14T22:13:20.000Z'],
    ['1700000000000', { format: 'epoch' }, '! NOT_A_DATE'],
    ['86400', { format: 'epoch' }, '1970-01-02T00:00:00.000Z'],
    ['86400', {}, '! NOT_A_DATE'],
    ['1/15/2026 10:30:00', {}, '2026-01-15T10:30:00.000Z'],
    ['15/1/2026', {}, '2026-01-15'],
    ['3/4/2026', {}, '! AMBIGUOUS_DATE'],
    ['3/3/2026', {}, '2026-03-03'],
    ['3/4/2026', { format: 'dayFirst' }, '2026-04-03'],
    ['3/4/2026 1:05 PM', { format: 'monthFirst' }, '2026-03-04T13:05:00.000Z'],
    ['15/1/2026', { format: 'monthFirst' }, '! NOT_A_DATE'],
    ['15.01.2026', {}, '2026-01-15'],
    ['January 15, 2026', {}, '2026-01-15'],
    ['Thu, 15 Jan 2026 09:30:00 GMT', {}, '2026-01-15T09:30:00.000Z'],
    ['15th Sept 2026', {}, '2026-09-15'],
    [{ year: '2026', month: '1', day: '15' }, {}, '2026-01-15'],
    [{ year: 2026, month: 13, day: 15 }, {}, '! NOT_A_DATE'],
    ['2026-02-30', {}, '! NOT_A_DATE'],
    ['soon', {}, '! NOT_A_DATE'],
    ['', {}, null],
  ])('is a date or a time: %j by %j', (value, how, expected) => {
    expect(made(value, { do: 'date', ...how })).toBe(expected)
  })
})

it('takes a part of the longest hostile text in milliseconds', () => {
  const hostile = ['@', 'a@', '1 ', '+1-', '(1', 'https://', '= :\n', '\n'].map((text) =>
    text.repeat(Math.ceil(4_000_000 / text.length)),
  )
  const begun = performance.now()
  for (const text of hostile)
    for (const match of ['email', 'phone', 'number', 'url'] as const)
      made(text, { do: 'part', match }, { do: 'part', label: 'x' })
  expect(performance.now() - begun).toBeLessThan(2_000)
})
