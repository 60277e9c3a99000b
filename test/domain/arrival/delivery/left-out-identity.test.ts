import { describe, expect, it } from '@jest/globals'
import { type NamedMapping, readDelivery } from '../../../../src/domain/arrival/delivery/delivery-reading.ts'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import type { DeliveryContext } from '../../../../src/domain/arrival/mapping/map-delivery.ts'
import type { FieldSource, Mapping } from '../../../../src/domain/arrival/mapping/mapping.ts'
import type { Path } from '../../../../src/domain/arrival/mapping/path.ts'
import type { Match } from '../../../../src/domain/table/match.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'

const context = { headers: {}, query: {}, phoneOf: (text: string) => text }
const field = (column: string, ...from: readonly FieldSource[]) => ({ column, from, transform: [] })
const at = (...path: Path) => ({ path })

const mappingOf = (fields: Mapping['fields'], changes: Partial<NamedMapping> = {}): NamedMapping => ({
  id: 'm',
  version: 1,
  name: 'Form',
  match: { where: [], requires: [] },
  root: [],
  fields,
  action: 'insert',
  ...changes,
})
const tableOf = (columns: readonly string[], match: Match | null = null) =>
  new TableSchema({
    id: 't',
    organizationId: 'o',
    schemaVersion: 1,
    columns: columns.map((name) => ({ name, isMetadata: false })),
    missingColumns: 'fill',
    match,
    defaultCountry: null,
  })
const table = tableOf(['name', 'email', 'phone', 'note'])
const outcomes = (
  body: Decoded,
  mapping: NamedMapping,
  tableSchema = table,
  around: DeliveryContext = context,
) => {
  const { items } = doAtOnce(readDelivery({ decoded: body, fault: null }, tableSchema, [mapping], around))
  return items?.map((item) =>
    item.outcome === 'held' ? item.reasons.map(({ code, column }) => `${code} ${column}`) : item.outcome,
  )
}
const named = field('name', at('who'))

describe('a mapping that leaves out an address of the body', () => {
  it.each<[string, Decoded]>([
    ['at any key', { who: 'Kim', reach: 'kim@example.com' }],
    ['at any depth', { who: 'Kim', data: { party: [{ x: 1 }, { handle: 'KIM@Example.com' }] } }],
    ['within a text', { who: 'Kim', blob: 'Name: Kim\nMail: Kim <kim@example.com>.' }],
    [
      'beside an id that looks like one',
      { who: 'Kim', message_id: 'a@mail.example', reach: 'kim@example.com' },
    ],
  ])('%s holds the record in a table that fills missing columns', (_where, body) => {
    expect(outcomes(body, mappingOf([named]))).toEqual([['IDENTITY_UNMAPPED email']])
    expect(outcomes(body, mappingOf([named, field('email', at('mail'))]))).toEqual([
      ['IDENTITY_UNMAPPED email'],
    ])
  })

  it('adds the record if a column has the address, if the mapping leaves the column empty, or if it is only an id', () => {
    const body = { who: 'Kim', reach: 'kim@example.com' }
    for (const more of [
      field('email', at('reach')),
      field('note', at('reach')),
      field('note', { template: 'Write to {reach}' }),
      field('email', { constant: null }),
      field('email', at('mail'), { constant: null }),
    ])
      expect([more, outcomes(body, mappingOf([named, more]))]).toEqual([more, ['record']])
    expect(outcomes({ who: 'Kim', message_id: '<1.2@mail.example>' }, mappingOf([named]))).toEqual(['record'])
    for (const others of [
      { lead_owner: { mail: 'sue@example.com' } },
      { assigned_to_email: 'sue@example.com' },
      { sent: 'Reminder <no-reply@example.com>' },
    ])
      expect([others, outcomes({ who: 'Kim', ...others }, mappingOf([named]))]).toEqual([others, ['record']])
    expect(outcomes(body, mappingOf([named]), tableOf(['name', 'city']))).toEqual(['record'])
  })

  it('adds the record of a lead with a phone beside an address of the organization itself', () => {
    const ownIdentity = {
      emails: new Set(['sue.private@mail.example']),
      domains: new Set(['own.example']),
      names: new Set<string>(),
    }
    const mapping = mappingOf([named, field('phone', at('tel'))])
    const read = (others: object) =>
      outcomes({ who: 'Kim', tel: '+49 30 123456', ...others }, mapping, table, { ...context, ownIdentity })
    for (const others of [
      { recipient: 'Leads@Own.example' },
      { envelope: { rcpt: ['inbox@eu.own.example'] } },
      { trace: 'For Sue <sue.private@mail.example>, from the form' },
    ])
      expect([others, read(others)]).toEqual([others, ['record']])
    for (const others of [
      { recipient: 'kim@notown.example' },
      { trace: 'From kim@example.com to leads@own.example' },
      { a: 'leads@own.example', b: 'kim@example.com' },
    ])
      expect([others, read(others)]).toEqual([others, [['IDENTITY_UNMAPPED email']]])
  })

  it('holds the record for a phone number, and for the value of a match column', () => {
    const phone = { who: 'Kim', mail: 'kim@example.com', mobile: '0171 2345678', amount: '1234567' }
    const mail = field('email', at('mail'))
    expect(outcomes(phone, mappingOf([named, mail]))).toEqual([['IDENTITY_UNMAPPED phone']])
    expect(outcomes({ who: 'Kim', amount: '1234567' }, mappingOf([named]))).toEqual(['record'])
    const other = { ...phone, mobile: '', office: { phone: '+49 30 123456' } }
    expect(outcomes(other, mappingOf([named, mail]))).toEqual(['record'])
    expect(outcomes({ who: 'Kim', ways: { phone: '+49 30 123456' } }, mappingOf([named]))).toEqual([
      ['IDENTITY_UNMAPPED phone'],
    ])
    expect(outcomes({ who: 'Kim', venue: { phone: '+49 30 123456' } }, mappingOf([named]))).toEqual([
      'record',
    ])
    const matched = tableOf(['name', 'account_no'], {
      columns: ['account_no'],
      onMatch: 'update',
      newerBy: null,
    })
    expect(outcomes({ who: 'Kim', accountNo: 17 }, mappingOf([named]), matched)).toEqual([
      ['IDENTITY_UNMAPPED account_no'],
    ])
    expect(outcomes({ who: 'Kim' }, mappingOf([named]), matched)).toEqual(['record'])
  })

  it('looks beside a single record, and only within each of several', () => {
    const each = mappingOf([field('name', at('who')), field('email', at('mail'))], {
      root: ['all', { all: true }],
    })
    const one = { contact: 'kim@example.com', all: [{ who: 'Kim' }] }
    expect(outcomes(one, each)).toEqual([['IDENTITY_UNMAPPED email']])
    const several = { contact: 'x@example.com', all: [{ who: 'Kim' }, { who: 'Bo', m: 'bo@example.com' }] }
    expect(outcomes(several, each)).toEqual(['record', ['IDENTITY_UNMAPPED email']])
  })

  it('leaves patches alone, which clear nothing that the body does not name', () => {
    const matched = tableOf(['name', 'email'], { columns: ['name'], onMatch: 'update', newerBy: null })
    const body = { who: 'Kim', mail: 'kim@example.com' }
    expect(outcomes(body, mappingOf([named], { action: 'patch' }), matched)).toEqual(['record'])
    expect(outcomes(body, mappingOf([named], { action: 'upsert' }), matched)).toEqual([
      ['IDENTITY_UNMAPPED email'],
    ])
  })
})
