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
  it('that is small is never too much', () => {
    expect(isTooMuch(JSON.stringify(objectOf(mostKeys + 1)))).toBeNull()
  })

  it('is too much with more keys in one object than any record has', () => {
    expect(isTooMuch(padded(objectOf(mostKeys)))).toBeNull()
    expect(isTooMuch(padded(objectOf(mostKeys + 1)))).toBe('keys')
    expect(isTooMuch(padded({ records: [{}, { a: objectOf(mostKeys + 1) }] }))).toBe('keys')
  })

  it('may have any number of objects with as many keys as are allowed', () => {
    expect(isTooMuch(padded(Array.from({ length: 50 }, () => objectOf(mostKeys))))).toBeNull()
  })

  it('is too much with more values than 500 records of 1,000 columns have', () => {
    expect(isTooMuch(`[${'1,'.repeat(mostValues - 2)}1]`)).toBeNull()
    expect(isTooMuch(`[${'1,'.repeat(mostValues)}1]`)).toBe('values')
    expect(isTooMuch('['.repeat(mostValues + 1))).toBe('values')
  })

  it('may hold what looks like keys and values inside of its strings', () => {
    expect(isTooMuch(JSON.stringify(['a:'.repeat(mostKeys + 1), '[{,"\\'.repeat(100_000)]))).toBeNull()
  })

  it('is left to the parser where it ends inside of a string', () => {
    expect(isTooMuch(`["${'x'.repeat(alwaysCheap)}\\"`)).toBeNull()
  })

  it('is counted past its strings as the parser reads them', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (strings) => {
        const text = JSON.stringify([...strings, ' '.repeat(alwaysCheap), objectOf(mostKeys + 1)])
        expect(isTooMuch(text)).toBe('keys')
        expect(isTooMuch(JSON.stringify([...strings, ' '.repeat(alwaysCheap)]))).toBeNull()
      }),
    )
  })
})
