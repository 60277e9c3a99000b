import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { newBinEntry } from '../../../src/domain/bin/bin-entry.ts'
import { type DataTable, missingColumnsRules } from '../../../src/domain/table/data-table.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { pagesOf } from '../../support/browser/pages.ts'
import { createTenant, newTable, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('DataTableStore', () => {
  let world: World
  let store: DataTableStore
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    store = world.container.get(DataTableStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const newId = () => world.container.get(Ids).next()
  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const lock = (organizationId: string, id: string) =>
    inTransaction((tx) => tx.dataTables.lock(organizationId, id))

  async function added(changes: Partial<DataTable> = {}): Promise<DataTable> {
    const { organizationId, projectId } = own
    const place = { id: newId(), organizationId, projectId, createdAt: new Date('2026-11-20T12:00:00.123Z') }
    const token = world.container.get(Secrets).ingestToken(place.id)
    const table = { ...newTable(place, token), ...changes }
    await inTransaction((tx) => tx.dataTables.add(table))
    return table
  }
  async function newProject(): Promise<string> {
    const id = newId()
    const { organizationId } = own
    await inTransaction((tx) =>
      tx.projects.add({ id, organizationId, name: 'Two', createdAt: world.clock.now() }),
    )
    return id
  }

  it.each(missingColumnsRules)('find a table as added, with missing columns to %s', async (rule) => {
    const columns = ['__proto__', "it's", 'ü \u{1F9F5}'].map((one, no) => ({
      name: one,
      isMetadata: no === 1,
    }))
    const table = await added({ missingColumns: rule, columns, name: "Leads' \u2028" })
    const { organizationId } = own
    expect(await lock(organizationId, table.id)).toEqual(table)
    for (const id of [table.id, table.id.toUpperCase()])
      expect(await store.find(organizationId, id)).toEqual({ ...table, recordCount: 0 })
    expect(await inTransaction((tx) => tx.dataTables.find(organizationId, table.id))).toEqual({
      ...table,
      recordCount: 0,
    })
  })

  it('find no table of another organization, and no unknown one', async () => {
    const { id } = await added()
    const { organizationId: stranger } = await createTenant(world)
    for (const [organizationId, wanted] of [
      [stranger, id],
      [own.organizationId, newId()],
    ] as const) {
      expect(await store.find(organizationId, wanted)).toBeNull()
      expect(await lock(organizationId, wanted)).toBeNull()
      expect(await inTransaction((tx) => tx.dataTables.find(organizationId, wanted))).toBeNull()
    }
  })

  it('return the rules of a table by which people are recognized, also in the bin', async () => {
    const { organizationId, projectId } = own
    const match = { columns: ['email'], onMatch: 'update', newerBy: null } as const
    const { id: dataTableId } = await added({ match, defaultCountry: 'DE' })
    const rulesFor = (asking: string) =>
      inTransaction((tx) => tx.dataTables.personRulesOf(asking, dataTableId))
    expect(await rulesFor(organizationId)).toEqual({ match, defaultCountry: 'DE' })
    const things = { kind: 'dataTable', spinnerId: null, name: 'Binned', records: 0 } as const
    const entry = { ...things, id: newId(), organizationId, projectId, dataTableId }
    await inTransaction((tx) => tx.bin.add(newBinEntry(entry, operator, world.clock.now())))
    expect(await rulesFor(organizationId)).toEqual({ match, defaultCountry: 'DE' })
    expect(await rulesFor((await createTenant(world)).organizationId)).toBeNull()
    await inTransaction((tx) => tx.dataTables.remove(dataTableId))
    expect(await rulesFor(organizationId)).toBeNull()
  })

  it('keep saved changes', async () => {
    const table = await added()
    const changed: DataTable = {
      ...table,
      name: 'New',
      columns: [],
      missingColumns: 'fill',
      schemaVersion: 2,
      revision: 5,
      ingestTokenDigest: newId(),
      ingestTokenCiphertext: 'ciphertext',
    }
    await inTransaction((tx) => tx.dataTables.save(changed))
    expect(await lock(own.organizationId, table.id)).toEqual(changed)
  })

  it('replace all ingest tokens of an organization at once, also in the bin', async () => {
    const { organizationId, projectId } = own
    const previous = { previousTokenDigest: newId(), previousTokenUntil: world.clock.now() }
    const [present, binned] = [await added(previous), await added({ name: 'Binned' })]
    const id = newId()
    const things = { kind: 'dataTable', spinnerId: null, name: 'Binned', records: 0 } as const
    const entry = { ...things, id, organizationId, projectId, dataTableId: binned.id }
    await inTransaction((tx) => tx.bin.add(newBinEntry(entry, operator, world.clock.now())))
    const { dataTableId: strange } = await createTenant(world)
    const tokens = new Map<string, { digest: string; ciphertext: string }>()
    const replaced = await inTransaction((tx) =>
      tx.dataTables.replaceTokens(organizationId, (dataTableId) => {
        const token = { digest: newId(), ciphertext: newId() }
        tokens.set(dataTableId, token)
        return token
      }),
    )
    expect(replaced.map((table) => table.id)).toEqual([own.dataTableId, present.id, binned.id])
    await inTransaction((tx) => tx.bin.restore(newBinEntry(entry, operator, world.clock.now())))
    for (const { id: one, name: called } of [present, binned])
      expect(await lock(organizationId, one)).toMatchObject({
        name: called,
        ingestTokenDigest: tokens.get(one)?.digest,
        ingestTokenCiphertext: tokens.get(one)?.ciphertext,
        previousTokenDigest: null,
        previousTokenUntil: null,
      })
    expect(tokens.has(strange)).toBe(false)
  })

  it('delete a removed table, and keep the others', async () => {
    const [gone, stored] = [await added(), await added()]
    await inTransaction((tx) => tx.dataTables.remove(gone.id))
    expect(await store.find(own.organizationId, gone.id)).toBeNull()
    expect(await store.find(own.organizationId, stored.id)).not.toBeNull()
  })

  it('count the tables of an organization, and return whether a project has any', async () => {
    const empty = await newProject()
    const look = () =>
      inTransaction(async (tx) => [
        await tx.dataTables.countOf(own.organizationId),
        await tx.dataTables.anyIn(own.projectId),
        await tx.dataTables.anyIn(empty),
      ])
    expect(await look()).toEqual([1, true, false])
    const { id } = await added({ projectId: empty })
    expect(await look()).toEqual([2, true, true])
    await inTransaction((tx) => tx.dataTables.remove(id))
    expect(await look()).toEqual([1, true, false])
    expect(await inTransaction((tx) => tx.dataTables.countOf(newId()))).toBe(0)
  })

  it('list the tables of some projects or of all, oldest first, to the last page', async () => {
    const second = await newProject()
    const ids = [own.dataTableId]
    for (const projectId of [second, own.projectId, second]) ids.push((await added({ projectId })).id)
    const list = async (projectIds: string[] | null, limit: number, organizationId = own.organizationId) =>
      (await pagesOf((page) => store.list(organizationId, projectIds, page), limit)).map((page) =>
        page.map(({ id }) => id),
      )
    expect(await list(null, 3)).toEqual([ids.slice(0, 3), ids.slice(3)])
    expect(await list([second], 1)).toEqual([[ids[1]], [ids[3]]])
    expect(await list([newId()], 1)).toEqual([[]])
    expect(await list([own.projectId, second], 5)).toEqual([ids])
    const { organizationId: stranger } = await createTenant(world)
    expect(await list([second], 1, stranger)).toEqual([[]])
    const after = ids.at(-1) ?? null
    expect(await store.list(own.organizationId, null, { limit: 2, after })).toEqual({
      items: [],
      next: null,
    })
  })

  it('refuse an invalid cursor', async () => {
    const list = store.list(own.organizationId, null, { limit: 2, after: '5.6' })
    await expect(list).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
