import { expect, it } from '@jest/globals'
import { personStores, sumOfErasures, textNames } from '../../../src/domain/person/erasure.ts'

const ada = 'ada@example.com'

it('a text names an address in any capitalization, and an empty text names none', () => {
  expect([`550 <Ada@Example.com>`, 'nobody', null].map((text) => textNames(text, ada))).toEqual([
    true,
    false,
    false,
  ])
  expect(textNames('anything', null)).toBe(false)
})

it('the counts of an erasure add up, and omit stores without a copy', () => {
  expect(sumOfErasures({ records: 1, contacts: 0 }, { records: 2 }, { messages: 1 })).toEqual({
    records: 3,
    messages: 1,
  })
  expect(sumOfErasures()).toEqual({})
  expect(new Set(personStores).size).toBe(personStores.length)
})
