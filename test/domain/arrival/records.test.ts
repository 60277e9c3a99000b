import { describe, expect, it } from '@jest/globals'
import { assertRecords } from '../../../src/domain/arrival/records.ts'

const refusal = (errors: unknown) =>
  expect.objectContaining({ code: 'VALIDATION_FAILED', details: expect.objectContaining({ errors }) })

const fault = (records: readonly unknown[]) => () => assertRecords(records)

const fifty = Array.from({ length: 50 }, () => expect.anything())

describe('a list of records', () => {
  it('may have one record', () => {
    expect(fault([{ name: 'Ann' }])).not.toThrow()
  })

  it('may have 500 records', () => {
    expect(fault(Array.from({ length: 500 }, () => ({})))).not.toThrow()
  })

  it('may not be empty', () => {
    expect(fault([])).toThrow(refusal([{ pointer: '/records', code: 'TOO_FEW' }]))
  })

  it('may not have 501 records', () => {
    const records = Array.from({ length: 501 }, () => ({}))
    expect(fault(records)).toThrow(refusal([{ pointer: '/records', code: 'TOO_MANY' }]))
  })
})

describe('a record', () => {
  it('may contain strings, numbers, booleans and nulls', () => {
    expect(fault([{ a: '', b: 0, c: false, d: null }])).not.toThrow()
  })

  it.each([
    ['null', null],
    ['an array', []],
    ['a string', 'Ann'],
    ['a number', 1],
    ['nothing', undefined],
  ])('is an object and not %s', (_what, candidate) => {
    expect(fault([{}, candidate])).toThrow(refusal([{ pointer: '/records/1', code: 'NOT_AN_OBJECT' }]))
  })

  it.each([
    ['an object', {}],
    ['an array', []],
  ])('may not contain %s', (_what, value) => {
    expect(fault([{ name: 'Ann', tags: value }])).toThrow(
      refusal([{ pointer: '/records/0/tags', code: 'NESTED_VALUE', column: 'tags' }]),
    )
  })

  it('may not hide a nested value under __proto__', () => {
    expect(fault([JSON.parse('{"__proto__":{"admin":true}}')])).toThrow(
      refusal([{ pointer: '/records/0/__proto__', code: 'NESTED_VALUE', column: '__proto__' }]),
    )
  })
})

describe('the reason of a refusal', () => {
  it('points at a column by RFC 6901, whatever its name', () => {
    expect(fault([{ 'a/b~c': {} }])).toThrow(
      refusal([expect.objectContaining({ pointer: '/records/0/a~1b~0c' })]),
    )
  })

  it('names every invalid cell of a record', () => {
    expect(fault([{ a: {}, b: 1, c: [] }])).toThrow(
      refusal([expect.objectContaining({ column: 'a' }), expect.objectContaining({ column: 'c' })]),
    )
  })

  it('stops at fifty entries', () => {
    expect(fault(Array.from({ length: 500 }, () => null))).toThrow(refusal(fifty))
  })

  it('stops at fifty entries for one record with hundreds of thousands of errors', () => {
    const record = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`column${index}`, []]))
    expect(fault([record])).toThrow(refusal(fifty))
  })
})
