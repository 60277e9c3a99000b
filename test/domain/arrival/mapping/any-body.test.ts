import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { SniffedBodies } from '../../../../src/adapters/bodies/sniffed-bodies.ts'
import type { Decoded } from '../../../../src/domain/arrival/mapping/decoded.ts'
import { formatOf } from '../../../../src/domain/arrival/mapping/format.ts'
import { mapDelivery, rootOfDelivery } from '../../../../src/domain/arrival/mapping/map-delivery.ts'
import type { FieldSource, Mapping } from '../../../../src/domain/arrival/mapping/mapping.ts'
import type { Path } from '../../../../src/domain/arrival/mapping/path.ts'
import { propose } from '../../../../src/domain/arrival/proposal/propose.ts'
import { dateFormats } from '../../../../src/domain/arrival/transform/date-text.ts'
import type { Transform } from '../../../../src/domain/arrival/transform/transform.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { noContext } from '../../../fixtures/senders.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'

const name = fc.oneof(
  fc.constantFrom(
    'email',
    'name',
    'value',
    'fields',
    '__proto__',
    'constructor',
    'toString',
    'a.b',
    '',
    'primary',
  ),
  fc.string({ maxLength: 8 }),
)
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('jane@example.com', '+49 151 1234567', '3/4/2026', '1,5', '', ' ', 'true'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const { body } = fc.letrec<{ body: Decoded }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    fc.array(tie('body'), { maxLength: 5 }),
    // Builds the test's generated object from entries, because a key may be "__proto__".
    fc
      .array(fc.tuple(name, tie('body')), { maxLength: 6 })
      .map((entries): Decoded => Object.fromEntries(entries)),
  ),
}))

const segment = fc.oneof(
  name,
  fc.record({ index: fc.nat({ max: 4 }) }),
  fc.constant({ all: true } as const),
  fc.record({ where: fc.record({ path: fc.array(name, { minLength: 1, maxLength: 2 }), equals: scalar }) }),
)
const path: fc.Arbitrary<Path> = fc.array(segment, { maxLength: 4 })
const source: fc.Arbitrary<FieldSource> = fc.oneof(
  fc.record({ path, of: fc.constantFrom('record', 'body') }),
  fc.record({ constant: scalar }),
  fc.record({ template: fc.oneof(fc.string(), fc.array(fc.oneof(fc.string(), fc.record({ path })))) }),
  fc.record({ header: name }),
)
const transform: fc.Arbitrary<Transform> = fc.oneof(
  fc.constantFrom<Transform>(
    ...(['trim', 'lower', 'first', 'join', 'unescapeHtml', 'digits', 'boolean', 'phone'] as const).map(
      (step) => ({ do: step }),
    ),
  ),
  fc.record({ do: fc.constant('split' as const), by: fc.string({ minLength: 1, maxLength: 2 }) }),
  fc.record({ do: fc.constant('number' as const), decimal: fc.constantFrom('.', ',') }),
  fc.record({ do: fc.constant('divide' as const), by: fc.constantFrom(100, -3) }),
  fc.record({
    do: fc.constant('date' as const),
    format: fc.constantFrom(...dateFormats),
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Nowhere'),
  }),
  fc.record({ do: fc.constant('valueMap' as const), values: fc.dictionary(name, scalar) }),
  fc.record({ do: fc.constant('default' as const), value: scalar }),
)
const mapping: fc.Arbitrary<Mapping> = fc.record({
  name: fc.constant('Any'),
  match: fc.record({
    where: fc.array(fc.record({ path, in: fc.array(scalar, { minLength: 1, maxLength: 2 }) }), {
      maxLength: 1,
    }),
    requires: fc.array(path, { maxLength: 1 }),
  }),
  root: path,
  fields: fc.array(
    fc.record({
      column: name,
      from: fc.array(source, { minLength: 1, maxLength: 3 }),
      transform: fc.array(transform, { maxLength: 4 }),
    }),
    { maxLength: 4 },
  ),
  action: fc.constantFrom('insert', 'upsert', 'patch', 'ignore'),
  deliveryId: path,
  versionTime: path,
})

/**
 * Returns whether JSON.parse may have lost digits of a number in a generated value. The tested decoder keeps
 * such numbers as text.
 */
function holdsRounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsRounded)
}

describe('any body', () => {
  it('is mapped into flat records that can be stored, or held, without an exception', () => {
    fc.assert(
      fc.property(body, fc.array(mapping, { minLength: 1, maxLength: 3 }), (sent, mappings) => {
        const mapped = doAtOnce(mapDelivery(mappings, sent, noContext))
        expect(doAtOnce(rootOfDelivery(mappings, sent))).toEqual(mapped?.mapping.root ?? null)
        for (const item of mapped?.items ?? []) {
          if (item.outcome !== 'record') continue
          for (const cell of Object.values(item.record)) {
            expect(cell === null || ['string', 'boolean', 'number'].includes(typeof cell)).toBe(true)
            if (typeof cell === 'number') expect(Number.isFinite(cell)).toBe(true)
            if (typeof cell === 'string') expect(cell.includes('\0') || !cell.isWellFormed()).toBe(false)
          }
        }
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('leads to a proposal that maps it, or to a reason, without an exception', () => {
    const columns = fc.uniqueArray(fc.oneof(name, fc.constantFrom('E-Mail', 'First name', 'created at')), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(fc.array(body, { maxLength: 4 }), columns, (sent, names) => {
        const bodies = sent.map((decoded) => ({ decoded, context: noContext }))
        const tableSchema = new TableSchema({
          id: 't',
          organizationId: 'o',
          schemaVersion: 1,
          columns: names.map((column) => ({ name: column, isMetadata: false })),
          missingColumns: 'fill',
          match: null,
          defaultCountry: null,
        })
        const proposal = doAtOnce(propose(bodies, { tableSchema, mappings: [] }, 'Any'))
        expect(proposal.columns.every(({ confidence }) => confidence >= 0 && confidence <= 1)).toBe(true)
        expect(new Set(proposal.mapping.fields.map(({ column }) => column)).size).toBe(
          proposal.mapping.fields.length,
        )
        for (const decoded of sent) expect(formatOf(decoded)).toHaveLength(16)
      }),
      { numRuns: 300 },
    )
  })

  it('is parsed or refused without an exception, and JSON as by JSON.parse', () => {
    const decoder = new SniffedBodies()
    const types = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'text/xml',
      null,
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.webQueryParameters().map((text) => Buffer.from(text)),
      fc
        .constantFrom('<a x="1"><b/>', '--b\r\n\r\n', '--b', '{"a":', '%', '[[[')
        .map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bytes, types, (sent, contentType) => {
        const { decoded, fault } = decoder.decode({ bytes: sent, contentType })
        expect(decoded === null || fault === null).toBe(true)
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const whole: unknown = JSON.parse(text)
        if (typeof whole === 'string' || holdsRounded(whole)) return
        expect(decoder.decode({ bytes: Buffer.from(text), contentType: null }).decoded).toEqual(whole)
      }),
    )
  })
})
