import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  alwaysParsedBytes,
  excessiveJsonPart,
  maxKeys,
  maxValues,
} from '../../../../../src/adapters/http/request/body/json-size.ts'

const padded = (value: unknown) => JSON.stringify([value, ' '.repeat(alwaysParsedBytes)])
const objectOf = (keys: number) =>
  Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1]))

describe('a JSON text', () => {
  it('that is small is always accepted', () => {
    expect(excessiveJsonPart(JSON.stringify(objectOf(maxKeys + 1)))).toBeNull()
  })

  it('is refused with more keys in one object than a record can have', () => {
    expect(excessiveJsonPart(padded(objectOf(maxKeys)))).toBeNull()
    expect(excessiveJsonPart(padded(objectOf(maxKeys + 1)))).toBe('keys')
    expect(excessiveJsonPart(padded({ records: [{}, { a: objectOf(maxKeys + 1) }] }))).toBe('keys')
  })

  it('may have any number of objects with the permitted number of keys', () => {
    expect(excessiveJsonPart(padded(Array.from({ length: 50 }, () => objectOf(maxKeys))))).toBeNull()
  })

  it('is refused with more values than 500 records of 1,000 columns have', () => {
    expect(excessiveJsonPart(`[${'1,'.repeat(maxValues - 2)}1]`)).toBeNull()
    expect(excessiveJsonPart(`[${'1,'.repeat(maxValues)}1]`)).toBe('values')
    expect(excessiveJsonPart('['.repeat(maxValues + 1))).toBe('values')
  })

  it('may contain characters of keys and values inside its strings', () => {
    expect(excessiveJsonPart(JSON.stringify(['a:'.repeat(maxKeys + 1), '[{,"\\'.repeat(100_000)]))).toBeNull()
  })

  it('is left to the parser if it ends inside a string', () => {
    expect(excessiveJsonPart(`["${'x'.repeat(alwaysParsedBytes)}\\"`)).toBeNull()
  })

  it('is counted without its strings, as the parser reads them', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (strings) => {
        const text = JSON.stringify([...strings, ' '.repeat(alwaysParsedBytes), objectOf(maxKeys + 1)])
        expect(excessiveJsonPart(text)).toBe('keys')
        expect(excessiveJsonPart(JSON.stringify([...strings, ' '.repeat(alwaysParsedBytes)]))).toBeNull()
      }),
    )
  })
})
