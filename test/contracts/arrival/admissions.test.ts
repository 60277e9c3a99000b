import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { auditEntry } from '../../../src/domain/account/audit/audit-entry.ts'
import type { ArrivalSettlement, StoredArrival } from '../../../src/domain/arrival/arrival.ts'
import type { Claim } from '../../../src/domain/arrival/claims.ts'
import { type StoredMapping, versionsOf } from '../../../src/domain/arrival/mapping/stored-mapping.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { TableSchema } from '../../../src/domain/table/table-schema.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { type Arrival, RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import type { AppendReceipt } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { leads } from '../../support/api.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('RecordAppender', () => {
  let world: World
  let intake: RecordAppender
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
    intake = world.container.get(RecordAppender)
  })
  afterAll(() => world.close())
  beforeEach(() => open())

  async function open(options: TenantOptions = {}): Promise<void> {
    own = await createTenant(world, options)
  }

  const tableSchema = async () => {
    const table = await world.container.get(DataTableStore).find(own.organizationId, own.dataTableId)
    if (table === null) throw new Error('There is such a table')
    return new TableSchema(table)
  }
  const claim = (text: string, content: string | null = null): Claim => ({
    text,
    place: 0,
    content,
    seconds: 600,
    at: world.clock.now(),
  })
  const arrivalOf = (records: readonly DataRecord[]) => ({
    credential: own.token,
    dataTableId: null,
    records,
    idempotency: null,
    requestId: 'request',
  })
  const admit = async (
    records: readonly DataRecord[],
    texts: readonly string[],
    settlement: ArrivalSettlement | null = null,
    mappingVersions: string | null = null,
    more: Partial<Arrival> = {},
  ) =>
    intake.admit(
      {
        arrival: { ...arrivalOf(records), ...more },
        claims: texts.map((text) => [claim(text)]),
        mappingVersions,
        settlement,
      },
      await tableSchema(),
    )
  const records = () => world.inspect.records(own.dataTableId)
  const matchBy = (columns: readonly string[]) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
      if (table === null) throw new Error('There is such a table')
      const match = { columns, onMatch: 'update', newerBy: null } as const
      await tx.dataTables.save({ ...table, match, schemaVersion: 2 })
    })
  const openIntake = () =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
      if (table === null) throw new Error('There is such a table')
      await tx.dataTables.save({ ...table, acceptsAnyFormat: true, schemaVersion: 2 })
    })
  const held = async (under: Claim | null = null): Promise<StoredArrival> => {
    const arrival: StoredArrival = {
      id: world.container.get(Ids).next(),
      organizationId: own.organizationId,
      dataTableId: own.dataTableId,
      receivedAt: world.clock.now(),
      status: 'held',
      code: null,
      reasons: [],
      format: null,
      mappingId: null,
      apiKeyId: null,
      requestId: 'request',
      records: null,
      accepted: 0,
      heldPositions: null,
      recordsRoot: null,
      body: null,
      revision: 1,
    }
    expect(await world.container.get(ArrivalStore).keep(arrival, under)).toBe('kept')
    return arrival
  }
  const done = ({ id, revision }: StoredArrival): ArrivalSettlement => ({
    id,
    revision,
    status: 'accepted',
    code: null,
    reasons: [],
    format: null,
    mappingId: null,
    records: 1,
    heldPositions: null,
    recordsRoot: null,
    accepted: 1,
  })

  const admission = (admitted: number) =>
    auditEntry(world.container.get(Ids).next(), world.clock.now(), {
      action: 'arrivals.admitted',
      organizationId: own.organizationId,
      by: operator,
      subject: { kind: 'dataTable', id: own.dataTableId, name: 'Leads' },
      after: { admitted, held: 0 },
    })
  const entries = async () => {
    const filter = { ...anyEntry, organizationId: own.organizationId, action: 'arrivals.admitted' } as const
    return (await world.container.get(AuditStore).list(filter, { limit: 10, after: null })).items
  }

  const newMapping = (position: number): StoredMapping => ({
    id: world.container.get(Ids).next(),
    organizationId: own.organizationId,
    dataTableId: own.dataTableId,
    position,
    version: 1,
    name: 'CRM',
    match: { where: [], requires: [] },
    root: [],
    fields: [],
    action: 'insert',
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  })

  it('appends records without a claim, and counts them on the meter', async () => {
    expect(await admit(leads(2), ['a', 'b'])).toEqual({ outcome: 'appended', receipt: { inserted: 2 } })
    expect([await records(), await world.inspect.used(own.organizationId, 'records', '2026-11')]).toEqual([
      leads(2),
      2,
    ])
  })

  it('writes nothing if some records are claimed, and returns which', async () => {
    await admit(leads(1), ['a'])
    expect(await admit(leads(3), ['b', 'a', 'c'])).toEqual({ outcome: 'duplicates', places: [1], others: [] })
    expect(await admit(leads(2), ['d', 'd'])).toEqual({ outcome: 'duplicates', places: [1], others: [] })
    expect(await records()).toHaveLength(1)
  })

  it('accepts one of many with the same claim at once', async () => {
    const outcomes = await Promise.all(leads(30).map((lead) => admit([lead], ['the same'])))
    expect(outcomes.filter((outcome) => outcome?.outcome === 'appended')).toHaveLength(1)
    expect(await records()).toHaveLength(1)
  })

  it('distinguishes the records of one delivery by their positions, whenever they arrive', async () => {
    const one = async (places: readonly number[]) => {
      const claims = places.map((place) => [{ ...claim('delivery'), place }])
      const arrival = arrivalOf(leads(places.length))
      return intake.admit({ arrival, claims, mappingVersions: null, settlement: null }, await tableSchema())
    }
    expect(await one([0, 2])).toMatchObject({ outcome: 'appended' })
    expect(await one([1, 2, 3])).toEqual({ outcome: 'duplicates', places: [1], others: [] })
    expect(await one([1, 3])).toMatchObject({ outcome: 'appended' })
    expect(await one([0, 1, 2, 3])).toMatchObject({ outcome: 'duplicates' })
    expect(await records()).toHaveLength(4)
  })

  it('accepts two claims of the same time only if both are valid for 0 seconds', async () => {
    const one = async (text: string, seconds: number) => {
      const claims = [[{ ...claim(text), seconds }]]
      const arrival = arrivalOf(leads(1))
      const sent = { arrival, claims, mappingVersions: null, settlement: null }
      return (await intake.admit(sent, await tableSchema()))?.outcome
    }
    expect([await one('a', 0), await one('a', 0), await one('a', 600)]).toEqual([
      'appended',
      'appended',
      'duplicates',
    ])
    expect([await one('b', 600), await one('b', 0)]).toEqual(['appended', 'duplicates'])
    expect(await records()).toHaveLength(3)
  })

  describe('for equal deliveries that arrive fifteen minutes apart', () => {
    const claimAt = (minute: number, place: number | null): Claim => ({
      ...claim('bytes'),
      place,
      at: new Date(world.clock.now().getTime() + minute * 60_000),
    })
    const admitOne = async (minute: number, place: number) => {
      const claims = [[claimAt(minute, place)]]
      const sent = { arrival: arrivalOf(leads(1)), claims, mappingVersions: null, settlement: null }
      return (await intake.admit(sent, await tableSchema()))?.outcome
    }

    it.each([
      [0, 15],
      [15, 0],
    ])('accepts both after both were held, first the delivery of minute %d', async (first, second) => {
      await held(claimAt(0, null))
      await held(claimAt(15, null))
      expect([await admitOne(first, 0), await admitOne(second, 0)]).toEqual(['appended', 'appended'])
      expect(await admitOne(15, 0)).toBe('duplicates')
      expect(await records()).toHaveLength(2)
    })

    it.each([
      [0, 15],
      [15, 0],
    ])('recognizes repeats of both, first the delivery of minute %d', async (first, second) => {
      expect([await admitOne(first, 0), await admitOne(second, 0)]).toEqual(['appended', 'appended'])
      expect([await admitOne(first, 0), await admitOne(second, 0)]).toEqual(['duplicates', 'duplicates'])
      expect([await admitOne(0, 1), await admitOne(0, 1)]).toEqual(['appended', 'duplicates'])
      expect(await records()).toHaveLength(3)
    })

    it('recognizes the records of the newer one after the rest of the older one was added', async () => {
      expect(await admitOne(0, 0)).toBe('appended')
      expect(await admitOne(15, 0)).toBe('appended')
      expect(await admitOne(0, 1)).toBe('appended')
      expect(await admitOne(15, 0)).toBe('duplicates')
      expect(await admitOne(15, 1)).toBe('appended')
      expect(await records()).toHaveLength(4)
    })
  })

  it('returns for which records the delivery id was used with other content', async () => {
    const content = (digits: string) => digits.repeat(16)
    const one = async (...contents: readonly (string | null)[]) => {
      const claims = contents.map((digits, place) => [{ ...claim('delivery', digits), place }])
      const arrival = arrivalOf(leads(contents.length))
      return intake.admit({ arrival, claims, mappingVersions: null, settlement: null }, await tableSchema())
    }
    expect(await one(content('a'))).toMatchObject({ outcome: 'appended' })
    expect(await one(content('b'), content('f'))).toEqual({ outcome: 'duplicates', places: [], others: [0] })
    expect(await one(content('a'), content('f'))).toEqual({ outcome: 'duplicates', places: [0], others: [] })
    expect(await one(null)).toMatchObject({ places: [0], others: [] })
    expect(await records()).toHaveLength(1)
  })

  it('accepts a record with several claims only if none of them exists', async () => {
    const by = async (...texts: readonly string[]) =>
      intake.admit(
        {
          arrival: arrivalOf(leads(1)),
          claims: [texts.map((text) => claim(text))],
          mappingVersions: null,
          settlement: null,
        },
        await tableSchema(),
      )
    expect(await by('id 1', 'bytes 1')).toMatchObject({ outcome: 'appended' })
    expect(await by('id 2', 'bytes 1')).toEqual({ outcome: 'duplicates', places: [0], others: [] })
    expect(await by('id 2', 'bytes 2')).toMatchObject({ outcome: 'appended' })
  })

  it('stores the Idempotency-Key in the same commit', async () => {
    const idempotency = { key: 'k', fingerprint: 'print' }
    const once = async (text: string) =>
      intake.admit(
        {
          arrival: { ...arrivalOf(leads(1)), idempotency },
          claims: [[claim(text)]],
          mappingVersions: null,
          settlement: null,
        },
        await tableSchema(),
      )
    expect(await once('a')).toMatchObject({ outcome: 'appended' })
    expect(await once('b')).toBeNull()
    const { earlier } = await intake.factsOf({ ...arrivalOf([]), idempotency })
    expect(earlier).toEqual({ fingerprint: 'print', answer: { inserted: 1 } })
    expect(await records()).toHaveLength(1)
  })

  it('accepts all of many with separate claims at once', async () => {
    await Promise.all(leads(40).map((lead, no) => admit([lead], [`own ${no}`])))
    expect(await records()).toHaveLength(40)
  })

  it('settles the arrival with its records, or does neither', async () => {
    const arrival = await held()
    const outcomes = await Promise.all([
      admit(leads(1), ['x'], done(arrival)),
      admit(leads(1), ['y'], done(arrival)),
    ])
    const found = outcomes.map((outcome) => outcome?.outcome)
    expect(found).toEqual(expect.arrayContaining(['appended', 'settled']))
    expect(await records()).toHaveLength(1)
    const settled = await world.container.get(ArrivalStore).find(own.organizationId, arrival.id)
    expect(settled).toMatchObject({ status: 'accepted', accepted: 1, revision: 2 })
  })

  it('writes the audit entry of an admission in the same commit', async () => {
    const arrival = await held()
    const audit = ({ inserted }: AppendReceipt) => admission(inserted)
    const dies = () => {
      throw new Error('The process dies')
    }
    await expect(admit(leads(1), ['x'], done(arrival), null, { audit: dies })).rejects.toThrow('dies')
    expect([await records(), await entries()]).toEqual([[], []])
    const once = () => admit(leads(1), ['x'], done(arrival), null, { audit })
    expect(await once()).toMatchObject({ outcome: 'appended' })
    expect(await once()).toMatchObject({ outcome: 'settled' })
    expect(await admit(leads(1), ['x'], null, null, { audit })).toMatchObject({ outcome: 'duplicates' })
    expect(await entries()).toMatchObject([{ action: 'arrivals.admitted', after: { admitted: 1, held: 0 } }])
    await matchBy(['email'])
    expect(await admit(leads(2), ['y', 'z'], null, null, { audit })).toMatchObject({ outcome: 'appended' })
    expect(await entries()).toHaveLength(2)
  })

  it('leaves claims and the arrival unchanged if the plan has no room', async () => {
    await open({ limits: { records: 1 } })
    const arrival = await held()
    await expect(admit(leads(2), ['a', 'b'], done(arrival))).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
      details: { limit: 1, used: 0, requested: 2 },
    })
    expect(await admit(leads(1), ['a'], done(arrival))).toMatchObject({ outcome: 'appended' })
  })

  it('returns null for an outdated table version', async () => {
    const before = await tableSchema()
    await matchBy(['email'])
    const arrival = arrivalOf(leads(1))
    const claims = [[claim('a')]]
    expect(
      await intake.admit({ arrival, claims, mappingVersions: null, settlement: null }, before),
    ).toBeNull()
    expect(await admit(leads(1), ['a'])).toMatchObject({ outcome: 'appended' })
  })

  it('returns null for records of outdated mappings', async () => {
    const versions = async (...all: readonly StoredMapping[]) => {
      await world.container.get(UnitOfWork).run((tx) => tx.mappings.replace(own.dataTableId, all))
      return versionsOf(all)
    }
    const [one, two] = [newMapping(0), newMapping(1)]
    const none = await versions()
    const before = await versions(one, two)
    expect(await admit(leads(1), ['a'], null, none)).toBeNull()
    expect(await admit(leads(1), ['a'], null, before)).toMatchObject({ outcome: 'appended' })
    // Expects that admitting with outdated versions of mappings returns null, not 'duplicates': the present
    // mappings may give the record another id.
    const after = await versions(one, { ...two, version: 2 })
    expect(await admit(leads(1), ['a'], null, before)).toBeNull()
    expect(await admit(leads(1), ['a'], null, after)).toMatchObject({ outcome: 'duplicates' })
    await versions({ ...two, version: 2, position: 0 }, { ...one, position: 1 })
    expect(await admit(leads(1), ['b'], null, after)).toBeNull()
    expect(await admit(leads(1), ['b'])).toMatchObject({ outcome: 'appended' })
  })

  it('returns the mapping versions of an open table, and none of a strict one', async () => {
    const all = [newMapping(0), newMapping(1)]
    await world.container.get(UnitOfWork).run((tx) => tx.mappings.replace(own.dataTableId, all))
    const versions = async () => {
      const sent = { credential: own.token, dataTableId: null, records: [], idempotency: null, requestId: '' }
      return (await intake.factsOf(sent)).mappingVersions
    }
    expect(await versions()).toBeNull()
    await openIntake()
    expect(await versions()).toBe(versionsOf(all))
    await world.container.get(UnitOfWork).run((tx) => tx.mappings.replace(own.dataTableId, []))
    expect(await versions()).toBe('')
  })

  it('accepts other records beside records of outdated mappings', async () => {
    const outcomes = await Promise.all([
      ...leads(10).map((lead, no) => admit([lead], [`own ${no}`])),
      admit(leads(1), ['stale'], null, 'another'),
    ])
    expect(outcomes.map((outcome) => outcome?.outcome ?? null)).toEqual([...Array(10).fill('appended'), null])
  })

  it('updates the record with the same key, in a table with match columns', async () => {
    await matchBy(['email'])
    const [lead = {}] = leads(1)
    expect(await admit([lead], ['a'])).toEqual({
      outcome: 'appended',
      receipt: { inserted: 1, updated: 0, unchanged: 0 },
    })
    expect(await admit([{ ...lead, name: 'New' }], ['b'])).toMatchObject({
      receipt: { inserted: 0, updated: 1 },
    })
    expect(await admit([{ ...lead, name: 'Old' }], ['b'])).toMatchObject({ outcome: 'duplicates' })
    expect(await records()).toEqual([{ ...lead, name: 'New' }])
  })
})
