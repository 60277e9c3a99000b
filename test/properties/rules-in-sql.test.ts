import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { claimKey } from '../../src/adapters/postgres/arrival/flush/admission-values.ts'
import { type ApiKey, admitKeyHolder } from '../../src/domain/account/api-keys/api-key.ts'
import { type Scope, scopes } from '../../src/domain/account/api-keys/scope.ts'
import { sourceOf } from '../../src/domain/arrival/arrival.ts'
import { claimsOf } from '../../src/domain/arrival/claims.ts'
import { idsPerBlock } from '../../src/domain/arrival/id-block.ts'
import { DomainError } from '../../src/domain/errors.ts'
import { startOfLedger } from '../../src/domain/ledger-position.ts'
import { fitsMeter } from '../../src/domain/plan/meter.ts'
import { maxRecordsPerAppend } from '../../src/domain/record-cells.ts'
import { type AudienceRange, audienceRange, audiences } from '../../src/domain/spinner/audience.ts'
import { TableSchema } from '../../src/domain/table/table-schema.ts'
import { Credentials } from '../../src/ports/account/credentials.ts'
import { Secrets } from '../../src/ports/account/secrets.ts'
import { RecordAppender } from '../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobStarter } from '../../src/ports/job/job-starter.ts'
import { Slices } from '../../src/ports/job/slices.ts'
import { SpinnerStore } from '../../src/ports/spinner/spinners.ts'
import { DataTableStore } from '../../src/ports/table/data-tables.ts'
import { RecordStore } from '../../src/ports/table/records.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { lead, leads } from '../support/api.ts'
import { createTenant, type Tenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

/*
 * Some rules of the domain are repeated in SQL for speed. These tests give both the same generated cases,
 * through ports, so that no rule can be changed in one place alone.
 */

/**
 * The highest number of recipients in a slice. The records of one append are never divided between two slices.
 * `lease_slice`, `trigger_jobs` and `store_explicit_records` have the same number in SQL.
 */
const maxRecipientsPerSlice = 500

const noKeyLimits = { requestsPerSecond: null, projectIds: null, allowedNetworks: null }

describe('the rules of the domain', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)

  async function append(tenant: Tenant, count: number, digest = tenant.key.digest): Promise<boolean> {
    const { organizationId, dataTableId } = tenant
    const table = await world.container.get(DataTableStore).find(organizationId, dataTableId)
    if (table === null) throw new Error('A tenant has a table')
    const arrival = {
      credential: { kind: 'apiKey', digest },
      dataTableId,
      records: count === 1 ? [lead(1)] : leads(count),
      idempotency: null,
      requestId: 'request',
    } as const
    try {
      return (await world.container.get(RecordAppender).append(arrival, new TableSchema(table))) !== null
    } catch (error) {
      if (error instanceof DomainError && error.code === 'PLAN_LIMIT') return false
      throw error
    }
  }

  const orderOf = ({ spinnerId, key }: Tenant, digest = key.digest) => ({
    jobId: newId(),
    caller: { kind: 'apiKey', digest } as const,
    spinnerId,
    idempotency: null,
  })
  const start = async (tenant: Tenant, digest?: string): Promise<boolean> =>
    (await world.container.get(JobStarter).start(orderOf(tenant, digest))) !== null

  describe('for the validity of API keys', () => {
    const scopeSets: readonly (readonly Scope[])[] = [[], ['ingest'], ['trigger'], scopes]
    /**
     * The times at which the test revokes an API key or lets it expire, as milliseconds from the present time;
     * null for never.
     */
    const offsets = [null, -86_400_000, -1, 0, 1, 86_400_000]

    const cases = offsets.flatMap((revoked) =>
      offsets.flatMap((expires) => scopeSets.map((of) => ({ revoked, expires, of }))),
    )

    const unlimited = {
      kind: 'apiKey',
      name: 'Key',
      projectIds: null,
      allowedNetworks: null,
      rates: { ofCredential: null, organization: null },
      test: null,
    }

    it.each([
      ['has API keys', true],
      ['has no API keys', false],
    ])('hold for every date and scope, on a plan that %s', async (_plan, hasApiKeys) => {
      const now = world.clock.now()
      const at = (offset: number | null) => (offset === null ? null : new Date(now.getTime() + offset))
      const tenant = await createTenant(world, { hasApiKeys })
      const keys: ApiKey[] = cases.map(({ revoked, expires, of }) => {
        const { secret: _secret, ...kept } = world.container.get(Secrets).apiKey()
        const own = {
          id: newId(),
          organizationId: tenant.organizationId,
          name: 'Key',
          createdAt: now,
          ...noKeyLimits,
        }
        return { ...own, ...kept, scopes: of, revokedAt: at(revoked), expiresAt: at(expires) }
      })
      await inTransaction(async (tx) => {
        for (const key of keys) await tx.apiKeys.add(key)
      })

      const codeOf = (key: ApiKey, scope: Scope): string | null => {
        try {
          admitKeyHolder({ ...key, planAllowsApiKeys: hasApiKeys }, scope, now)
          return null
        } catch (error) {
          return (error as DomainError).code
        }
      }
      const refusal = (asked: Promise<unknown>): Promise<string | null> =>
        asked.then(
          () => null,
          (error: DomainError) => error.code,
        )
      const reported = await Promise.all(
        keys.map(async ({ digest, revokedAt, expiresAt, scopes: of }) => {
          const credential = { kind: 'apiKey', digest } as const
          const { dataTableId } = tenant
          const arrival = { credential, dataTableId, records: [], idempotency: null, requestId: 'request' }
          const holder = await world.container.get(Credentials).find(digest)
          return {
            revokedAt,
            expiresAt,
            of,
            ingest: await append(tenant, 1, digest),
            trigger: await start(tenant, digest),
            ingestStanding: await refusal(world.container.get(RecordAppender).factsOf(arrival)),
            triggerStanding: await refusal(world.container.get(JobStarter).factsOf(orderOf(tenant, digest))),
            holder,
          }
        }),
      )
      expect(reported).toEqual(
        keys.map((key) => {
          const { id, organizationId, revokedAt, expiresAt, scopes: of } = key
          return {
            revokedAt,
            expiresAt,
            of,
            ingest: codeOf(key, 'ingest') === null,
            trigger: codeOf(key, 'trigger') === null,
            ingestStanding: codeOf(key, 'ingest'),
            triggerStanding: codeOf(key, 'trigger'),
            holder: {
              id,
              organizationId,
              scopes: of,
              expiresAt,
              revokedAt,
              planAllowsApiKeys: hasApiKeys,
              ...unlimited,
            },
          }
        }),
      )
      const opened = reported.filter(({ ingest }) => ingest).length
      expect(opened).toBe(hasApiKeys ? 2 * 3 * 3 : 0)
    })
  })

  it('hold for the room of a meter, for each kind of use', async () => {
    const spending = fc.record({
      way: fc.constantFrom('spend', 'work'),
      amount: fc.integer({ min: 1, max: 4 }),
    })
    const limit = fc.option(fc.nat(8))
    await fc.assert(
      fc.asyncProperty(
        fc.record({ limit, before: fc.nat(9), spendings: fc.array(spending, { maxLength: 6 }) }),
        fc.constantFrom('records' as const, 'jobs' as const),
        async ({ limit: allowed, before, spendings }, meter) => {
          const tenant = await createTenant(world)
          const { organizationId } = tenant
          const spend = (amount: number) =>
            inTransaction((tx) => tx.plans.spend({ organizationId, meter, period: '2026-11', amount }))
          // Spends the meter in the test before the plan is set, because an organization that changed to a
          // smaller plan may have spent more than it allows.
          if (before > 0) await spend(before)
          await tenant.offer({ [meter]: allowed })
          let used = before
          for (const { way, amount } of spendings) {
            const requested = way === 'work' && meter === 'jobs' ? 1 : amount
            const reading = { meter, limit: allowed, used }
            const hasSpace = fitsMeter(reading, requested)
            if (way === 'spend') expect(await spend(amount)).toEqual(hasSpace ? null : reading)
            else if (meter === 'records') expect(await append(tenant, amount)).toBe(hasSpace)
            else expect(await start(tenant)).toBe(hasSpace)
            if (hasSpace) used += requested
          }
          expect(await world.inspect.used(organizationId, meter, '2026-11')).toBe(used)
        },
      ),
      { numRuns: 30 },
    )
  })

  describe('for the size of a slice', () => {
    const lease = () => ({ holder: newId(), seconds: 60 })

    async function slicesOf(counts: readonly number[]): Promise<number[]> {
      const tenant = await createTenant(world)
      for (const count of counts) await append(tenant, count)
      const order = orderOf(tenant)
      await world.container.get(JobStarter).start(order)
      const sizes: number[] = []
      for (;;) {
        const slice = await world.container.get(Slices).take(order.jobId, lease())
        if (slice === null) return sizes
        sizes.push(slice.recipients.length)
      }
    }

    /**
     * Returns the sizes of slices that the test expects, each cut from as many whole appends as fit into 500
     * recipients.
     */
    function cut(counts: readonly number[]): number[] {
      const sizes: number[] = []
      for (const count of counts) {
        const last = sizes.at(-1)
        if (last === undefined || last + count > maxRecipientsPerSlice) sizes.push(count)
        else sizes[sizes.length - 1] = last + count
      }
      return sizes
    }

    it('hold for the number of whole appends', async () => {
      const most = maxRecipientsPerSlice
      const some = fc.constantFrom(1, 2, most / 2, most / 2 + 1, most - 2, most - 1, most)
      await fc.assert(
        fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 8 }), async (counts) => {
          expect(await slicesOf(counts)).toEqual(cut(counts))
        }),
        { numRuns: 12 },
      )
    })

    it('hold for many appends of one record', async () => {
      const single = Array.from({ length: maxRecipientsPerSlice + 1 }, () => 1)
      expect(await slicesOf(single)).toEqual([maxRecipientsPerSlice, 1])
    })

    it('leave room for the largest append, which is never divided', () => {
      expect(maxRecordsPerAppend).toBeLessThanOrEqual(maxRecipientsPerSlice)
    })
  })

  describe('for a block of ids', () => {
    it('leave room for the largest append, so that no block overlaps the next', async () => {
      expect(maxRecordsPerAppend).toBeLessThanOrEqual(idsPerBlock)
      const tenant = await createTenant(world)
      for (let time = 0; time < 3; time++) await append(tenant, maxRecordsPerAppend)
      const page = { limit: 3 * maxRecordsPerAppend, after: null }
      const { items } = await world.container.get(RecordStore).list(tenant.dataTableId, 'asc', page)
      const ids = items.map(({ id }) => Number(id))
      const firsts = ids.filter((_, index) => index % maxRecordsPerAppend === 0)
      expect(firsts.map((first) => first % idsPerBlock)).toEqual([0, 0, 0])
      expect(new Set(firsts).size).toBe(3)
      expect(ids).toEqual(
        firsts.flatMap((first) => Array.from({ length: maxRecordsPerAppend }, (_, no) => first + no)),
      )
    })
  })
})

describe('the rules of the domain on PostgreSQL', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('hold for a block of ids', async () => {
    const { rows } = await world.sql.query(
      "select increment_by, start_value from pg_sequences where sequencename = 'record_blocks'",
    )
    expect(rows).toEqual([{ increment_by: String(idsPerBlock), start_value: String(idsPerBlock) }])
  })

  it('hold for the source of an arrival', async () => {
    for (const apiKeyId of [null, world.container.get(Ids).next()])
      for (const code of [null, 'ROWS_SKIPPED', 'UNKNOWN_FORMAT'] as const) {
        const query = 'select arrival_source(p_api_key => $1, p_code => $2) as source'
        const { rows } = await world.sql.query(query, [apiKeyId, code])
        expect(rows).toEqual([{ source: sourceOf({ apiKeyId, code }) }])
      }
  })

  it('hold for the claim of a delivery that an Idempotency-Key names', async () => {
    const rules = { duplicateWindowSeconds: 0, signature: null }
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.boolean(), async (key, byToken) => {
        const record = { index: 0, deliveryId: { from: 'idempotencyKey', text: key }, content: '' } as const
        const source = byToken ? 'webhookUrl' : 'apiKey'
        const [claim] = claimsOf(record, { digest: '', receivedAt: world.clock.now(), source }, rules)
        const query = 'select claim_of_key(p_by_webhook_url => $1, p_key => $2) as claim'
        const { rows } = await world.sql.query(query, [byToken, key])
        expect(rows).toEqual([{ claim: claim && claimKey(claim) }])
      }),
      { numRuns: 100 },
    )
  })

  it('hold for the audience of a job, alone and with simultaneous ones', async () => {
    const ledger = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 6 })
    const history = fc.record({
      counts: ledger,
      // Generates the positions of two appends in the ledger. `taken` may be behind the end: see audienceRange.
      taken: fc.nat(6),
      committed: fc.nat(6),
      audience: fc.constantFrom(...audiences),
      together: fc.integer({ min: 1, max: 3 }),
      // Generates the numbers of records that each cancelled job of the test has returned to its spinner.
      returns: fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(history, async ({ counts, taken, committed, audience, together, returns }) => {
        const tenant = await createTenant(world, { audience })
        const { organizationId, spinnerId, dataTableId } = tenant
        const placeOf = (seq: number) => ({
          seq,
          records: counts.slice(0, seq).reduce((sum, count) => sum + count, startOfLedger.records),
        })
        const [before, end] = [placeOf(taken), placeOf(committed)]
        await world.sql.query('update spinners set taken_seq = $2, taken_records = $3 where id = $1', [
          spinnerId,
          before.seq,
          before.records,
        ])
        await world.sql.query('update data_tables set last_seq = $2, appended = $3 where id = $1', [
          dataTableId,
          end.seq,
          end.records,
        ])

        for (const records of returns)
          await world.sql.query(
            `insert into audience_parts (job_id, slice, spinner_id, record_ids, records) values ($1, 1, $2, '{}', $3)`,
            [world.container.get(Ids).next(), spinnerId, records],
          )

        const expected: AudienceRange[] = []
        for (let at = before; expected.length < together; at = expected.at(-1)?.to ?? at) {
          const back = expected.length === 0 ? returns.reduce((sum, records) => sum + records, 0) : 0
          expected.push(audienceRange(audience, at, end, back))
        }
        expect(await world.container.get(SpinnerStore).audience(organizationId, spinnerId)).toEqual(
          expected[0],
        )
        const orders = expected.map(() => ({
          jobId: world.container.get(Ids).next(),
          caller: tenant.key,
          spinnerId,
          idempotency: null,
        }))
        await Promise.all(orders.map((order) => world.container.get(JobStarter).start(order)))
        const { rows } = await world.sql.query<Record<string, string>>(
          'select from_seq, from_records, to_seq, to_records from jobs where spinner_id = $1 order by id',
          [spinnerId],
        )
        const ranges = rows.map((row) => ({
          from: { seq: Number(row['from_seq']), records: Number(row['from_records']) },
          to: { seq: Number(row['to_seq']), records: Number(row['to_records']) },
        }))
        expect(ranges).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })
})
