import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { formatOf } from '../../../../src/domain/arrival/mapping/format.ts'
import { ownRecords } from '../../../../src/domain/arrival/mapping/own-format.ts'
import { bodyOf } from '../../../fixtures/senders.ts'

const same = (decoded: Decoded, other: Decoded) => formatOf(decoded) === formatOf(other)

describe('the format of a body', () => {
  it('does not depend on the values or the order of keys', () => {
    expect(same({ a: 1, b: 'x' }, { b: null, a: 'y' })).toBe(true)
    expect(same({ a: 1 }, { b: 1 })).toBe(false)
  })

  it('does not depend on the number of records, or on which optional properties are present', () => {
    expect(same([{ a: 1 }], [{ a: 1 }, { a: 2 }])).toBe(true)
    const contact = (...names: string[]) => ({
      vid: 1,
      properties: Object.fromEntries(names.map((name) => [name, { value: 'x', versions: [] }])),
    })
    expect(same(contact('email', 'phone'), contact('email', 'firstname', 'lastname'))).toBe(true)
    const form = bodyOf('typeform.json') as { form_response: { answers: Decoded[] } }
    const unanswered = structuredClone(form)
    unanswered.form_response.answers.shift()
    expect(same(form, unanswered)).toBe(true)
  })

  it('differs for another event and another form', () => {
    expect(same({ type: 'customer.created' }, { type: 'customer.deleted' })).toBe(false)
    expect(same({ type: 'B2B', a: 1 }, { type: 'B2C', a: 1 })).toBe(true)
    expect(same({ form_id: 'a' }, { form_id: 'b' })).toBe(false)
  })

  it('treats all ids among keys as one key', () => {
    expect(same({ f: { 2: 'a' }, x: 1 }, { f: { 10: 'a', 11: 'b' }, x: 1 })).toBe(true)
  })

  it('is short for any body', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, { at }]))
    expect(formatOf(wide)).toMatch(/^[\da-f]{16}$/)
  })

  it('is recognized as Spindle’s own', () => {
    expect(ownRecords({ records: [{ a: 1 }] })).toEqual([{ a: 1 }])
    expect(ownRecords({ records: [], more: 1 })).toBeNull()
    expect(ownRecords({ records: {} })).toBeNull()
    expect(ownRecords([])).toBeNull()
  })
})
