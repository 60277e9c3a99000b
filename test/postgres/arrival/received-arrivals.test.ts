import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { firstId } from '../../../src/adapters/postgres/first-id.ts'
import { registerConstants, statementsOf } from '../../support/statements/described-statements.ts'
import { createWorld, type World } from '../../support/world.ts'

const file = fileURLToPath(
  new URL('../../../src/adapters/postgres/arrival/arrival-store.ts', import.meta.url),
)

describe('arrivals whose processing has not ended', () => {
  let world: World
  let hooks: { deregister(): void }
  beforeAll(async () => {
    world = await createWorld()
    hooks = registerConstants()
  })
  afterAll(async () => {
    hooks.deregister()
    await world.close()
  })

  it('are found without reading the arrivals that were processed', async () => {
    const [findReceived] = await statementsOf({ constants: [{ file, name: 'findReceived' }] })
    await world.sql.query('begin')
    await world.sql.query(`
      insert into arrivals (id, organization_id, request_id, received_at, status, size)
      select gen_random_uuid(), gen_random_uuid(), 'r', now() - n * interval '1 second',
             case when n % 5000 = 0 then 'received' else 'accepted' end, 100
        from generate_series(1, 20000) n`)
    await world.sql.query('analyze arrivals')
    const { rows } = await world.sql.query<{ 'QUERY PLAN': string }>(`explain ${findReceived?.text}`, [
      new Date(),
      200,
      [],
      new Date(0),
      firstId,
    ])
    await world.sql.query('rollback')
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using arrivals_received on')
  })
})
