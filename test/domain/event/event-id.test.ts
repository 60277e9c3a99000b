import { describe, expect, it } from '@jest/globals'
import { validate, version } from 'uuid'
import { eventId, firstNumberAt, numberOfEvent } from '../../../src/domain/event/event-id.ts'

const organization = '01983b5e-7c00-7000-bfff-00000000abcd'
const other = '01983b5e-7c00-7000-bfff-00000000abce'
const number = firstNumberAt(new Date('2026-11-20T12:00:00.123Z')) + 456

describe('the id of an event', () => {
  it('is a UUID of version 7 with the time of the number', () => {
    const id = eventId(organization, number)
    expect(validate(id)).toBe(true)
    expect(version(id)).toBe(7)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Math.floor(number / 1_000))
  })

  it('leads back to the number, in any case of its letters', () => {
    for (const one of [number, number + 543, number + 544, 1, 999, 1_000]) {
      expect(numberOfEvent(organization, eventId(organization, one))).toBe(one)
      expect(numberOfEvent(organization, eventId(organization, one).toUpperCase())).toBe(one)
    }
  })

  it('sorts as the number does', () => {
    const numbers = [number, number + 1, number + 543, number + 544, number + 1_000_000]
    const ids = numbers.map((one) => eventId(organization, one))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(numbers.length)
  })

  it.each([
    ['of another organization', eventId(other, number)],
    ['of another version', '01983b5e-7c00-4000-bfff-00000000abcd'],
    ['with impossible microseconds', eventId(organization, number).replace(/-7.../, '-7fff')],
    ['that is no UUID', 'yesterday'],
    ['that is empty', ''],
  ])('is not read from a text %s', (_what, id) => {
    expect(numberOfEvent(organization, id)).toBeNull()
  })
})
