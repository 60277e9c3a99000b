import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the path to the records of a held arrival that a process of the previous version stores', () => {
  let world: World
  let own: Tenant
  let mappingId: string
  const people = ['people', { all: true }]
  beforeAll(async () => {
    world = await createWorld()
    own = await createTenant(world)
    mappingId = world.container.get(Ids).next()
    await world.sql.query(
      `insert into mappings (id, organization_id, data_table_id, position, version, name, definition, created_at, updated_at)
       values ($1, $2, $3, 0, 1, 'Form', $4, now(), now())`,
      [mappingId, own.organizationId, own.dataTableId, { root: people, fields: [], action: 'insert' }],
    )
  })
  afterAll(() => world.close())

  /** Stores an arrival with two records as the previous version does, and returns its id. */
  const keep = async (accepted: number, heldPositions: number[], by: string | null = mappingId) => {
    const id = world.container.get(Ids).next()
    const lists = {
      ids: [id],
      organizations: [own.organizationId],
      tables: [own.dataTableId],
      states: ['held'],
      codes: ['UNKNOWN_VALUE'],
      shapes: [null],
      mappings: [by],
      api_keys: [null],
      requests: ['request'],
      records: [2],
      accepted: [accepted],
      times: [new Date().toISOString()],
      sizes: [1024],
      facts: [{ reasons: [], heldPositions }],
    }
    const claims = { keys: [null], times: [null], seconds: [null] }
    await world.sql.query('select * from keep_arrivals($1, $2, $3, $4)', [1e9, lists, [null], claims])
    return id
  }
  const settle = (id: string, revision: number, facts: object) =>
    world.sql.query('select settle_arrivals($1, now())', [
      {
        ids: [id],
        revisions: [revision],
        states: ['held'],
        codes: ['UNKNOWN_VALUE'],
        accepted: [0],
        facts: [{ reasons: [], shape: null, mappingId, ...facts }],
      },
    ])
  const find = (id: string) => world.container.get(ArrivalStore).find(own.organizationId, id)

  it('is that of its mapping, or of records in Spindle’s own format', async () => {
    expect(await find(await keep(1, [1]))).toMatchObject({ recordsRoot: people, heldPositions: [1] })
    const ownFormat = await find(await keep(1, [1], null))
    expect(ownFormat).toMatchObject({ recordsRoot: ['records', { all: true }], heldPositions: [1] })
  })

  it('is not needed if all records are held, so any other mapping may add them', async () => {
    const id = await keep(0, [0, 1])
    expect(await find(id)).toMatchObject({ heldPositions: null })
    await settle(id, 1, { records: 3, heldPositions: [0, 1, 2] })
    expect(await find(id)).toMatchObject({ records: 3, heldPositions: null })
  })

  it('stays that of the positions after the mapping was changed and another process has tried to add the rest', async () => {
    const id = await keep(1, [1])
    await world.sql.query(
      `update mappings set definition = definition || '{"root": ["staff", {"all": true}]}'`,
    )
    await settle(id, 1, { records: 2, heldPositions: [1] })
    expect(await find(id)).toMatchObject({ recordsRoot: people, heldPositions: [1] })
  })
})
