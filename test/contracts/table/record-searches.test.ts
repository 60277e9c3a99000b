import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { RecordStore } from '../../../src/ports/table/records.ts'

import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const rows = [
  { name: 'Zoë Müller', email: 'zoe@example.com', size: '9', since: '2026-03-01' },
  { name: 'ada', email: 'ada@example.org', size: 10, since: '2025-12-31' },
  { name: 'Bob', email: 'bob@example.org', size: null, since: '' },
  { name: 'Ádám', email: 'adam@example.com', size: '100', since: '2026-01-15' },
  { name: 'Carl', email: 'carl@example.org', size: '-1', since: 'soon' },
]

describe('RecordStore, tx.records, views', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterAll(() => world.close())

  /** Creates a data table with the rows above, which the test then searches. */
  const createTable = async () => {
    const table = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Searched' })
    path = `/data-tables/${table.id}`
    for (const name of ['name', 'email', 'size', 'since'])
      await person.do('POST', `${path}/columns`, { name })
    await ingest(rows)
  }
  const createIndexedTable = async () => {
    await createTable()
    await person.do('PUT', `${path}/indexes`, { columns: ['name', 'size', 'since'], includesWords: true })
    await fill()
  }

  const ingest = (records: object[]) =>
    api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId: path.split('/').at(-1), records },
    })
  const ask = (query: Record<string, unknown>) => {
    const words = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return person.do('GET', `${path}/records?${new URLSearchParams(words as [string, string][]).toString()}`)
  }
  const names = async (query: Record<string, unknown>) =>
    (await ask(query)).items.map(({ data }: { data: { name: string } }) => data.name)
  /**
   * Fills the search indexes of the test's data table. Building an index waits for all transactions that began
   * before it, even those of other databases of the server.
   */
  const fill = async () => {
    await until(async () => {
      await world.container.get(RecordStore).fillIndexes(new AbortController().signal)
      const { items } = await person.do('GET', `${path}/indexes`)
      return items.every(({ isReady }: { isReady: boolean }) => isReady)
    })
  }

  const promises = () => {
    it('find records by the start of words, newest first', async () => {
      expect(await names({ q: 'ada' })).toEqual(['Ádám', 'ada'])
      expect(await names({ q: 'MULL zoe' })).toEqual(['Zoë Müller'])
      expect(await names({ q: 'nobody' })).toEqual([])
    })

    it('filter by the conditions of triggers', async () => {
      const large = { column: 'size', operator: 'greaterThan', value: 9 }
      const early = { column: 'since', operator: 'before', value: '2026-02-01' }
      expect(await names({ where: large })).toEqual(['Ádám', 'ada'])
      expect(await names({ where: { and: [large, early] }, q: 'com' })).toEqual(['Ádám'])
      expect(await names({ where: { column: 'size', operator: 'missing' } })).toEqual(['Bob'])
      expect(
        await names({ where: { not: { column: 'email', operator: 'contains', value: '.org' } } }),
      ).toEqual(['Ádám', 'Zoë Müller'])
    })

    it('sort numbers as numbers, dates as dates and text without accents, with empty cells last', async () => {
      const ordered = ['Carl', 'Zoë Müller', 'ada', 'Ádám', 'Bob']
      expect(await names({ sort: 'size' })).toEqual(ordered)
      expect(await names({ sort: 'size', order: 'desc' })).toEqual([
        'Ádám',
        'ada',
        'Zoë Müller',
        'Carl',
        'Bob',
      ])
      expect(await names({ sort: 'name' })).toEqual(['ada', 'Ádám', 'Bob', 'Carl', 'Zoë Müller'])
      expect(await names({ sort: 'since' })).toEqual(['ada', 'Ádám', 'Zoë Müller', 'Carl', 'Bob'])
    })

    it('continue from page to page, in both directions, without repetitions or gaps', async () => {
      for (const query of [{ sort: 'size' }, { sort: 'name', order: 'desc' }, { q: 'example' }]) {
        const whole = await names(query)
        const paged: string[] = []
        let cursor: string | null = null
        do {
          const more: Record<string, unknown> = cursor === null ? {} : { cursor }
          const page = await ask({ ...query, ...more, limit: 2 })
          paged.push(...page.items.map(({ data }: { data: { name: string } }) => data.name))
          cursor = page.nextCursor
        } while (cursor !== null)
        expect(paged).toEqual(whole)
        expect(whole).toHaveLength(5)
      }
    })
  }

  describe('without an index', () => {
    beforeAll(createTable)
    promises()
  })

  describe('with indexes', () => {
    beforeAll(async () => {
      await createIndexedTable()
      const { items } = await person.do('GET', `${path}/indexes`)
      expect(
        items.map(({ column, isReady }: { column: string; isReady: boolean }) => [column, isReady]),
      ).toEqual([
        ['name', true],
        ['size', true],
        ['since', true],
        [null, true],
      ])
    })
    promises()

    it('search all records, and suggest no index', async () => {
      expect((await ask({ q: 'ada', sort: 'size' })).coverage).toMatchObject({ isComplete: true, offers: [] })
    })
  })

  it.each(['before', 'after'])(
    'find changed, new and deleted records, %s the indexes were filled again',
    async (when) => {
      await createIndexedTable()
      const mark = when === 'before' ? 'Dora' : 'Emma'
      const [bob] = (await ask({ q: 'bob@' })).items
      await person.do('PATCH', `${path}/records/${bob.id}`, { data: { name: mark, size: '5' } })
      await ingest([{ name: `New ${mark}`, email: 'new@example.net', size: '6', since: null }])
      if (when === 'after') await fill()
      expect(await names({ q: mark })).toEqual([`New ${mark}`, mark])
      expect(await names({ q: 'bob', where: { column: 'size', operator: 'equals', value: 5 } })).toEqual([
        mark,
      ])
      expect((await names({ sort: 'size' })).slice(0, 3)).toEqual(['Carl', mark, `New ${mark}`])
      const [added] = (await ask({ q: `new ${mark}` })).items
      await person.do('DELETE', `${path}/records/${added.id}`)
      expect(await names({ q: mark })).toEqual([mark])
      expect(await names({ sort: 'size' })).toHaveLength(5)
    },
  )

  it('keep nothing of an erased person', async () => {
    await createIndexedTable()
    await ingest([{ name: 'Quentin Vanish', email: 'quentin@vanish.example', size: '7', since: null }])
    await fill()
    expect(await names({ q: 'quentin' })).toEqual(['Quentin Vanish'])
    await person.do('POST', '/people/erase', { email: 'quentin@vanish.example' })
    await fill()
    expect(await names({ q: 'vanish' })).toEqual([])
    const { rows: left } = await world.sql.query(
      "select value from index_entries where value like '%vanish%' or value like '%quentin%'",
    )
    expect(left).toEqual([])
  })

  it('keep the index of a renamed column, and remove that of a removed column', async () => {
    await createIndexedTable()
    await person.do('PATCH', `${path}/columns/size`, { name: 'employees' })
    expect((await names({ sort: 'employees' }))[0]).toBe('Carl')
    await person.do('DELETE', `${path}/columns/since`)
    const { items } = await person.do('GET', `${path}/indexes`)
    expect(items.map(({ column }: { column: string }) => column)).toEqual(['name', 'employees', null])
    await fill()
  })

  it('leave no noted change behind after the last index of a table is removed', async () => {
    await createIndexedTable()
    const [bob] = (await ask({ q: 'bob@' })).items
    await person.do('PATCH', `${path}/records/${bob.id}`, { data: { size: '5' } })
    await person.do('PUT', `${path}/indexes`, { columns: [], includesWords: false })
    await fill()
    expect(await names({ q: 'bob@', where: { column: 'size', operator: 'equals', value: 5 } })).toEqual([
      'Bob',
    ])
    const { rows: left } = await world.sql.query(
      'select record_id from index_changes where data_table_id = $1',
      [path.split('/').at(-1)],
    )
    expect(left).toEqual([])
  })

  it('list the ids of all matching records, and none that arrive later', async () => {
    await createIndexedTable()
    const matching = (query: Record<string, string>) =>
      person.do('GET', `${path}/records/matching?${new URLSearchParams(query).toString()}`)
    const where = JSON.stringify({ column: 'email', operator: 'contains', value: 'matching.example' })
    const idsOf = async (query: object) => (await ask({ ...query })).items.map(({ id }: { id: string }) => id)
    expect(await matching({ where })).toEqual({ ids: [], start: null, nextCursor: null })
    const added = (no: number) => ({ name: `M${no}`, email: `m${no}@matching.example`, size: 1, since: null })
    await ingest([1, 2, 3].map(added))
    const first = await matching({ where })
    expect(first).toEqual({ ids: await idsOf({ where }), start: expect.any(String), nextCursor: null })
    expect(first.ids).toHaveLength(3)
    await ingest([added(4)])
    const start = String(first.start)
    expect((await matching({ where })).ids).toHaveLength(4)
    expect(await matching({ where, cursor: start })).toEqual(first)
    expect((await matching({ q: 'm2 matching', cursor: start })).ids).toEqual([first.ids[1]])
    const address = `${api.url}/api/v1${path}/export?${new URLSearchParams({ where }).toString()}`
    const csv = await (await fetch(address, { headers: { authorization: `Bearer ${person.token}` } })).text()
    expect(csv.match(/m\d@matching/g)).toEqual(['m4@matching', 'm3@matching', 'm2@matching', 'm1@matching'])
    const deleted = await person.do('POST', `${path}/records/delete`, {
      ids: (await matching({ where })).ids,
    })
    expect(deleted).toEqual({ deleted: 4, deletionId: expect.any(String) })
    const refused = await person.ask(
      'GET',
      `${path}/records/matching?where=${where.replace('email', 'mail')}`,
    )
    expect(refused.status).toBe(400)
  })

  it('refuse a search by an unknown column', async () => {
    await createTable()
    const { status, body } = await person.ask('GET', `${path}/records?sort=sise`)
    expect([status, body['code'], body['errors']]).toEqual([
      400,
      'VALIDATION_FAILED',
      [{ pointer: '#query/sort', code: 'UNKNOWN_COLUMN', column: 'sise', suggestion: 'size' }],
    ])
  })

  it('keep a view with the present names of its columns', async () => {
    await createTable()
    const where = { column: 'size', operator: 'greaterThan', value: 5 }
    const sort = { column: 'size', order: 'desc' as const }
    const layout = { columns: [{ name: 'size', isHidden: false, width: 90 }], frozen: 1 }
    const view = await person.do('POST', `${path}/views`, { name: 'Large', where, sort, layout })
    expect(view.layout).toEqual(layout)
    await person.do('PATCH', `${path}/columns/size`, { name: 'staff' })
    await person.do('PATCH', `/views/${view.id}`, { name: 'Large first' })
    const { items } = await person.do('GET', `${path}/views`)
    expect(items).toEqual([
      {
        ...view,
        name: 'Large first',
        where: { ...where, column: 'staff' },
        sort: { ...sort, column: 'staff' },
        layout: { ...layout, columns: [{ name: 'staff', isHidden: false, width: 90 }] },
      },
    ])
    expect((await person.ask('DELETE', `/views/${view.id}`)).status).toBe(204)
    expect((await person.do('GET', `${path}/views`)).items).toEqual([])
  })

  it('take a new name and layout for a view whose conditions and order name a removed column', async () => {
    await createTable()
    const where = { column: 'size', operator: 'greaterThan', value: 5 }
    const sort = { column: 'size', order: 'desc' as const }
    const view = await person.do('POST', `${path}/views`, { name: 'Large', where, sort })
    await person.do('DELETE', `${path}/columns/size`)
    const change = (words: object) => person.ask('PATCH', `/views/${view.id}`, words)
    const layout = { columns: [{ name: 'name', isHidden: true, width: null }], frozen: 0 }
    const changes = [await change({ name: 'Renamed' }), await change({ layout })]
    expect(changes.map(({ status }) => status)).toEqual([200, 200])
    const { items } = await person.do('GET', `${path}/views`)
    expect(items).toEqual([{ ...view, name: 'Renamed', layout }])
    const refused = [await change({ where }), await change({ sort }), await change({ name: 'Other', sort })]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
    await person.do('DELETE', `/views/${view.id}`)
  })

  it('keeps the layout of each person without a view, through changes of the columns', async () => {
    await createTable()
    const layoutOf = async (who: Person) => (await who.do('GET', `${path}/layout`)).layout
    const arrange = (who: Person, layout: object | null) => who.ask('PUT', `${path}/layout`, { layout })
    await person.do('POST', `${path}/columns`, { name: 'Spare' })
    const wide = { name: 'Spare', isHidden: false, width: 200 }
    const hidden = { name: 'email', isHidden: true, width: null }
    expect(await layoutOf(person)).toBeNull()
    const first = await arrange(person, { columns: [hidden], frozen: 1 })
    const replies = await Promise.all(
      [1, 2].map(() => arrange(person, { columns: [wide, hidden], frozen: 0 })),
    )
    expect([first, ...replies].map(({ status }) => status)).toEqual([200, 200, 200])
    const { id: organizationId } = await person.do('GET', '/organization')
    const colleague = await addMember(api, world.container, organizationId, 'viewer')
    expect(await layoutOf(colleague)).toBeNull()
    expect((await arrange(colleague, { columns: [], frozen: 2 })).status).toBe(200)
    await person.do('PATCH', `${path}/columns/Spare`, { name: 'Rest' })
    const renamed = [{ ...wide, name: 'Rest' }, hidden]
    expect(await layoutOf(person)).toEqual({ columns: renamed, frozen: 0 })
    expect((await person.do('GET', `${path}/views`)).items).toEqual([])
    await person.do('DELETE', `${path}/columns/Rest`)
    expect(await layoutOf(person)).toEqual({ columns: [hidden], frozen: 0 })
    expect((await arrange(person, { columns: [wide], frozen: 0 })).status).toBe(400)
    expect((await arrange(person, null)).status).toBe(200)
    expect(await layoutOf(person)).toBeNull()
    expect(await layoutOf(colleague)).toEqual({ columns: [], frozen: 2 })
    const { items } = await person.do('GET', '/members')
    const { id } = items.find(({ role }: { role: string }) => role === 'viewer')
    expect((await person.ask('DELETE', `/members/${id}`)).status).toBe(204)
  })

  it('keep the layout of a view, without columns that are removed', async () => {
    await createTable()
    await person.do('POST', `${path}/columns`, { name: 'note' })
    const columns = [{ name: 'note', isHidden: true }, { name: 'name' }]
    const view = await person.do('POST', `${path}/views`, { name: 'Short', layout: { columns } })
    const name = { name: 'name', isHidden: false, width: null }
    expect(view.layout).toEqual({ columns: [{ name: 'note', isHidden: true, width: null }, name], frozen: 0 })
    const layout = { columns: [{ name: 'nam' }], frozen: 1 }
    const refused = await person.ask('PATCH', `/views/${view.id}`, { layout })
    expect([refused.status, refused.body['errors']]).toEqual([
      400,
      [{ pointer: '/layout/columns/0/name', code: 'UNKNOWN_COLUMN', column: 'nam', suggestion: 'name' }],
    ])
    await person.do('DELETE', `${path}/columns/note`)
    expect((await person.do('GET', `${path}/views`)).items).toEqual([
      { ...view, layout: { columns: [name], frozen: 0 } },
    ])
    await person.do('DELETE', `/views/${view.id}`)
  })
})
