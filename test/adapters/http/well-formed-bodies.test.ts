import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import Joi from 'joi'
import {
  publicIngestRoutes,
  wellFormedBody,
} from '../../../src/adapters/http/arrival/public-ingest-routes.ts'
import { triggerBody } from '../../../src/adapters/http/job/trigger/trigger-form.ts'
import { validator } from '../../../src/adapters/http/request/validation.ts'

const [ingest] = publicIngestRoutes({} as Parameters<typeof publicIngestRoutes>[0])
const valid = validator(ingest?.body?.schema ?? Joi.any())

const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((text) => text.toUpperCase()),
  fc.string(),
  fc.constant(null),
)
const cell = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string()))
const record = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(fc.string(), cell, { maxKeys: 3 }) },
  fc.constant(null),
  fc.string(),
  fc.array(cell, { maxLength: 2 }),
)
const body = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      { dataTableId: id, records: fc.array(record, { maxLength: 3 }) },
      { requiredKeys: [] },
    ),
  },
  fc.record({
    dataTableId: id,
    records: fc.array(record, { maxLength: 1 }),
    onError: fc.constantFrom('continue', 'stop'),
  }),
  fc.record({ dataTableId: id, records: fc.array(record, { maxLength: 1 }), other: cell }),
  fc.jsonValue(),
)

const several = fc.array(record, { maxLength: 2 })
const ids = fc.array(fc.oneof(fc.string(), fc.constant('x'.repeat(101)), cell), { maxLength: 3 })
const trigger = fc.oneof(
  fc.record({ records: several, recordIds: ids, preview: fc.boolean() }, { requiredKeys: [] }),
  fc.record({ records: several }),
  fc.record({ recordIds: ids }),
  fc.jsonValue(),
)

describe('the quick check of ingest bodies', () => {
  it('accepts only what the schema accepts, with the same result', () => {
    fc.assert(
      fc.property(body, (sent) => {
        const quick = wellFormedBody(sent)
        if (quick !== null) expect(quick).toEqual(valid(sent))
      }),
      { numRuns: 2_000 },
    )
  })

  it('accepts one record and 500 records of a table', () => {
    const dataTableId = '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d'
    const records = Array.from({ length: 500 }, (_, index) => ({
      name: `Person ${index}`,
      age: index,
      note: null,
    }))
    expect(wellFormedBody({ dataTableId: dataTableId.toUpperCase(), records })).toEqual({
      dataTableId,
      records,
    })
    expect(wellFormedBody({ dataTableId, records: [...records, {}] })).toBeNull()
    expect(wellFormedBody({ dataTableId, records: [] })).toBeNull()
  })
})

describe('the quick check of trigger bodies', () => {
  const { usual, schema } = triggerBody

  it('accepts only what the schema accepts, with the same result', () => {
    const validTrigger = validator(schema)
    fc.assert(
      fc.property(trigger, (sent) => {
        const quick = usual(sent)
        if (quick !== null) expect(quick).toEqual(validTrigger(sent))
      }),
      { numRuns: 2_000 },
    )
  })

  it('accepts records, or record ids', () => {
    expect(usual({ records: [{ name: 'Ada' }] })).toEqual({ records: [{ name: 'Ada' }] })
    expect(usual({ recordIds: ['1', '2'] })).toEqual({ recordIds: ['1', '2'] })
    expect(usual({ recordIds: ['1'], preview: true })).toBeNull()
  })
})
