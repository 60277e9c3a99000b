import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { AuditEvent } from '../../../src/domain/account/audit/audit-entry.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import type { PersonToErase } from '../../../src/domain/person/erasure.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { BinStore } from '../../../src/ports/bin/bin.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { type ContactedRecipient, PersonStore } from '../../../src/ports/person/people.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { Bin } from '../../../src/use-cases/bin/bin.ts'
import { AddressSuppressor } from '../../../src/use-cases/contact/address-suppressor.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'

import { ChangeColumn } from '../../../src/use-cases/table/columns/change-column.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { lead } from '../../support/api.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import { programOfLength } from '../../support/program.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'

describe('PersonStore', () => {
  let world: World
  let own: Tenant
  let copies: PersonStore
  let person: PersonToErase

  beforeAll(async () => {
    world = await createWorld()
    copies = world.container.get(PersonStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    own = await createTenant(world)
    const { organizationId } = own
    const digest = await world.container.get(PersonDigests).of(organizationId, ada)
    person = { organizationId, address: ada, value: null, digest }
  })

  const ingest = (...records: Record<string, string | null>[]) =>
    world.container.get(IngestRecords).execute({
      credential: own.key,
      dataTableId: own.dataTableId,
      records,
      idempotency: null,
      requestId: `request of ${records[0]?.['name'] ?? ''}`,
    })
  const adas = { ...lead(1), name: 'Ada', email: ' ADA@Example.com' }
  const others = { ...lead(2), name: ada }
  const found = async () => {
    const recordIds: string[] = []
    for await (const chunk of world.container.get(PersonStore).recordsOf(own.organizationId, ada))
      recordIds.push(...chunk.map(({ recordId }) => recordId))
    return { dataTableId: own.dataTableId, recordIds }
  }
  const erasedRecords = () => copies.erasedRecords(own.organizationId, 100)
  const traces = async () => {
    const { recordIds } = await found()
    const records = recordIds.map((recordId) => ({ dataTableId: own.dataTableId, recordId }))
    const { organizationId } = own
    return world.container.get(PersonStore).tracesOf({ organizationId, address: ada, words: ada, records })
  }
  const trigger = async (): Promise<string> => {
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    return (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
  }

  describe('records', () => {
    it('of the person are deleted and noted, and those of others lose the cell', async () => {
      await ingest(adas, others, lead(3))
      const { recordIds } = await found()
      expect(recordIds).toHaveLength(2)
      expect(await copies.eraseRecords(person, await found())).toMatchObject({ records: 1, cells: 1 })
      expect(await world.inspect.records(own.dataTableId)).toEqual([{ ...others, name: null }, lead(3)])
      expect(await erasedRecords()).toEqual([{ dataTableId: own.dataTableId, recordId: recordIds[0] }])
      expect((await found()).recordIds).toEqual([])
      const table = await world.container.get(DataTableStore).find(own.organizationId, own.dataTableId)
      expect(table?.recordCount).toBe(2)
    })

    it('lose the cell of a renamed column', async () => {
      await ingest(others)
      await world.container.get(ChangeColumn).execute({
        organizationId: own.organizationId,
        dataTableId: own.dataTableId,
        column: 'name',
        changes: { name: 'owner' },
        revision: null,
        by: operator,
      })
      expect(await copies.eraseRecords(person, await found())).toMatchObject({ cells: 1 })
      expect((await found()).recordIds).toEqual([])
    })

    it('are checked again: one that no longer belongs to the person, or is gone, is kept', async () => {
      await ingest(adas)
      const { recordIds } = await found()
      await ingest(lead(3))
      const { dataTableId } = own
      const erase = async (address: string) =>
        (await copies.eraseRecords({ ...person, address, value: null }, { dataTableId, recordIds }))
          .records ?? 0
      expect([await erase('eve@example.com'), await erase(ada), await erase(ada)]).toEqual([0, 1, 0])
      expect(await world.inspect.records(own.dataTableId)).toEqual([lead(3)])
    })

    it('of another organization are not deleted', async () => {
      await ingest(adas)
      const { organizationId } = await createTenant(world)
      await copies.eraseRecords({ ...person, organizationId }, await found())
      expect((await found()).recordIds).toHaveLength(1)
    })

    it('are noted until the note is deleted, each separately', async () => {
      await ingest(adas, { ...adas, phone: '1' })
      await copies.eraseRecords(person, await found())
      const [first, second] = await erasedRecords()
      expect(await copies.erasedRecords(own.organizationId, 1)).toEqual([first])
      await copies.forget(own.organizationId, first === undefined ? [] : [first])
      expect(await erasedRecords()).toEqual([second])
    })
  })

  it('records in the bin are deleted too, and others there lose the cells that name the person', async () => {
    await ingest(adas, others, lead(3))
    const { dataTableId, organizationId } = own
    const all = await world.container.get(RecordStore).list(dataTableId, 'asc', { limit: 9, after: null })
    const recordIds = all.items.map(({ id }) => id)
    const remove = world.container.get(Records)
    await remove.deleteSeveral({ organizationId, by: operator }, { dataTableId, recordIds, deletionId: null })
    expect(await copies.eraseDeletedRecords(person)).toMatchObject({ records: 1, cells: 1 })
    const again = await copies.eraseDeletedRecords(person)
    expect([again.records ?? 0, again.cells ?? 0]).toEqual([0, 0])
    expect(await erasedRecords()).toEqual([{ dataTableId, recordId: recordIds[0] }])
    const bin = world.container.get(BinStore)
    const filter = { kind: null, projectIds: null }
    const [entry] = (await bin.list(organizationId, filter, { limit: 9, after: null })).items
    if (entry === undefined) throw new Error('The bin has an entry')
    expect(entry.records).toBe(2)
    const left = (await bin.records(entry, { limit: 9, after: null })).items
    expect(left.map(({ id }) => id)).toEqual(recordIds.slice(1))
    expect(JSON.stringify(left)).not.toContain(ada)
  })

  it('restorations of records from the bin are counted since a time', async () => {
    await ingest(adas, others)
    const { dataTableId, organizationId } = own
    const { items } = await world.container
      .get(RecordStore)
      .list(dataTableId, 'asc', { limit: 9, after: null })
    const remove = world.container.get(Records)
    const recordIds = items.map(({ id }) => id)
    await remove.deleteSeveral({ organizationId, by: operator }, { dataTableId, recordIds, deletionId: null })
    const since = world.clock.now()
    const count = () => copies.restorationsSince(organizationId, since)
    expect(await count()).toBe(0)
    const filter = { kind: null, projectIds: null }
    const bin = world.container.get(BinStore)
    const [entry] = (await bin.list(organizationId, filter, { limit: 9, after: null })).items
    const command = { organizationId, projectIds: null, entryId: entry?.id ?? '', after: null, by: operator }
    const restore = world.container.get(Bin)
    for (const [index, recordId] of recordIds.entries()) {
      await restore.restore(command, { ...command, recordIds: [recordId] })
      expect(await count()).toBe(index + 1)
    }
    expect(await copies.restorationsSince(organizationId, new Date(since.getTime() + 60_000))).toBe(0)
    expect(await copies.restorationsSince(world.demo.organizationId, since)).toBe(0)
  })

  it('the rows of an unfinished import are deleted too', async () => {
    const recordStore = world.container.get(RecordStore)
    const importId = world.container.get(Ids).next()
    await recordStore.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
    const columns = ['name', 'phone', 'account_id', 'email']
    const rows = [adas, others, lead(3)].map((row) => Object.values(row))
    await recordStore.stage(importId, 1, { columns, missing: [], keys: null, rows })
    expect(await copies.eraseImportRows(person)).toEqual({ importRows: 2 })
    expect(await copies.eraseImportRows(person)).toEqual({ importRows: 0 })
    const { container } = world
    const receipt = await container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.find(own.organizationId, own.dataTableId)
      if (table === null) throw new Error('There is a table')
      return tx.records.enter({
        importId,
        table,
        created: [],
        missing: [],
        requestId: 'request',
        at: world.clock.now(),
      })
    })
    expect(receipt).not.toBeNull()
    expect(await world.inspect.records(own.dataTableId)).toEqual([{ ...others, name: null }, lead(3)])
    const table = await container.get(DataTableStore).find(own.organizationId, own.dataTableId)
    expect(table?.recordCount).toBe(2)
  })

  describe('recipients', () => {
    async function leased(steps = 1) {
      const slices = world.container.get(Slices)
      const jobId = await trigger()
      const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
      const slice = (await slices.take(jobId, lease)) as LeasedSlice
      const tried = (nth: number) => ({
        recordId: slice.recipients[nth]?.recordId ?? '',
        step: 0,
        attempts: 0,
        address: nth === 0 ? ada : `${nth}@example.com`,
      })
      return {
        jobId,
        mark: (nth: number) => slices.settleAndMark(slice, lease, [], [tried(nth)]),
        settle: (nth: number, outcome: Parameters<typeof settleStep>[1]) =>
          slices.settleAndMark(
            slice,
            lease,
            [settleStep(tried(nth), outcome, programOfLength(steps), 0)],
            [],
          ),
        idOf: (nth: number) => tried(nth).recordId,
        release: () => slices.release(slice, lease),
      }
    }
    const states = async (jobId: string) =>
      (
        await world.container
          .get(JobStore)
          .recipients(jobId, { status: null, reason: null }, { limit: 10, after: null })
      ).items.map(({ status, error, reason }) => [status, reason?.code ?? null, error])

    it('who were not written to are stopped, even if a worker holds them', async () => {
      await ingest(adas, lead(3))
      const run = await leased()
      await copies.eraseRecords(person, await found())
      expect(await copies.eraseRecipients(person, await erasedRecords())).toEqual({ erased: 1, inTransit: 0 })
      const { withheld } = await run.mark(0)
      expect(withheld.get(run.idOf(0))).toMatchObject({ kind: 'skipped', code: 'PERSON_ERASED' })
      await run.settle(0, { kind: 'failed', ...causeOf('MESSAGE_REFUSED') })
      expect((await run.mark(1)).withheld.size).toBe(0)
      await run.settle(1, { kind: 'sent' })
      expect(await run.release()).toBeNull()
      expect(await states(run.jobId)).toEqual([
        ['skipped', 'PERSON_ERASED', null],
        ['done', null, null],
      ])
      expect(await copies.eraseRecipients(person, await erasedRecords())).toEqual({ erased: 0, inTransit: 0 })
    })

    it('whose message is in transit end normally, and then lose their content', async () => {
      await ingest(adas, lead(3))
      const run = await leased()
      await run.mark(0)
      await copies.eraseRecords(person, await found())
      const records = await erasedRecords()
      expect(await copies.eraseRecipients(person, records)).toEqual({ erased: 0, inTransit: 1 })
      await run.settle(0, { kind: 'failed', code: 'MESSAGE_REFUSED', reason: `550 <${ada}>` })
      await run.settle(1, { kind: 'failed', code: 'MESSAGE_REFUSED', reason: `550 like <ADA@example.com>` })
      expect(await copies.eraseRecipients(person, records)).toEqual({ erased: 2, inTransit: 0 })
      expect(await states(run.jobId)).toEqual([
        ['failed', 'MESSAGE_REFUSED', null],
        ['failed', 'MESSAGE_REFUSED', null],
      ])
    })

    const contacted = async () => {
      const all: ContactedRecipient[] = []
      for await (const page of copies.contactedRecipients(person)) all.push(...page)
      return all
    }

    it('of other records are found if their job wrote to the address, and can be stopped', async () => {
      await ingest(lead(2), lead(3))
      const run = await leased(2)
      await run.mark(0)
      await run.settle(0, { kind: 'sent' })
      await run.release()
      const written = await contacted()
      expect(written).toMatchObject([
        { jobId: run.jobId, recordId: run.idOf(0), step: 1, data: lead(2), triggerData: null },
      ])
      expect(written[0]?.version.steps).toMatchObject([{ type: 'email' }])
      expect(await copies.eraseRecipients(person, [])).toEqual({ erased: 0, inTransit: 0 })
      expect(await copies.eraseRecipients(person, [], written)).toEqual({ erased: 1, inTransit: 0 })
      expect(await contacted()).toEqual([])
      expect(await states(run.jobId)).toEqual([
        ['skipped', 'PERSON_ERASED', null],
        ['pending', null, null],
      ])
    })

    it('of a paused job are counted at the same moment', async () => {
      await ingest(adas, lead(3))
      const run = await leased()
      await run.release()
      const { organizationId } = own
      await world.container.get(Jobs).pause({ organizationId, by: operator }, run.jobId)
      await copies.eraseRecords(person, await found())
      await copies.eraseRecipients(person, await erasedRecords())
      expect(await world.container.get(JobStore).find(organizationId, run.jobId)).toMatchObject({
        status: 'paused',
        counts: { total: 2, pending: 1, skipped: 1 },
        reasons: [{ code: 'PERSON_ERASED', status: 'skipped', count: 1 }],
      })
    })

    it('are returned, with messages and contacts, until they are erased', async () => {
      await ingest(adas, lead(3))
      const jobId = await trigger()
      await world.drain()
      expect(await traces()).toMatchObject({
        recipients: [{ jobId, spinnerId: own.spinnerId, status: 'done', reason: null }],
        messages: [{ jobId, to: 'ADA@Example.com' }],
        contacts: [{ jobId, spinnerId: own.spinnerId, step: 0 }],
        suppression: null,
      })
      await copies.eraseRecords(person, await found())
      expect(await copies.eraseRest(person, await erasedRecords())).toMatchObject({
        messages: 1,
        contacts: 1,
      })
      expect(await traces()).toMatchObject({ recipients: [], messages: [], contacts: [] })
      expect(await copies.eraseRest(person, await erasedRecords())).toMatchObject({
        messages: 0,
        contacts: 0,
      })
    })

    it('keep their contacts on request, by which the next erasure finds them', async () => {
      await ingest(lead(2), lead(3))
      const run = await leased(2)
      await run.mark(0)
      const written = await contacted()
      expect(await copies.eraseRecipients(person, [], written)).toEqual({ erased: 0, inTransit: 1 })
      expect(await copies.eraseRest(person, [], true)).toMatchObject({ contacts: 0 })
      await run.settle(0, { kind: 'sent' })
      await run.release()
      expect(await contacted()).toMatchObject([{ recordId: run.idOf(0), step: 1 }])
      expect(await copies.eraseRest(person, [])).toMatchObject({ contacts: 1 })
      expect(await contacted()).toEqual([])
    })
  })

  it('the audit log says who suppressed an address, but not which address', async () => {
    const { organizationId } = own
    const command = { organizationId, email: ada, reason: 'added', by: operator } as const
    await world.container.get(AddressSuppressor).suppressWithRetries(command)
    expect(await copies.eraseRest(person, [])).toMatchObject({ auditEntries: 1 })
    const filter = { ...anyEntry, organizationId }
    const { items } = await world.container.get(AuditStore).list(filter, { limit: 9, after: null })
    expect(items).toMatchObject([
      { action: 'suppression.added', by: operator, subject: { name: person.digest } },
    ])
    expect(await traces()).toMatchObject({ suppression: { reason: 'added', email: ada } })
    expect(await copies.eraseRest(person, [])).toMatchObject({ auditEntries: 0 })
  })

  it('the audit log keeps which cells were edited, but no value of the person or of a missing record', async () => {
    const { organizationId, dataTableId } = own
    const edited = (recordId: string, before: DataRecord, after: DataRecord): AuditEvent => ({
      action: 'record.changed',
      organizationId,
      by: operator,
      subject: { kind: 'record', id: recordId, name: null },
      before: { cells: before },
      after: { dataTableId, columns: Object.keys(after), cells: after },
    })
    await ingest(lead(1), lead(2))
    const page = { limit: 2, after: null }
    const { items: records } = await world.container.get(RecordStore).list(dataTableId, 'asc', page)
    const [own1 = '', own2 = ''] = records.map(({ id }) => id)
    const events = [
      edited(own1, { name: 'A' }, { name: 'B' }),
      edited(own1, { owner: `of ${ada.toUpperCase()}` }, { owner: 'nobody' }),
      edited(own2, { name: 'C' }, { name: 'D' }),
      edited('999999', { name: 'E' }, { name: 'F' }),
    ]
    await world.container.get(UnitOfWork).run(async (tx) => {
      for (const event of events) await tx.audit.add(event)
    })
    expect(await copies.eraseRest(person, [])).toMatchObject({ auditEntries: 3 })
    const filter = { ...anyEntry, organizationId, action: 'record.changed' }
    const { items } = await world.container.get(AuditStore).list(filter, { limit: 9, after: null })
    expect(items.toReversed().map(({ before, after }) => [before, after])).toEqual([
      [null, { dataTableId, columns: ['name'] }],
      [null, { dataTableId, columns: ['owner'] }],
      [{ cells: { name: 'C' } }, { dataTableId, columns: ['name'], cells: { name: 'D' } }],
      [null, { dataTableId, columns: ['name'] }],
    ])
    expect(await copies.eraseRest(person, [])).toMatchObject({ auditEntries: 0 })
  })
})
