import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import type { ArrivalSelection } from '../../../src/ports/arrival/arrivals.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a bulk discard of arrivals', () => {
  let world: World
  /** The database connection of a transaction that holds locks while `world.sql` looks for waiting connections. */
  let holder: pg.Client
  let api: Api
  let ada: Person
  let projectId: string
  let tableId: string
  let first: { id: string; code: string; format: string }

  beforeAll(async () => {
    world = await createWorld()
    holder = await world.connect()
    api = await createApi(world)
    ada = await signUp(api)
    projectId = (await ada.do('POST', '/projects', { name: 'Leads' })).id
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    tableId = (await ada.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })).id
    await ada.import(tableId, 'name\n')
    const { webhookUrl } = await ada.do('PATCH', `/data-tables/${tableId}`, { acceptsAnyFormat: true })
    for (const name of ['Ada', 'Bea', 'Cy']) {
      const json = { records: [{ name, city: 'London' }] }
      expect((await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json })).body).toMatchObject({
        held: 1,
      })
    }
    first = (await held()).toSorted((a, b) => (a.id < b.id ? -1 : 1))[0] ?? first
  })

  const held = async (): Promise<(typeof first)[]> =>
    (await ada.do('GET', `/arrivals?dataTableId=${tableId}`)).items
  const changeFirst = async (change: string) => {
    await holder.query('begin')
    await holder.query(`update arrivals set ${change}, revision = revision + 1 where id = $1`, [first.id])
  }

  it.each([
    ['is being added to the table', "status = 'received'"],
    ['has another code after an edit', "code = 'PLAN_LIMIT'"],
    ['has another format after an edit', "format = 'another format'"],
  ])('keeps an arrival that %s since the discard found it', async (_how, change) => {
    await changeFirst(change)
    const which = `dataTableId=${tableId}&code=${first.code}&format=${encodeURIComponent(first.format)}`
    const discarding = ada.do('DELETE', `/arrivals?${which}`)
    await untilLocksAreAwaited(world.sql)
    await holder.query('commit')
    expect(await discarding).toEqual({ discarded: 2 })
    expect(await held()).toMatchObject([{ id: first.id }])
  })

  it('fills its batch although one of the arrivals has changed, so that no further batch is skipped', async () => {
    await changeFirst("code = 'PLAN_LIMIT'")
    const { organizationId } = ada
    const which: ArrivalSelection = { organizationId, dataTableId: tableId, code: first.code }
    const discarding = world.container.get(UnitOfWork).run((tx) => tx.arrivals.discard(which, ['held'], 2))
    await untilLocksAreAwaited(world.sql)
    await holder.query('commit')
    expect(await discarding).toBe(2)
    expect(await held()).toMatchObject([{ id: first.id }])
  })
})
