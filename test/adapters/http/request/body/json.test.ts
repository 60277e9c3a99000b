import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseJson } from '../../../../../src/adapters/http/request/body/json.ts'

/**
 * Returns a JSON text of the test as the server reads a request body: a string with one character for each byte
 * of UTF-8.
 */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const parse = (text: string): unknown => parseJson(bytesOf(text))
const malformed = expect.objectContaining({ code: 'MALFORMED_JSON' })

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('a JSON body', () => {
  it.each(['{}', '[]', '"a"', '1', 'true', 'null', ' { "a" : [ 1 , null ] } '])('%j is parsed', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('is decoded as UTF-8', () => {
    expect(parse('{"naïve":"Zoë, 東京 🧵"}')).toEqual({ naïve: 'Zoë, 東京 🧵' })
  })

  it('may begin with a byte order mark', () => {
    expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 })
  })

  it.each([
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":1}}',
    "{'a':1}",
    '{"a":01}',
    '[1,]',
    'NaN',
    'undefined',
    '"\t"',
    '\uFEFF\uFEFF{}',
  ])('%j is refused', (text) => {
    expect(() => parse(text)).toThrow(malformed)
  })

  it('that is broken is refused without quoting it', () => {
    expect(() => parse('{"password":"hunter2" "x"}')).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/hunter2|password/) }),
    )
  })
})

describe('a JSON text from fast-check', () => {
  const json = fc.json({ maxDepth: 6 })

  it('is parsed to the same value', () => {
    fc.assert(fc.property(json, (text) => JSON.stringify(parse(text)) === JSON.stringify(JSON.parse(text))))
  })

  it('is parsed to the same value, in any script', () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' })
    fc.assert(fc.property(value, (one) => JSON.stringify(parse(JSON.stringify(one))) === JSON.stringify(one)))
  })

  it('is parsed to the same value if every character is escaped', () => {
    const escaped = (text: string) =>
      [...Array(text.length).keys()]
        .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join('')
    const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0') && one.isWellFormed())
    fc.assert(fc.property(text, (one) => parse(`"${escaped(one)}"`) === one))
  })

  it('is accepted or refused consistently for any bytes, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        try {
          parseJson(Buffer.from(bytes).toString('latin1'))
        } catch (error) {
          expect(error).toEqual(malformed)
        }
      }),
    )
  })
})

describe('the nesting of JSON', () => {
  it('of 32 arrays is accepted', () => {
    expect(JSON.stringify(parse(nested(32)))).toBe(nested(32))
  })

  it('of 33 arrays is refused', () => {
    expect(() => parse(nested(33))).toThrow(malformed)
  })

  it('of 32 objects is accepted', () => {
    expect(() => parse(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`)).not.toThrow()
  })

  it('of 33 objects is refused', () => {
    expect(() => parse(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toThrow(malformed)
  })

  it('is found at any place', () => {
    expect(() => parse(`[1,{"a":[null,${nested(31)}]}]`)).toThrow(malformed)
  })

  it('of 100,000 levels is refused without a stack overflow', () => {
    expect(() => parse(nested(100_000))).toThrow(malformed)
  })

  it('does not include brackets in a string', () => {
    expect(parse(`"${nested(100)}"`)).toBe(nested(100))
  })
})

describe('a number that a double cannot represent is refused:', () => {
  it.each([
    ['one beyond all doubles', '1e400'],
    ['a negative one beyond all doubles', '-1e400'],
    ['2^53 + 1', '9007199254740993'],
    ['-(2^53 + 1)', '-9007199254740993'],
    ['2^53 + 1 with a fraction of zero', '9007199254740993.0'],
    ['2^53 + 1 with an exponent', '9007199254740993e0'],
    ['2^53 + 1 as a fraction with an exponent', '9.007199254740993e15'],
    ['an id of 20 digits', '12345678901234567890'],
    ['one so small that it becomes 0', '1e-400'],
    ['one so small that it becomes 0, written out', `0.${'0'.repeat(400)}1`],
    ['a fraction of 18 digits', '0.123456789012345678'],
    ['18 digits on both sides of the point', '123456789.123456789'],
    ['29 digits on both sides of the point', '123456789012345.12345678901234'],
  ])('%s', (_what, number) => {
    expect(() => parse(`{"a":${number}}`)).toThrow(malformed)
  })

  it.each([
    '[9007199254740993]',
    '[1,9007199254740993]',
    '[ 9007199254740993]',
    '{"a":\n9007199254740993}',
    '9007199254740993',
  ])('at any place, as in %j', (text) => {
    expect(() => parse(text)).toThrow(malformed)
  })
})

describe('a number that a double represents is accepted:', () => {
  it.each([
    '0',
    '-0',
    '0e0',
    '0.0e-400',
    '9007199254740992',
    '9007199254740991',
    '-9007199254740991',
    '1e21',
    '100000000000000000000',
    '1.0',
    '1.50000000000000000000',
    '1E5',
    '1e+5',
    '1.7976931348623157e308',
    '5e-324',
    '0.1',
    '0.30000000000000004',
    '0.10000000000000001',
    '2.2250738585072014e-308',
  ])('%s', (number) => {
    expect(parse(`[${number}]`)).toEqual([Number(number)])
  })

  it('any double as JavaScript prints it', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(fc.property(double, (number) => Object.is(parse(`${number}`), Number(`${number}`))))
  })

  it('any double as printed with 17 digits', () => {
    const fraction = fc.double({ min: 1e-300, max: 1, noNaN: true, maxExcluded: true })
    fc.assert(fc.property(fraction, (number) => parse(`[${number.toExponential(16)}]`) !== undefined))
  })

  it('a whole number exactly if it is printed with the same digits', () => {
    const small = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })
    const large = fc.bigInt({ min: -(10n ** 21n) + 1n, max: 10n ** 21n - 1n })
    fc.assert(
      fc.property(fc.oneof(small, large), (whole) => {
        const read = () => parse(`[${whole}]`)
        if (String(Number(whole)) === String(whole)) expect(read()).toEqual([Number(whole)])
        else expect(read).toThrow(malformed)
      }),
    )
  })
})

describe('digits in a string are not a number:', () => {
  it.each([
    '12345678901234567890',
    '1e400',
    ' 1e400',
    ',9007199254740993',
    'at 12:9007199254740993',
    '[9007199254740993]',
    '1234e567-89e1-4234-8e12-123456789e99',
  ])('%j', (text) => {
    expect(parse(JSON.stringify({ a: text }))).toEqual({ a: text })
  })

  it('UUIDs that start with digits and an e are accepted', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{7}e-\d{4}-4\d{3}-8\d{3}-\d{8}e\d{3}$/), (uuid) => {
        expect(parse(`[{"id":"${uuid}"},["${uuid}"]]`)).toEqual([{ id: uuid }, [uuid]])
      }),
    )
  })
})

/**
 * Tests the JSON parser with hostile texts of 256 KiB. A parser with quadratic time would take half a minute
 * for each, and hours for a body of the largest size.
 */
describe('a quarter of a megabyte is accepted or refused within seconds:', () => {
  const size = 256 * 1024
  const filled = (unit: string) => unit.repeat(Math.floor(size / unit.length))

  it.each([
    ['UUIDs that look like exponents', `[${filled('"12345678-1234-4234-8234-12345678901e",')}1]`],
    ['numbers that end in an e', `"${filled(' 123456789012345e')}"`],
    ['a number with nothing but digits', `[${filled('1')}]`],
    ['a number with zeros in the middle', `[1.${filled('0')}1]`],
    ['a number with zeros at the end', `[1.1${filled('0')}]`],
    ['digits in a string', `"${filled(' 1')}"`],
    ['an exponent with nothing but digits', `[1e${filled('9')}]`],
    ['blanks', `[${filled(' ')}]`],
    ['opening brackets', filled('[')],
    ['escapes', `"${filled('\\u0041')}"`],
  ])('%s', (_what, text) => {
    const started = performance.now()
    try {
      parse(text)
    } catch (error) {
      expect(error).toEqual(malformed)
    }
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('text that cannot be stored is refused:', () => {
  it.each([
    ['a NUL', '"a\\u0000b"'],
    ['a NUL in a column name', '{"a\\u0000":1}'],
    ['a NUL deep inside', '{"a":[{"b":"\\u0000"}]}'],
    ['a high surrogate alone', '"\\ud83e"'],
    ['a low surrogate alone', '"\\udDF5"'],
    ['surrogates in the wrong order', '"\\uddf5\\ud83e"'],
    ['a lone surrogate in a column name', '{"\\ud83e":1}'],
    ['a raw NUL', '"a\0b"'],
  ])('%s', (_what, text) => {
    expect(() => parse(text)).toThrow(malformed)
  })

  it.each([
    ['a byte that begins nothing', [0xff]],
    ['a sequence that is cut off', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['a surrogate as UTF-8', [0xed, 0xa0, 0x80]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['Latin-1', [0xe9]],
  ])('%s', (_what, bytes) => {
    const body = Buffer.concat([Buffer.from('"'), Buffer.from(bytes), Buffer.from('"')])
    expect(() => parseJson(body.toString('latin1'))).toThrow(malformed)
  })

  it('UTF-16, even with its byte order mark', () => {
    expect(() => parseJson(Buffer.from('\uFEFF{}', 'utf16le').toString('latin1'))).toThrow(malformed)
  })
})

describe('meaningful escapes are accepted:', () => {
  it('a pair of surrogates', () => {
    expect(parse('"\\ud83e\\uddf5"')).toBe('🧵')
  })

  it('a backslash before a u', () => {
    expect(parse('"\\\\u0000"')).toBe('\\u0000')
  })

  it('a control character other than NUL', () => {
    expect(parse('"\\u0001"')).toBe('\u0001')
  })
})

describe('the key __proto__', () => {
  const text = '{"__proto__":{"admin":true},"a":1}'

  it('is like any other key', () => {
    expect(JSON.stringify(parse(text))).toBe(text)
  })

  it('gives an object no inherited property', () => {
    expect(parse(text)).not.toHaveProperty('admin')
  })

  it('is like any other key beside numbers that are checked twice', () => {
    expect(JSON.stringify(parse('{"__proto__":1,"b":0.30000000000000004}'))).toBe(
      '{"__proto__":1,"b":0.30000000000000004}',
    )
  })
})
