import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Actor, operator } from '../../../src/domain/account/audit/actor.ts'
import { plainRequest } from '../../../src/domain/job/audience/trigger-request.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { BinStore } from '../../../src/ports/bin/bin.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { ProjectStore } from '../../../src/ports/table/projects.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Bin } from '../../../src/use-cases/bin/bin.ts'
import { ClearBin } from '../../../src/use-cases/bin/clear-bin.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'

import {
  ChangeDataTable,
  type ChangeDataTableCommand,
} from '../../../src/use-cases/table/change-data-table.ts'
import { ChangeColumn } from '../../../src/use-cases/table/columns/change-column.ts'
import { Columns } from '../../../src/use-cases/table/columns/columns.ts'
import { DataTables } from '../../../src/use-cases/table/data-tables.ts'
import { Projects } from '../../../src/use-cases/table/projects.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const byEmail = { columns: ['email'], onMatch: 'update', newerBy: null } as const
describe('BinStore, tx.bin, tx.records, tx.projects', () => {
  let world: World
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => open())

  async function open(options: TenantOptions = {}): Promise<void> {
    own = await createTenant(world, options)
  }

  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const queries = () => world.container.get(BinStore)
  const place = () => ({ organizationId: own.organizationId, dataTableId: own.dataTableId })
  const first = { limit: 200, after: null }
  const person = (email: string, changes: DataRecord = {}): DataRecord => ({
    name: email,
    phone: null,
    account_id: null,
    email,
    ...changes,
  })
  const listed = async () =>
    (await world.container.get(RecordStore).list(own.dataTableId, 'asc', first)).items
  const emails = async () => (await listed()).map(({ data }) => data['email'])
  const bin = async () =>
    (await queries().list(own.organizationId, { kind: null, projectIds: null }, first)).items
  const remove = (recordIds: readonly string[], deletionId: string | null = null) =>
    world.container
      .get(Records)
      .deleteSeveral({ ...place(), by: operator }, { ...place(), recordIds, deletionId })
  const restore = (entryId: string, changes: { recordIds?: readonly string[]; after?: string } = {}) =>
    world.container
      .get(Bin)
      .restore(
        { organizationId: own.organizationId, by: operator },
        { projectIds: null, recordIds: null, after: null, entryId, ...changes },
      )
  const onlyEntry = async () => {
    const [entry, ...others] = await bin()
    if (entry === undefined || others.length > 0) throw new Error('The bin has one entry')
    return entry
  }
  const changeTable = (changes: ChangeDataTableCommand['changes']) =>
    world.container
      .get(ChangeDataTable)
      .execute(
        { ...place(), changes, mergesDuplicates: false, revision: null, requestId: 'change', by: operator },
        async () => {},
      )
  const clear = async () => {
    const { signal } = new AbortController()
    await world.container.get(ClearBin).execute(signal)
    await world.container.get(Records).clearLeft(signal)
  }
  const deletePermanently = (entryId: string) =>
    world.container.get(Bin).deletePermanently({ organizationId: own.organizationId, by: operator }, entryId)
  const unpublish = () =>
    world.container
      .get(Spinners)
      .unpublish({ organizationId: own.organizationId, by: operator }, own.spinnerId)
  const deleteSpinner = async () => {
    await unpublish()
    await world.container
      .get(Spinners)
      .delete({ organizationId: own.organizationId, by: operator }, own.spinnerId)
  }
  const removeProject = () =>
    world.container.get(Projects).delete({ organizationId: own.organizationId, by: operator }, own.projectId)
  const deleteTable = () =>
    world.container.get(DataTables).delete({ ...place(), by: operator }, place().dataTableId)
  const table = () => world.container.get(DataTableStore).find(own.organizationId, own.dataTableId)
  const spinner = () => world.container.get(SpinnerStore).find(own.organizationId, own.spinnerId)
  const conflict = expect.objectContaining({ code: 'CONFLICT' })
  const notFound = expect.objectContaining({ code: 'NOT_FOUND' })

  describe('deleted records', () => {
    beforeEach(async () => {
      await own.ingest(['ada', 'bob', 'cy', 'dan'].map((one) => person(one)))
    })

    it('come back with their ids, cells and places', async () => {
      const before = await listed()
      const ids = before.map(({ id }) => id)
      const { deleted, deletionId } = await remove([ids[1] ?? '', ids[2] ?? '', '7'])
      expect(deleted).toBe(2)
      expect(await emails()).toEqual(['ada', 'dan'])
      const entry = await onlyEntry()
      expect(entry).toMatchObject({ id: deletionId, kind: 'records', records: 2, ...place() })
      expect(await queries().find(own.organizationId, entry.id)).toEqual(entry)
      const inBin = await queries().records(entry, first)
      expect(inBin.items.map(({ data }) => data['email'])).toEqual(['bob', 'cy'])
      expect(await restore(entry.id)).toMatchObject({ restored: 2, conflicts: [], next: null })
      expect(await listed()).toEqual(before)
      expect((await table())?.recordCount).toBe(4)
      expect(await bin()).toEqual([])
      await expect(restore(entry.id)).rejects.toEqual(notFound)
    })

    it('of several requests are one entry, and are restored one by one', async () => {
      const [ada = '', bob = '', cy = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada])
      expect(await remove([bob, cy], deletionId)).toEqual({ deleted: 2, deletionId })
      const entry = await onlyEntry()
      expect(entry.records).toBe(3)
      expect(await restore(entry.id, { recordIds: [bob] })).toMatchObject({ restored: 1 })
      expect(await restore(entry.id, { after: ada })).toMatchObject({ restored: 1 })
      expect(await emails()).toEqual(['bob', 'cy', 'dan'])
      expect((await onlyEntry()).records).toBe(1)
    })

    it('stay for 30 days, even if they continue an earlier deletion, which is possible for a day', async () => {
      const [ada = '', bob = '', cy = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada])
      const begun = await onlyEntry()
      const hour = 3_600
      world.clock.advance(23 * hour)
      await remove([bob], deletionId)
      const continued = await onlyEntry()
      expect(continued.deletedAt).toEqual(begun.deletedAt)
      expect(continued.deletesAt.getTime() - begun.deletesAt.getTime()).toBe(23 * hour * 1_000)
      world.clock.advance(2 * hour)
      await expect(remove([cy], deletionId)).rejects.toEqual(conflict)
      expect((await onlyEntry()).records).toBe(2)
      world.clock.advance(28 * 24 * hour + 23 * hour)
      await clear()
      expect(await restore(deletionId ?? '', { recordIds: [bob] })).toMatchObject({ restored: 1 })
    })

    it('of one person within a minute are one entry', async () => {
      const [ada = '', bob = '', cy = '', dan = ''] = (await listed()).map(({ id }) => id)
      const actor = (userId: string): Actor => ({
        kind: 'user',
        userId,
        email: 'ada@example.com',
        requestId: null,
        ipAddress: null,
      })
      const [one, two] = [actor(own.spinnerId), actor(own.apiKeyId)]
      const removeAs = (by: Actor, recordId: string, deletionId: string | null = null) =>
        world.container
          .get(Records)
          .deleteSeveral({ ...place(), by }, { ...place(), recordIds: [recordId], deletionId })
      const { deletionId } = await removeAs(one, ada)
      expect(await removeAs(one, '7')).toEqual({ deleted: 0, deletionId: null })
      expect(await removeAs(one, bob)).toEqual({ deleted: 1, deletionId })
      expect((await removeAs(two, cy)).deletionId).not.toBe(deletionId)
      expect((await bin()).map(({ records: count }) => count)).toEqual([1, 2])
      // Undo of the second deletion restores its record only.
      expect(await restore(deletionId ?? '', { recordIds: [bob] })).toMatchObject({ restored: 1 })
      expect(await emails()).toEqual(['bob', 'dan'])
      world.clock.advance(60)
      const later = await removeAs(one, dan)
      expect(later.deletionId).not.toBe(deletionId)
      await deletePermanently(later.deletionId ?? '')
      expect((await removeAs(one, bob)).deletionId).not.toBe(later.deletionId)
    })

    it('are not added to the entry of another table', async () => {
      const [ada = '', bob = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada])
      const other = await createTenant(world)
      await other.ingest([person('eve')])
      const strange = { organizationId: other.organizationId, dataTableId: other.dataTableId }
      await expect(
        world.container
          .get(Records)
          .deleteSeveral({ ...strange, by: operator }, { ...strange, recordIds: [bob], deletionId }),
      ).rejects.toEqual(notFound)
    })

    it('are listed page by page, of some projects, and not to others', async () => {
      const [ada = '', bob = ''] = (await listed()).map(({ id }) => id)
      await remove([ada])
      await remove([bob])
      const all = await bin()
      expect(all.map(({ records: count }) => count)).toEqual([1, 1])
      const any = { kind: null, projectIds: null }
      const page = await queries().list(own.organizationId, any, { limit: 1, after: null })
      expect(page.items).toEqual(all.slice(0, 1))
      const rest = await queries().list(own.organizationId, any, { limit: 1, after: page.next })
      expect(rest).toEqual({ items: all.slice(1), next: null })
      const found = (filter: object) => queries().list(own.organizationId, { ...any, ...filter }, first)
      expect((await found({ projectIds: [own.projectId] })).items).toHaveLength(2)
      expect((await found({ projectIds: [own.spinnerId] })).items).toEqual([])
      expect((await found({ kind: 'spinner' })).items).toEqual([])
      expect((await queries().list(own.spinnerId, any, first)).items).toEqual([])
    })

    it('lose the cells of a column that is removed, and follow one that is renamed', async () => {
      await world.container
        .get(Columns)
        .add({ ...place(), by: operator }, { ...place(), name: 'city', isMetadata: false, revision: null })
      await own.ingest([person('eve', { phone: '1', city: 'Bern' })])
      const id = (await listed()).at(-1)?.id ?? ''
      const { deletionId } = await remove([id])
      const common = { ...place(), revision: null, by: operator }
      await world.container.get(Columns).remove(common, { ...common, column: 'phone' })
      await world.container
        .get(ChangeColumn)
        .execute({ ...common, column: 'city', changes: { name: 'town' } })
      await clear()
      await world.container.get(Columns).add(common, { ...common, name: 'phone', isMetadata: false })
      await restore(deletionId ?? '')
      const { data } = (await listed()).at(-1) ?? { data: {} }
      expect({ phone: null, ...data }).toEqual({
        name: 'eve',
        email: 'eve',
        account_id: null,
        phone: null,
        town: 'Bern',
      })
    })

    it('keep out cells of a column that was removed a moment ago', async () => {
      await own.ingest([person('eve', { phone: '1' })])
      const { deletionId } = await remove([(await listed()).at(-1)?.id ?? ''])
      const common = { ...place(), revision: null, by: operator }
      await world.container.get(Columns).remove(common, { ...common, column: 'phone' })
      await restore(deletionId ?? '')
      await clear()
      await world.container.get(Columns).add(common, { ...common, name: 'phone', isMetadata: false })
      expect((await listed()).at(-1)?.data['phone'] ?? null).toBeNull()
    })

    it('are deleted permanently when a user asks for it', async () => {
      const [ada = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada])
      await deletePermanently(deletionId ?? '')
      expect(await bin()).toEqual([])
      await expect(restore(deletionId ?? '')).rejects.toEqual(notFound)
      await clear()
      await expect(deletePermanently(deletionId ?? '')).rejects.toEqual(notFound)
      expect(await run((tx) => tx.bin.allOf(own.dataTableId))).toEqual([])
    })

    it('stay until their time is over', async () => {
      const [ada = '', bob = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada, bob])
      await clear()
      const entry = await onlyEntry()
      expect(entry.deletesAt.getTime() - entry.deletedAt.getTime()).toBe(30 * 24 * 3_600_000)
      const now = world.container.get(Clock).now()
      await run((tx) => tx.bin.save({ ...entry, deletesAt: now }))
      expect(await run((tx) => tx.bin.lock(own.organizationId, entry.id))).toBeNull()
      const over = await run((tx) => tx.bin.nextOver([]))
      expect(over?.id).toBe(deletionId)
      expect(await run((tx) => tx.bin.nextOver([entry.id]))).toBeNull()
      expect(await run((tx) => tx.bin.clearRecords(entry, 1))).toBe(1)
      expect(await run((tx) => tx.bin.clearRecords(entry, 5))).toBe(1)
      await run((tx) => tx.bin.remove(entry.id))
      expect(await run((tx) => tx.bin.nextOver([]))).toBeNull()
    })
  })

  describe('records with match columns', () => {
    beforeEach(async () => {
      await changeTable({ match: byEmail })
      await own.ingest([person('ada'), person('bob')])
    })

    it('get their keys back', async () => {
      const [ada = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada])
      await restore(deletionId ?? '')
      await own.ingest([person('ada', { phone: '1' })])
      expect((await listed()).map(({ data }) => [data['email'], data['phone']])).toEqual([
        ['ada', '1'],
        ['bob', null],
      ])
    })

    it('stay in the bin while another record is the same', async () => {
      const [ada = '', bob = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada, bob])
      await own.ingest([person('ada', { phone: '1' })])
      const newer = (await listed())[0]?.id ?? ''
      expect(await restore(deletionId ?? '')).toMatchObject({
        restored: 1,
        conflicts: [{ recordId: ada, existingId: newer }],
        next: null,
      })
      expect((await onlyEntry()).records).toBe(1)
      await remove([newer])
      expect(await restore(deletionId ?? '')).toMatchObject({ restored: 1, conflicts: [] })
      expect(new Set(await emails())).toEqual(new Set(['ada', 'bob']))
    })

    it('follow match columns that are changed while they are in the bin', async () => {
      const [ada = ''] = (await listed()).map(({ id }) => id)
      const { deletionId } = await remove([ada])
      await changeTable({ match: { ...byEmail, columns: ['name'] } })
      await restore(deletionId ?? '')
      await own.ingest([person('eve', { name: 'ada' })])
      expect(new Set(await emails())).toEqual(new Set(['bob', 'eve']))
    })
  })

  describe('deleted records of a test organization', () => {
    const day = 86_400
    const setTestClock = (days: number) => {
      const now = new Date(world.clock.now().getTime() + days * day * 1000)
      return run((tx) => tx.testClocks.save(newTestClock(own.organizationId, now)))
    }
    beforeEach(async () => {
      await run((tx) => tx.testClocks.add(newTestClock(own.organizationId, world.clock.now())))
      await own.ingest([person('ada'), person('bob')])
      await remove([(await listed())[0]?.id ?? ''])
    })

    it('stay for 30 days of the test clock, whatever the real time is', async () => {
      const { id } = await onlyEntry()
      const realNow = world.clock.now().toISOString()
      world.clock.advance(40 * day)
      await clear()
      world.clock.set(realNow)
      await restore(id)
      expect(await emails()).toEqual(['ada', 'bob'])
    })

    it('are deleted permanently after 30 days of the test clock', async () => {
      await setTestClock(29)
      await clear()
      expect(await run((tx) => tx.bin.allOf(own.dataTableId))).toHaveLength(1)
      const { id } = await onlyEntry()
      await setTestClock(31)
      expect(await run((tx) => tx.bin.nextOver([id]))).toBeNull()
      await clear()
      expect(await run((tx) => tx.bin.allOf(own.dataTableId))).toEqual([])
    })
  })

  describe('a deleted spinner', () => {
    it('loses the marks of records that its triggers named in parts, and none of another spinner', async () => {
      const other = await createTenant(world)
      for (const tenant of [own, other]) {
        await tenant.ingest(['ada', 'bob', 'cy'].map((one) => person(one)))
        const page = await world.container.get(RecordStore).list(tenant.dataTableId, 'asc', first)
        const audience = { kind: 'recordIds', ids: page.items.map(({ id }) => id) } as const
        const request = { ...plainRequest, audience }
        const trigger = { caller: tenant.key, spinnerId: tenant.spinnerId, idempotency: null, request }
        const { answer } = await world.container.get(TriggerSpinner).execute({ ...trigger, requestId: 'x' })
        await world.container
          .get(Jobs)
          .cancel({ organizationId: tenant.organizationId, by: operator }, answer.jobId)
      }
      await deleteSpinner()
      const entry = await onlyEntry()
      const clearPart = (of: Pick<Tenant, 'spinnerId'>) =>
        run((tx) => tx.bin.clearExplicitRecords({ ...entry, spinnerId: of.spinnerId }, 2))
      expect([await clearPart(own), await clearPart(own), await clearPart(own)]).toEqual([2, 1, 0])
      expect(await clearPart(other)).toBe(2)
    })
  })

  describe('a deleted data table', () => {
    it('is gone with its URL until it is restored', async () => {
      await own.ingest([person('ada')])
      await deleteSpinner()
      await deleteTable()
      expect(await table()).toBeNull()
      await expect(own.ingest([person('bob')])).rejects.toEqual(notFound)
      const entry = (await bin()).find(({ kind }) => kind === 'dataTable')
      expect(await restore(entry?.id ?? '')).toMatchObject({ restored: 1 })
      expect((await table())?.recordCount).toBe(1)
      await own.ingest([person('bob')])
      expect(await emails()).toEqual(['ada', 'bob'])
    })

    it('comes before its records and its spinner', async () => {
      await own.ingest([person('ada')])
      const { deletionId } = await remove([(await listed())[0]?.id ?? ''])
      await deleteSpinner()
      await deleteTable()
      const entries = await bin()
      const idOf = (kind: string) => entries.find((entry) => entry.kind === kind)?.id ?? ''
      await expect(restore(deletionId ?? '')).rejects.toEqual(conflict)
      await expect(restore(idOf('spinner'))).rejects.toEqual(conflict)
      await restore(idOf('dataTable'))
      await restore(deletionId ?? '')
      await restore(idOf('spinner'))
      expect(await emails()).toEqual(['ada'])
      expect(await spinner()).toMatchObject({ id: own.spinnerId, publishedVersion: null })
    })

    it('takes its records and its spinner along when it is deleted permanently', async () => {
      await own.ingest([person('ada'), person('bob')])
      await remove([(await listed())[0]?.id ?? ''])
      await deleteSpinner()
      await deleteTable()
      const entry = (await bin()).find(({ kind }) => kind === 'dataTable')
      await deletePermanently(entry?.id ?? '')
      await clear()
      expect(await run((tx) => tx.bin.allOf(own.dataTableId))).toEqual([])
    })

    it('brings its project back', async () => {
      await deleteSpinner()
      await deleteTable()
      await removeProject()
      const project = () => world.container.get(ProjectStore).find(own.organizationId, own.projectId)
      expect(await project()).toBeNull()
      await expect(removeProject()).rejects.toEqual(notFound)
      for (const kind of ['dataTable', 'spinner'])
        await restore((await bin()).find((entry) => entry.kind === kind)?.id ?? '')
      expect((await project())?.id).toBe(own.projectId)
      expect([(await table())?.projectId, (await spinner())?.projectId]).toEqual([
        own.projectId,
        own.projectId,
      ])
    })

    it('is deleted permanently after its project', async () => {
      await deleteSpinner()
      await deleteTable()
      await removeProject()
      for (const { id } of await bin()) await deletePermanently(id)
      await clear()
      expect(await run((tx) => tx.bin.allOf(own.dataTableId))).toEqual([])
      await run((tx) => tx.bin.forgetProject(own.projectId))
    })

    it('is not restored beyond the plan', async () => {
      await open({ limits: { dataTables: 1, spinners: 1 } })
      await deleteSpinner()
      await deleteTable()
      const entry = (await bin()).find(({ kind }) => kind === 'dataTable')
      await own.offer({ dataTables: 0 })
      await expect(restore(entry?.id ?? '')).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
    })
  })
})
