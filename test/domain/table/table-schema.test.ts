import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import type { MissingColumns } from '../../../src/domain/table/data-table.ts'
import { TableSchema } from '../../../src/domain/table/table-schema.ts'

function schemaOf(columns: readonly string[], missingColumns: MissingColumns = 'reject'): TableSchema {
  return new TableSchema({
    id: 'table',
    organizationId: 'organization',
    schemaVersion: 1,
    columns: columns.map((name) => ({ name, isMetadata: false })),
    missingColumns,
    match: null,
    defaultCountry: null,
  })
}

const refusal = (details: object) =>
  expect.objectContaining({ code: 'SCHEMA_MISMATCH', details: expect.objectContaining(details) })

const fifty = Array.from({ length: 50 }, () => expect.anything())

describe('a table that rejects missing columns', () => {
  const tableSchema = schemaOf(['name', 'phone'])

  it('accepts records with exactly its columns, in any order', () => {
    expect(tableSchema.fits([{ phone: '1', name: 'Ann' }])).toBe(true)
  })

  it('accepts null for a cell', () => {
    expect(tableSchema.fits([{ name: null, phone: null }])).toBe(true)
  })

  it('refuses a record with an unknown column', () => {
    expect(tableSchema.fits([{ name: 'Ann', phone: '1', city: 'Bern' }])).toBe(false)
  })

  it('refuses a record with a missing column', () => {
    expect(tableSchema.fits([{ name: 'Ann' }])).toBe(false)
  })

  it('refuses all records if one of them is invalid', () => {
    expect(tableSchema.fits([{ name: 'Ann', phone: '1' }, { name: 'Bob' }])).toBe(false)
  })

  it('distinguishes columns by case', () => {
    expect(tableSchema.fits([{ Name: 'Ann', phone: '1' }])).toBe(false)
  })

  it('does not accept an inherited property of objects as a column', () => {
    expect(schemaOf(['constructor']).fits([{}])).toBe(false)
  })

  it('stores records unchanged', () => {
    const records = [{ name: 'Ann', phone: '1' }]
    expect(tableSchema.complete(records)).toBe(records)
  })
})

describe('a table that fills missing columns', () => {
  const tableSchema = schemaOf(['name', 'phone'], 'fill')

  it('accepts a record with a missing column', () => {
    expect(tableSchema.fits([{ name: 'Ann' }])).toBe(true)
  })

  it('refuses a record with an unknown column', () => {
    expect(tableSchema.fits([{ name: 'Ann', city: 'Bern' }])).toBe(false)
  })

  it('stores the missing columns as null, in the order of the table', () => {
    expect(JSON.stringify(tableSchema.complete([{ phone: '1' }]))).toBe('[{"name":null,"phone":"1"}]')
  })

  it('stores null instead of an inherited property of objects', () => {
    expect(schemaOf(['toString'], 'fill').complete([{}])).toEqual([{ toString: null }])
  })

  it('keeps the cell of a column called __proto__', () => {
    const record = JSON.parse('{"__proto__":"kept"}') as DataRecord
    expect(JSON.stringify(schemaOf(['__proto__'], 'fill').complete([record]))).toBe('[{"__proto__":"kept"}]')
  })

  it('does not report a missing column of a record that has an unknown one', () => {
    expect(() => tableSchema.assertFits([{ city: 'Bern' }])).toThrow(
      refusal({ errors: [{ pointer: '/records/0', code: 'UNKNOWN_COLUMN', column: 'city' }] }),
    )
  })
})

describe('a table without columns', () => {
  const tableSchema = schemaOf([])

  it('accepts nothing, not even an empty record', () => {
    expect(tableSchema.fits([{}])).toBe(false)
  })

  it('reports that it has no columns yet', () => {
    expect(() => tableSchema.assertFits([{}])).toThrow(
      expect.objectContaining({ code: 'TABLE_HAS_NO_SCHEMA' }),
    )
  })
})

describe('the reason of a refusal', () => {
  const tableSchema = schemaOf(['name', 'phone', 'account_id'])
  const good = { name: 'Ann', phone: '1', account_id: 'A' }

  it('is not given for records that fit', () => {
    expect(() => tableSchema.assertFits([good])).not.toThrow()
  })

  it('lists the columns of the table in their order', () => {
    expect(() => tableSchema.assertFits([{}])).toThrow(refusal({ expected: ['name', 'phone', 'account_id'] }))
  })

  it('lists the columns of the invalid records only, in order of first appearance', () => {
    const records = [good, { phone: '1', Name: 'Bob' }, { city: 'Bern', phone: '2' }]
    expect(() => tableSchema.assertFits(records)).toThrow(refusal({ received: ['phone', 'Name', 'city'] }))
  })

  it('points at each error of each record, and suggests the nearest column', () => {
    expect(() => tableSchema.assertFits([good, { name: 'Ann', Phone: '1', account_id: 'A' }])).toThrow(
      refusal({
        errors: [
          { pointer: '/records/1', code: 'UNKNOWN_COLUMN', column: 'Phone', suggestion: 'phone' },
          { pointer: '/records/1', code: 'MISSING_COLUMN', column: 'phone' },
        ],
      }),
    )
  })

  it('does not suggest a column that the record already has', () => {
    const record = { ...good, phones: '2' }
    expect(() => tableSchema.assertFits([record])).toThrow(
      refusal({ errors: [{ pointer: '/records/0', code: 'UNKNOWN_COLUMN', column: 'phones' }] }),
    )
  })

  it('stops at fifty entries', () => {
    const records = Array.from({ length: 500 }, () => ({}))
    expect(() => tableSchema.assertFits(records)).toThrow(refusal({ errors: fifty }))
  })

  it('stops at fifty entries for one record with hundreds of thousands of columns', () => {
    const record = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`column${index}`, '']))
    expect(() => tableSchema.assertFits([record])).toThrow(refusal({ errors: fifty }))
  })

  it('never contains a value', () => {
    const secret = 'the value of a cell'
    expect.assertions(1)
    try {
      tableSchema.assertFits([{ nmae: secret }])
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain(secret)
    }
  })
})

describe('fits and assertFits', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor')
  const record = fc.dictionary(name, fc.constantFrom<DataRecord[string]>('', 0, false, null))

  it('agree about every table and every record', () => {
    const columns = fc.uniqueArray(name)
    fc.assert(
      fc.property(columns, fc.constantFrom('reject', 'fill'), fc.array(record), (names, missing, records) => {
        const tableSchema = schemaOf(names, missing)
        if (tableSchema.fits(records)) expect(() => tableSchema.assertFits(records)).not.toThrow()
        else if (records.length > 0) expect(() => tableSchema.assertFits(records)).toThrow()
      }),
    )
  })

  it('accept exactly records that have, once completed, the columns of the table', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), record, (names, candidate) => {
        const tableSchema = schemaOf(names, 'fill')
        fc.pre(tableSchema.fits([candidate]))
        const [whole = {}] = tableSchema.complete([candidate])
        expect(Object.keys(whole).toSorted()).toEqual(names.toSorted())
        for (const column of Object.keys(candidate)) expect(whole[column]).toBe(candidate[column])
      }),
    )
  })
})
