import { describe, expect, it } from '@jest/globals'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { mapDelivery } from '../../../../src/domain/arrival/mapping/map-delivery.ts'
import { propose } from '../../../../src/domain/arrival/proposal/propose.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { noContext } from '../../../fixtures/senders.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'

const tableSchema = new TableSchema({
  id: 't',
  organizationId: 'o',
  schemaVersion: 1,
  columns: ['name', 'email', 'phone'].map((name) => ({ name, isMetadata: false })),
  missingColumns: 'fill',
  match: null,
  defaultCountry: null,
})

/** Returns the cells of a body by the mapping that is proposed for another body of the same format. */
function cellsOf(body: Decoded, sample: Decoded = body) {
  const bodies = [{ decoded: sample, context: noContext }]
  const { mapping } = doAtOnce(propose(bodies, { tableSchema, mappings: [] }, 'x'))
  const [item] = doAtOnce(mapDelivery([mapping], body, noContext))?.items ?? []
  return item?.outcome === 'record' ? item.record : item
}

describe('a list of addresses', () => {
  it.each<[string, Decoded]>([
    ['with one item', [{ email: 'nan@example.com' }]],
    ['with a flag', [{ email: 'old@example.com' }, { email: 'nan@example.com', primary: true }]],
    [
      'with a type',
      [
        { email: 'old@example.com', type: 'other' },
        { email: 'nan@example.com', type: 'Main' },
      ],
    ],
  ])('%s gives the primary one', (_how, emails) => {
    expect(cellsOf({ name: 'Nan Goldin', emails })).toMatchObject({
      name: 'Nan Goldin',
      email: 'nan@example.com',
    })
  })

  it('gives the item whose id is named beside the list, wherever it is in the list', () => {
    const mails = (primary: string, ...ids: readonly string[]) => ({
      full_name: 'Nan Goldin',
      primary_email_address_id: primary,
      email_addresses: ids.map((id) => ({ id, email_address: `${id}@example.com` })),
    })
    expect(cellsOf(mails('idn2', 'idn1', 'idn2'))).toMatchObject({ email: 'idn2@example.com' })
    const sample = mails('idn2', 'idn1', 'idn2')
    expect(cellsOf(mails('idn7', 'idn7', 'idn9'), sample)).toMatchObject({ email: 'idn7@example.com' })
  })
})

describe('a list of names and values', () => {
  it.each<[string, string, string]>([
    ['column_id', 'string_value', 'user_column_data'],
    ['fieldKey', 'fieldValue', 'answersGiven'],
    ['slot_name', 'response', 'form'],
    ['question', 'answer_text', 'replies'],
  ])('gives the value under %s and %s', (by, value, key) => {
    const entry = (name: string, text: string) => ({ [by]: name, [value]: text })
    const answers = [entry('Full name', 'Nan Goldin'), entry('Work email', 'nan@example.com')]
    const expected = { name: 'Nan Goldin', email: 'nan@example.com' }
    expect(cellsOf({ [key]: answers })).toMatchObject(expected)
    const indexed = (all: readonly Decoded[]) => ({ [key]: Object.fromEntries(all.entries()) })
    expect(cellsOf(indexed(answers))).toMatchObject(expected)
    // The numbers of a form say nothing: a field that is left out moves the others.
    const more = [entry('City', 'Paris'), ...answers.toReversed()]
    expect(cellsOf(indexed(more), indexed(answers))).toMatchObject(expected)
  })

  it('is no list of people with names and addresses', () => {
    const people = [
      { name: 'Nan Goldin', email: 'nan@example.com' },
      { name: 'Ana Mendieta', email: 'ana@example.com' },
    ]
    const mapped = cellsOf({ guests: people })
    expect(JSON.stringify(mapped)).not.toContain('"email":"Nan')
  })
})
