import { expect, it } from '@jest/globals'
import { rowsLeftOut, type StoredArrival } from '../../../src/domain/arrival/arrival.ts'
import { csvLine, csvLines } from '../../../src/domain/arrival/import/csv-lines.ts'
import type { Decoding } from '../../../src/domain/arrival/mapping/decoded.ts'
import {
  bodyOfPerson,
  erasureRootOf,
  isNamedIn,
  withoutPersonIn,
} from '../../../src/domain/person/erased-arrival.ts'
import { matcherOfAddress } from '../../../src/domain/person/person-matcher.ts'

const ada = 'ada@example.com'
const knownBy = matcherOfAddress(ada)

function arrivalOf(text: string, changes: Partial<StoredArrival> = {}): StoredArrival {
  return {
    id: '0',
    organizationId: '0',
    dataTableId: '0',
    receivedAt: new Date(0),
    status: 'held',
    code: null,
    reasons: [],
    format: null,
    mappingId: null,
    apiKeyId: null,
    requestId: 'request',
    records: 2,
    accepted: 0,
    heldPositions: null,
    recordsRoot: [{ all: true }],
    body: {
      bytes: Buffer.from(text),
      digest: 'as it came',
      contentType: 'text/plain',
      contentEncoding: null,
      headers: { from: 'crm', 'reply-to': ada },
      query: { [ada]: '1', n: '2' },
    },
    revision: 1,
    ...changes,
  }
}
const of = (arrival: StoredArrival, decoding: Decoding) => ({
  arrival,
  decoding,
  partition: { root: null, match: null },
  knownBy,
})
const unreadable: Decoding = { decoded: null, fault: { code: 'MALFORMED_BODY', message: 'It is none' } }
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

it('an erasure removes the person’s rows from the left-out rows of an import, and keeps the others', () => {
  const lines = [
    ['Reason', 'name', 'email', 'owner'],
    ['Line 2 is wrong', 'Ada, the first', 'ADA@example.com', 'lin@example.com'],
    ['Line 3 is wrong', 'Kay "K"\nsecond', 'kay@example.com', ada],
    ['Line 4 is wrong', '', 'eve@example.com', `not ${ada}`],
  ]
  const csv = `\uFEFF${lines.map(csvLine).join('')}`
  const left = withoutPersonIn(of(arrivalOf(csv, { code: rowsLeftOut, records: 3 }), unreadable))
  expect(left?.records).toBe(2)
  const text = textOf(left?.body?.bytes)
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(csvLines(text.slice(1))).toEqual([
    lines[0],
    ['Line 3 is wrong', 'Kay "K"\nsecond', 'kay@example.com', ''],
    ['Line 4 is wrong', '', 'eve@example.com', 'not erased'],
  ])
  const reported = bodyOfPerson(of(arrivalOf(csv, { code: rowsLeftOut }), unreadable))
  expect(csvLines(textOf(reported?.bytes).slice(1))).toHaveLength(4)
})

it('an erasure keeps the digest of an arrival, its other positions and its other reasons', () => {
  const decoded = [{ mail: ada }, { mail: 'kay@example.com' }, { mail: 'eve@example.com' }]
  const reasons = [0, 1, 2].map((index) => ({ code: 'UNKNOWN_COLUMN', message: 'No such column', index }))
  const arrival = arrivalOf(JSON.stringify(decoded), { heldPositions: [0, 2], reasons, records: 3 })
  const left = withoutPersonIn(of(arrival, { decoded, fault: null }))
  expect(left).toMatchObject({
    records: 2,
    heldPositions: [2],
    reasons: reasons.slice(1),
    body: {
      digest: 'as it came',
      contentType: 'application/json',
      headers: { from: 'crm' },
      query: { n: '2' },
      isPartlyErased: true,
    },
  })
  expect(JSON.parse(textOf(left?.body?.bytes))).toEqual([null, ...decoded.slice(1)])
})

it('an erasure deletes an arrival in which only the person is still held', () => {
  const decoded = [{ mail: ada }, { mail: 'kay@example.com' }]
  const arrival = arrivalOf(JSON.stringify(decoded), { heldPositions: [0] })
  expect(withoutPersonIn(of(arrival, { decoded, fault: null }))).toBeNull()
})

it('an erasure keeps the others of an arrival that was held as one record, and in which a mapping finds several now', () => {
  const decoded = [{ mail: ada }, { mail: 'kay@example.com' }, { mail: 'eve@example.com' }]
  const arrival = arrivalOf(JSON.stringify(decoded), { heldPositions: null, records: 1, recordsRoot: [] })
  const left = withoutPersonIn(of(arrival, { decoded, fault: null }))
  expect(left).toMatchObject({ records: 2, heldPositions: null, recordsRoot: [{ all: true }] })
  expect(JSON.parse(textOf(left?.body?.bytes))).toEqual([null, ...decoded.slice(1)])
})

it('an erasure counts the records as they are read later, without each null of the received body', () => {
  const decoded = [null, { mail: 'kay@example.com' }, { mail: 'eve@example.com' }, { mail: ada }]
  const arrival = arrivalOf(JSON.stringify(decoded), { heldPositions: [0, 2, 3], records: 4 })
  const left = withoutPersonIn(of(arrival, { decoded, fault: null }))
  expect(left).toMatchObject({ records: 2, heldPositions: [0, 2], body: { isPartlyErased: true } })
})

it('an erasure removes records by the path to which the held positions refer, whatever the mapping finds now', () => {
  const people = [{ mail: 'lin@example.com' }, { mail: ada }, { mail: 'eve@example.com' }]
  const staff = [{ mail: 'a@example.com' }, { mail: 'b@example.com' }, { mail: 'c@example.com' }]
  const decoded = { people, staff }
  const recordsRoot = ['people', { all: true as const }]
  // The record 0 is in the table. The mapping was changed from several records to one.
  const changes = { heldPositions: [1, 2], records: 3, accepted: 1, recordsRoot }
  const arrival = arrivalOf(JSON.stringify(decoded), changes)
  for (const present of [[], ['staff', { all: true as const }], null]) {
    const partition = { root: erasureRootOf(arrival, present), match: null }
    const left = withoutPersonIn({ ...of(arrival, { decoded, fault: null }), partition })
    expect(left).toMatchObject({ records: 2, heldPositions: [2], recordsRoot })
    expect(JSON.parse(textOf(left?.body?.bytes))).toEqual({ people: [people[0], null, people[2]], staff })
  }
  const unknown = { ...arrival, recordsRoot: null }
  expect(erasureRootOf(unknown, ['staff'])).toEqual(['staff'])
  expect(erasureRootOf({ ...arrival, heldPositions: null }, ['staff'])).toEqual(['staff'])
})

it('an erasure deletes an unreadable body that names the person, and otherwise its headers and query', () => {
  expect(withoutPersonIn(of(arrivalOf(`{"broken": "${ada}`), unreadable))).toBeNull()
  const other = of(arrivalOf('{"broken'), unreadable)
  expect(isNamedIn(other)).toBe(true)
  expect(withoutPersonIn(other)?.body).toMatchObject({ headers: { from: 'crm' }, query: { n: '2' } })
  expect(textOf(withoutPersonIn(other)?.body?.bytes)).toBe('{"broken')
})
