import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  alwaysCheap,
  isTooMuch,
  mostKeys,
  mostValues,
} from '../../../../src/adapters/http/request/body/json-size.ts'

const padded = (value: unknown) => JSON.stringify([value, ' '.repeat(alwaysCheap)])
const objectOf = (keys: number) =>
  Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1]))

describe('a JSON text', () => {
  it('that is small is always accepted', () => {
    expect(isTooMuch(JSON.stringify(objectOf(mostKeys + 1)))).toBeNull()
  })

  it('is refused with more keys in one object than a record can have', () => {
    expect(isTooMuch(padded(objectOf(mostKeys)))).toBeNull()
    expect(isTooMuch(padded(objectOf(mostKeys + 1)))).toBe('keys')
    expect(isTooMuch(padded({ records: [{}, { a: objectOf(mostKeys + 1) }] }))).toBe('keys')
  })

  it('may have any number of objects with the permitted number of keys', () => {
    expect(isTooMuch(padded(Array.from({ length: 50 }, () => objectOf(mostKeys))))).toBeNull()
  })

  it('is refused with more values than 500 records of 1,000 columns have', () => {
    expect(isTooMuch(`[${'1,'.repeat(mostValues - 2)}1]`)).toBeNull()
    expect(isTooMuch(`[${'1,'.repeat(mostValues)}1]`)).toBe('values')
    expect(isTooMuch('['.repeat(mostValues + 1))).toBe('values')
  })

  it('may contain characters of keys and values inside its strings', () => {
    expect(isTooMuch(JSON.stringify(['a:'.repeat(mostKeys + 1), '[{,"\\'.repeat(100_000)]))).toBeNull()
  })

  it('is left to the parser if it ends inside a string', () => {
    expect(isTooMuch(`["${'x'.repeat(alwaysCheap)}\\"`)).toBeNull()
  })

  it('is counted without its strings, as the parser reads them', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (strings) => {
        const text = JSON.stringify([...strings, ' '.repeat(alwaysCheap), objectOf(mostKeys + 1)])
        expect(isTooMuch(text)).toBe('keys')
        expect(isTooMuch(JSON.stringify([...strings, ' '.repeat(alwaysCheap)]))).toBeNull()
      }),
    )
  })
})
