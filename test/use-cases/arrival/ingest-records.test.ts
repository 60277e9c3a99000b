import { beforeEach, describe, expect, it } from '@jest/globals'
import { TableBusy } from '../../../src/domain/arrival/table-busy.ts'
import { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { DeliveryProof } from '../../../src/use-cases/arrival/delivery-proof.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { PassingAppender } from '../../support/data/table/passing-appender.ts'
import { createFixture, type Fixture, lead, leads } from '../fixture.ts'

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
})

const column = (name: string) => ({ name, isMetadata: false })

describe('records that fit', () => {
  it('are stored in the table, in order', async () => {
    await on.ingest(leads(3))
    expect(on.records()).toEqual(leads(3))
  })

  it('are acknowledged with their number and their organization', async () => {
    expect(await on.ingest(leads(3))).toEqual({
      answer: { inserted: 3 },
      replayed: false,
      organizationId: on.demo.organizationId,
      acceptsAnyFormat: false,
    })
  })

  it('are counted on the meter', async () => {
    await on.ingest(leads(3))
    expect(await on.used('records')).toBe(3)
  })

  it('can be sent with the token of the table', async () => {
    await on.ingest(leads(1), { credential: on.token, dataTableId: null })
    expect(on.records()).toEqual(leads(1))
  })

  it('can be sent with the table id in any capitalization', async () => {
    await on.ingest(leads(1), { dataTableId: on.demo.dataTableId.toUpperCase() })
    expect(on.records()).toEqual(leads(1))
  })

  it('are one append for each request, in the order of the commits', async () => {
    await Promise.all([on.ingest(leads(2)), on.ingest(leads(5))])
    expect(on.store.appends.get(on.demo.dataTableId)).toMatchObject([
      { seq: 1, count: 2 },
      { seq: 2, count: 5 },
    ])
  })
})

describe('records that do not fit', () => {
  it('are refused for a column that the table lacks', async () => {
    await expect(on.ingest([lead(1, { city: 'Bern' })])).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
  })

  it('are refused for a missing column', async () => {
    await expect(on.ingest([{ name: 'Ann' }])).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
  })

  it('cause the valid records beside them to be refused too', async () => {
    await on.ingest([lead(1), { name: 'Ann' }]).catch(() => {})
    expect(on.records()).toEqual([])
  })

  it('are not counted on the meter', async () => {
    await on.ingest([lead(1), { name: 'Ann' }]).catch(() => {})
    expect(await on.used('records')).toBe(0)
  })

  it('are filled with null if the table fills columns', async () => {
    on.changeTable({ missingColumns: 'fill' })
    await on.ingest([{ name: 'Ann' }])
    expect(on.records()).toEqual([{ name: 'Ann', phone: null, account_id: null, email: null }])
  })

  it('are checked against the present columns', async () => {
    await on.ingest([lead(1)])
    on.changeTable({ columns: [column('city')] })
    await expect(on.ingest([lead(2)])).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
  })

  it('are refused while the table has no columns', async () => {
    on.changeTable({ columns: [] })
    await expect(on.ingest([lead(1)])).rejects.toMatchObject({ code: 'TABLE_HAS_NO_SCHEMA' })
  })

  it('are logged with their organization', async () => {
    const { organizationId } = on.demo
    await expect(on.ingest([{ name: 'Ann' }])).rejects.toMatchObject({ organizationId })
  })
})

it.each([
  ['open', true],
  ['strict', false],
] as const)(
  'records for an %s table that is busy with an import are marked as such',
  async (_name, isOpen) => {
    on.changeTable({ acceptsAnyFormat: isOpen })
    const { container } = on
    class BusyAppender extends PassingAppender {
      override append() {
        return Promise.reject(new TableBusy())
      }
    }
    const parts = [
      new BusyAppender(container.get(RecordAppender)),
      container.get(DeliveryProof),
      on.clock,
      container.get(Metrics),
    ] as const
    const sent = {
      credential: on.token,
      dataTableId: null,
      records: leads(1),
      idempotency: null,
      requestId: 'r',
    }
    const refusal = { code: 'OVERLOADED', isOpen }
    await expect(new IngestRecords(...parts).execute(sent)).rejects.toMatchObject(refusal)
    await expect(new IngestRecords(...parts).executeFitting(sent)).rejects.toMatchObject(refusal)
  },
)

describe('an arrival is refused', () => {
  it('with an unknown key', async () => {
    const credential = { kind: 'apiKey', digest: 'unknown' } as const
    await expect(on.ingest(leads(1), { credential })).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('with a key that was revoked just before', async () => {
    await on.ingest(leads(1))
    on.changeKey({ revokedAt: on.clock.now() })
    await expect(on.ingest(leads(1))).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('with a key that lacks the scope', async () => {
    on.changeKey({ scopes: ['trigger'] })
    await expect(on.ingest(leads(1))).rejects.toMatchObject({ code: 'MISSING_SCOPE' })
  })

  it('with a key on a plan without keys', async () => {
    on.moveToPlan('free')
    await expect(on.ingest(leads(1))).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('with a token that was replaced by a rotation', async () => {
    on.changeTable({ ingestTokenDigest: 'of another token' })
    await expect(on.ingest(leads(1), { credential: on.token, dataTableId: null })).rejects.toMatchObject({
      code: 'INVALID_INGEST_TOKEN',
    })
  })

  it('for a table that does not exist', async () => {
    const dataTableId = '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d'
    await expect(on.ingest(leads(1), { dataTableId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it("for another organization's table, as if it did not exist", async () => {
    on.changeTable({ organizationId: 'another' })
    await expect(on.ingest(leads(1))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Data table not found',
    })
  })

  it('because of its credential before its columns are checked', async () => {
    on.changeKey({ revokedAt: on.clock.now() })
    await expect(on.ingest([{ city: 'Bern' }])).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('because of its columns before the plan is checked', async () => {
    await on.limit({ records: 0 })
    await expect(on.ingest([{ city: 'Bern' }])).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
  })
})

describe('the plan', () => {
  it('permits records up to the limit', async () => {
    await on.limit({ records: 3 })
    await on.ingest(leads(3))
    expect(on.records()).toHaveLength(3)
  })

  it('refuses a whole arrival that would exceed the limit', async () => {
    await on.limit({ records: 3 })
    await on.ingest(leads(2))
    await expect(on.ingest(leads(2))).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
      details: { meter: 'records', limit: 3, used: 2, requested: 2, resetsAt: '2026-12-01T00:00:00.000Z' },
    })
  })

  it('is not charged for a refused arrival', async () => {
    await on.limit({ records: 3 })
    await on.ingest(leads(2))
    await on.ingest(leads(2)).catch(() => {})
    expect(await on.used('records')).toBe(2)
  })

  it('starts again from 0 each month', async () => {
    await on.limit({ records: 3 })
    await on.ingest(leads(3))
    on.clock.set('2026-12-01T00:00:00.000Z')
    await on.ingest(leads(3))
    expect(on.records()).toHaveLength(6)
  })
})

describe('an idempotency key', () => {
  const idempotency = { key: 'k', fingerprint: 'of one lead' }

  it('that is repeated gets the first answer, marked as replayed', async () => {
    const { answer } = await on.ingest(leads(1), { idempotency })
    expect(await on.ingest(leads(1), { idempotency })).toMatchObject({ answer, replayed: true })
  })

  it('that is repeated inserts nothing', async () => {
    await on.ingest(leads(1), { idempotency })
    await on.ingest(leads(1), { idempotency })
    expect(on.records()).toHaveLength(1)
  })

  it('that is repeated does not change the meter', async () => {
    await on.ingest(leads(1), { idempotency })
    await on.ingest(leads(1), { idempotency })
    expect(await on.used('records')).toBe(1)
  })

  it('that is used many times at once inserts once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => on.ingest(leads(1), { idempotency })))
    expect(on.records()).toHaveLength(1)
  })

  it('with a different payload is refused', async () => {
    await on.ingest(leads(1), { idempotency })
    const other = { key: 'k', fingerprint: 'of two leads' }
    await expect(on.ingest(leads(2), { idempotency: other })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('can be used again after a refusal', async () => {
    await on.ingest([{ name: 'Ann' }], { idempotency }).catch(() => {})
    expect(await on.ingest(leads(1), { idempotency })).toMatchObject({ replayed: false })
  })

  it('returns the first answer even if the columns have changed since', async () => {
    await on.ingest(leads(1), { idempotency })
    on.changeTable({ columns: [column('city')] })
    expect(await on.ingest(leads(1), { idempotency })).toMatchObject({ replayed: true })
  })

  it('returns the first answer even if the plan is used up', async () => {
    await on.limit({ records: 1 })
    await on.ingest(leads(1), { idempotency })
    expect(await on.ingest(leads(1), { idempotency })).toMatchObject({ replayed: true })
  })

  it('of the key route is separate from that of a webhook URL', async () => {
    await on.ingest(leads(1), { idempotency })
    const byToken = { idempotency, credential: on.token, dataTableId: null }
    expect(await on.ingest(leads(1), byToken)).toMatchObject({ replayed: false })
  })

  it('shows no answer to an invalid credential', async () => {
    await on.ingest(leads(1), { idempotency })
    on.changeKey({ revokedAt: on.clock.now() })
    await expect(on.ingest(leads(1), { idempotency })).rejects.toMatchObject({ code: 'INVALID_API_KEY' })
  })
})
