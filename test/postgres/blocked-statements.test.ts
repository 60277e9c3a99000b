import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../support/api.ts'
import { type Person, signUp } from '../support/data/person.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

describe('a change that is blocked by another transaction', () => {
  let world: World
  let api: Api
  let person: Person
  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
  })
  afterEach(async () => {
    await world.sql.query('rollback')
    await api.close()
    await world.close()
  })

  const create = () => person.ask('POST', '/api-keys', { name: 'Winter', scopes: ['ingest'] })
  const keys = async () => (await person.do('GET', '/api-keys')).items.length
  const waits = async (table: string) => {
    const waiting = `select from pg_locks where relation = $1::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
    await until(async () => (await world.sql.query(waiting, [table])).rowCount !== 0)
  }

  it('is answered with 503 after a deadlock, and changes nothing', async () => {
    const before = await keys()
    await world.sql.query('begin')
    // A long deadlock timeout for the test's own transaction, so that PostgreSQL ends the request and not this
    // transaction.
    await world.sql.query("set local deadlock_timeout = '1min'")
    await world.sql.query('lock table audit_events in access exclusive mode')
    const requested = create()
    await waits('audit_events')
    await world.sql.query('lock table api_keys in access exclusive mode')
    await world.sql.query('commit')
    const { status, body, headers } = await requested
    expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '1'])
    expect(await keys()).toBe(before)
    expect((await create()).status).toBe(201)
  })

  it('is answered with 503 after a long wait, and changes nothing', async () => {
    const before = await keys()
    await world.sql.query('begin')
    await world.sql.query('lock table audit_events in access exclusive mode')
    const { status, body, headers } = await create()
    await world.sql.query('rollback')
    expect([status, body['code'], headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '1'])
    expect(await keys()).toBe(before)
  })
})
