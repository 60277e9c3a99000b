import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { columnKind } from '../../../src/domain/table/column/column-kind.ts'
import { type KeyedRecord, mergeByKey } from '../../../src/domain/table/keyed-records.ts'
import { MergedRecord } from '../../../src/domain/table/merged-record.ts'
import { matchFields, matchText } from '../../../src/domain/table/record-key.ts'

const noPhones = () => null
const text = (columns: readonly string[], record: DataRecord) =>
  matchText(matchFields(columns), record, noPhones)

describe('the kind of a column', () => {
  it.each([
    ['E-Mail Address', 'email'],
    ['work_email', 'email'],
    ['Mail', 'email'],
    ['Phone', 'phone'],
    ['mobile number', 'phone'],
    ['Telefon', 'phone'],
    ['mailing list', 'text'],
    ['phone_type', 'text'],
    ['', 'text'],
  ])('of %j is %s', (name, kind) => {
    expect(columnKind(name)).toBe(kind)
  })
})

describe('the key of a record', () => {
  it('differs if the values differ, wherever one ends and the next begins', () => {
    const values = fc.array(
      fc.string({ minLength: 1 }).filter((one) => one.trim() !== ''),
      { minLength: 2, maxLength: 2 },
    )
    const recordOf = ([a = '', b = '']: readonly string[]) => ({ a, b })
    const form = (one: string) => one.trim().normalize('NFC')
    fc.assert(
      fc.property(values, values, (one, other) => {
        const same = one.every((value, at) => form(value) === form(other[at] ?? ''))
        expect(text(['a', 'b'], recordOf(one)) === text(['a', 'b'], recordOf(other))).toBe(same)
      }),
    )
  })

  it.each([[null], [''], [' \u00a0\t']])('is empty if a value is %j', (value) => {
    expect(text(['a', 'b'], { a: 'x', b: value })).toBeNull()
  })

  it('is empty if a column is absent, even one named like a property of every object', () => {
    expect(text(['constructor'], { a: 'x' })).toBeNull()
  })

  it('of a value that is not an address is the text', () => {
    expect(text(['email'], { email: ' nobody ' })).toBe(text(['email'], { email: 'nobody' }))
    expect(text(['email'], { email: 'Nobody' })).not.toBe(text(['email'], { email: 'nobody' }))
  })
})

describe('several records of one key', () => {
  const match = { columns: ['email'], onMatch: 'update', newerBy: null } as const
  const one = (record: DataRecord, key: string | null = 'k', version = ''): KeyedRecord => ({
    record,
    key,
    version,
  })

  it('become the last one, over the values of earlier ones', () => {
    expect(
      mergeByKey([one({ a: 1, b: 1 }), one({ x: 0 }, null), one({ b: null }), one({ x: 0 }, null)], match),
    ).toEqual([one({ a: 1, b: null }), one({ x: 0 }, null), one({ x: 0 }, null)])
  })

  it('become the newest one if configured, and the first one if known ones are ignored', () => {
    const several = [one({ a: 1 }, 'k', '1b'), one({ a: 2 }, 'k', '1a'), one({ a: 3 }, 'k', '1b')]
    expect(mergeByKey(several, { ...match, newerBy: 'a' })).toEqual([several[2]])
    expect(mergeByKey(several, { ...match, onMatch: 'ignore' })).toEqual([several[0]])
  })

  it('keep the newest value of each column that is not empty when they are merged', () => {
    const merged = MergedRecord.of(
      [
        { name: 'Ada', phone: '1', at: 3 },
        { name: 'Ann', phone: null, at: 5 },
        { name: 'Old', phone: '', at: 4 },
      ],
      { ...match, newerBy: 'at' },
    )
    expect(merged.data).toEqual({ name: 'Ann', phone: '1', at: 5 })
    expect(MergedRecord.of([{ a: null }, { a: '' }], match).data).toEqual({ a: null })
  })
})
