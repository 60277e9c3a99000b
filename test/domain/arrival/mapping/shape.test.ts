import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { ownRecords } from '../../../../src/domain/arrival/mapping/own-shape.ts'
import { shapeOf } from '../../../../src/domain/arrival/mapping/shape.ts'
import { bodyOf } from '../../../fixtures/senders.ts'

const same = (one: Decoded, other: Decoded) => shapeOf(one) === shapeOf(other)

describe('the shape of a body', () => {
  it('is the same whatever its values are, in whatever order its keys come', () => {
    expect(same({ a: 1, b: 'x' }, { b: null, a: 'y' })).toBe(true)
    expect(same({ a: 1 }, { b: 1 })).toBe(false)
  })

  it('is the same for any number of records, and of properties that somebody filled in', () => {
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

  it('is another for another event, and for another form', () => {
    expect(same({ type: 'customer.created' }, { type: 'customer.deleted' })).toBe(false)
    expect(same({ type: 'B2B', a: 1 }, { type: 'B2C', a: 1 })).toBe(true)
    expect(same({ form_id: 'a' }, { form_id: 'b' })).toBe(false)
  })

  it('has one key for keys that are ids', () => {
    expect(same({ f: { 2: 'a' }, x: 1 }, { f: { 10: 'a', 11: 'b' }, x: 1 })).toBe(true)
  })

  it('is short, whatever is sent', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, { at }]))
    expect(shapeOf(wide)).toMatch(/^[\da-f]{16}$/)
  })

  it('of our own is told from others', () => {
    expect(ownRecords({ records: [{ a: 1 }] })).toEqual([{ a: 1 }])
    expect(ownRecords({ records: [], more: 1 })).toBeNull()
    expect(ownRecords({ records: {} })).toBeNull()
    expect(ownRecords([])).toBeNull()
  })
})
