import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const layout = (...columns: string[]) => ({
  columns: columns.map((name) => ({ name, isHidden: true, width: null })),
  frozen: 0,
})

describe('two simultaneous changes of a view', () => {
  let world: World
  /** The database connection of a transaction that holds locks while `world.sql` looks for waiting connections. */
  let holder: pg.Client
  let api: Api
  let ada: Person
  let projectId: string
  let tableId: string
  let viewId: string

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
    await ada.import(tableId, 'name,city\n')
    const words = { name: 'Own', layout: layout('city') }
    viewId = (await ada.do('POST', `/data-tables/${tableId}/views`, words)).id
  })

  const views = async () => (await ada.do('GET', `/data-tables/${tableId}/views`)).items
  const change = (words: object) => ada.ask('PATCH', `/views/${viewId}`, words)
  const rename = () => ada.ask('PATCH', `/data-tables/${tableId}/columns/city`, { name: 'town' })
  const removeColumn = () => ada.ask('DELETE', `/data-tables/${tableId}/columns/city`)
  const remove = () => ada.ask('DELETE', `/views/${viewId}`)

  /** Starts the second change while the first one waits to write the view. Returns the statuses of both. */
  async function atOnce(first: () => ReturnType<typeof change>, second: typeof first): Promise<number[]> {
    await holder.query('begin')
    await holder.query('select from views where id = $1 for update', [viewId])
    const began = first()
    await untilLocksAreAwaited(world.sql, 1)
    const other = second()
    await untilLocksAreAwaited(world.sql, 2)
    await holder.query('commit')
    return (await Promise.all([began, other])).map(({ status }) => status)
  }

  it('keep both edits', async () => {
    const edits = [() => change({ name: 'Hers' }), () => change({ q: 'Rome' })] as const
    expect(await atOnce(...edits)).toEqual([200, 200])
    expect(await views()).toMatchObject([{ name: 'Hers', q: 'Rome' }])
  })

  it('keep the edit and the new name of a column that is renamed after it', async () => {
    expect(await atOnce(() => change({ name: 'Hers' }), rename)).toEqual([200, 200])
    expect(await views()).toMatchObject([{ name: 'Hers', layout: layout('town') }])
  })

  it('keep the new name of a column that is renamed before an edit is stored', async () => {
    expect(await atOnce(rename, () => change({ name: 'Hers' }))).toEqual([200, 200])
    expect(await views()).toMatchObject([{ name: 'Hers', layout: layout('town') }])
  })

  it('refuse a layout of a person that names a column by its old name', async () => {
    const arrange = () => ada.ask('PUT', `/data-tables/${tableId}/layout`, { layout: layout('city') })
    expect(await atOnce(rename, arrange)).toEqual([200, 400])
  })

  it('do not store a removed column again', async () => {
    expect(await atOnce(removeColumn, () => change({ name: 'Hers' }))).toEqual([204, 200])
    expect(await views()).toMatchObject([{ name: 'Hers', layout: layout() }])
  })

  it('do not store a deleted view again', async () => {
    expect(await atOnce(remove, () => change({ name: 'Hers' }))).toEqual([204, 404])
    expect(await views()).toEqual([])
  })
})
