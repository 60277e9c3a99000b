import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Mapping } from '../../../src/domain/arrival/mapping/mapping.ts'
import type { StoredMapping } from '../../../src/domain/arrival/mapping/stored-mapping.ts'
import { MappingStore } from '../../../src/ports/arrival/mappings.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createTenant, newTable, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const said: Mapping = {
  name: "Mary's \u{1F9F5}",
  match: {
    where: [{ path: ['type', { all: true }], in: ['new', 1, true, null] }],
    requires: [['a.b', { index: 2 }]],
  },
  root: ['entry', { all: true }, { where: { path: ['ref'], equals: 'x' } }],
  fields: [
    {
      column: 'email',
      from: [{ path: [''] }, { template: ['a', { path: ['b'] }] }, { constant: null }],
      transform: [{ do: 'valueMap', values: { constructor: 'x', '10': 1 } }],
    },
  ],
  action: 'patch',
  deliveryId: ['id'],
}

describe('MappingStore', () => {
  let world: World
  let mappings: MappingStore
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    mappings = world.container.get(MappingStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const inTransaction: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const replace = (all: readonly StoredMapping[]) =>
    inTransaction((tx) => tx.mappings.replace(own.dataTableId, all))

  function newMapping(position: number, changes: Partial<Mapping> = {}): StoredMapping {
    const { organizationId, dataTableId } = own
    const at = new Date('2026-11-20T12:00:00.123Z')
    return {
      ...said,
      ...changes,
      id: world.container.get(Ids).next(),
      organizationId,
      dataTableId,
      position,
      version: 1,
      createdAt: at,
      updatedAt: at,
    }
  }

  it('find a mapping as it was saved, with each path and value', async () => {
    const mapping = newMapping(0)
    await replace([mapping])
    expect(await mappings.find(own.organizationId, mapping.id)).toEqual(mapping)
    expect(await mappings.of(own.dataTableId)).toEqual([mapping])
    await inTransaction(async (tx) => {
      expect(await tx.mappings.find(own.organizationId, mapping.id)).toEqual(mapping)
      expect(await tx.mappings.of(own.dataTableId)).toEqual([mapping])
    })
  })

  it('are cached by this process, if at all, as they were read', async () => {
    await replace([newMapping(0)])
    const read = await mappings.of(own.dataTableId)
    expect([null, read]).toContainEqual(mappings.cachedOf(own.dataTableId))
  })

  it('list those of a table in their order, and of no other', async () => {
    const [first, second] = [newMapping(0), newMapping(1)]
    await replace([second, first].toSorted((mapping, other) => mapping.position - other.position))
    expect((await mappings.of(own.dataTableId)).map(({ id }) => id)).toEqual([first.id, second.id])
    await replace([
      { ...second, position: 0 },
      { ...first, position: 1 },
    ])
    expect((await mappings.of(own.dataTableId)).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(await mappings.of((await createTenant(world)).dataTableId)).toEqual([])
  })

  it('find none of another organization', async () => {
    const mapping = newMapping(0)
    await replace([mapping])
    const { organizationId } = await createTenant(world)
    expect(await mappings.find(organizationId, mapping.id)).toBeNull()
    expect(await inTransaction((tx) => tx.mappings.find(organizationId, mapping.id))).toBeNull()
  })

  it('keep the next version, and delete mappings that are not in the new list', async () => {
    const [stays, goes] = [newMapping(0), newMapping(1)]
    await replace([stays, goes])
    const { deliveryId: _, ...rest } = stays
    const changed = { ...rest, root: [], version: 2, updatedAt: new Date('2026-11-21T12:00:00Z') }
    await replace([changed])
    expect(await mappings.of(own.dataTableId)).toEqual([changed])
    expect(await mappings.find(own.organizationId, goes.id)).toBeNull()
  })

  it('leave no trace of a failed transaction, and none of a deleted table', async () => {
    const mapping = newMapping(0)
    const failed = inTransaction(async (tx) => {
      await tx.mappings.replace(own.dataTableId, [mapping])
      throw new Error('failed')
    })
    await expect(failed).rejects.toThrow('failed')
    expect(await mappings.of(own.dataTableId)).toEqual([])
    const { organizationId, projectId } = own
    const id = world.container.get(Ids).next()
    const keys = { digest: id, ciphertext: 'sealed' }
    const table = newTable({ id, organizationId, projectId, createdAt: new Date() }, keys)
    await inTransaction(async (tx) => {
      await tx.dataTables.add(table)
      await tx.mappings.replace(id, [{ ...mapping, dataTableId: id }])
    })
    await inTransaction((tx) => tx.dataTables.remove(id))
    expect(await mappings.find(own.organizationId, mapping.id)).toBeNull()
  })
})
