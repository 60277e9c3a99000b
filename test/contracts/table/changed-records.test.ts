import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { ChangeRecords } from '../../../src/use-cases/table/records/change-records.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

interface Listed {
  readonly id: string
  readonly data: Record<string, unknown>
}

describe('tx.records', () => {
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
  beforeEach(async () => {
    path = await addTable(['ada', 'bob', 'carl'])
  })

  async function addTable(people: readonly string[]): Promise<string> {
    const table = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Changed' })
    for (const name of ['name', 'email', 'city'])
      await person.do('POST', `/data-tables/${table.id}/columns`, { name })
    const records = people.map((name) => ({ name, email: `${name}@example.com`, city: null }))
    const json = { dataTableId: table.id, records }
    await api.ask('/api/v1/public/ingest', { method: 'POST', key: own.apiKey, json })
    return `/data-tables/${table.id}`
  }
  const records = async (): Promise<readonly Listed[]> => (await person.do('GET', `${path}/records`)).items
  const cells = async (column: string) => (await records()).map(({ data }) => data[column])
  const change = async (changed: readonly object[]) =>
    (await person.do('POST', `${path}/records/change`, { records: changed })).records
  const outcomes = (changed: readonly { readonly status: string }[]) => changed.map(({ status }) => status)

  it('change the named cells of the named records, and return the former values', async () => {
    const [ada, bob, carl] = await records()
    const changed = await change([
      { id: carl?.id, data: { city: 'Bonn' } },
      { id: '7', data: { city: 'Bonn' } },
      { id: ada?.id, data: { city: 'Bonn', name: 'Ada' } },
      { id: bob?.id, data: { name: 'bob' } },
    ])
    expect(changed).toEqual([
      { id: carl?.id, status: 'changed', before: { city: null } },
      { id: '7', status: 'missing' },
      { id: ada?.id, status: 'changed', before: { city: null, name: 'ada' } },
      { id: bob?.id, status: 'unchanged' },
    ])
    expect(await cells('city')).toEqual(['Bonn', null, 'Bonn'])
    expect(await cells('name')).toEqual(['Ada', 'bob', 'carl'])
  })

  it('leave records as they are whose cells have other values than expected', async () => {
    const [ada, bob] = await records()
    const changed = await change([
      { id: ada?.id, data: { city: 'Bonn' }, expected: { city: null, name: 'ada' } },
      { id: bob?.id, data: { city: 'Bonn' }, expected: { city: 'Köln' } },
    ])
    expect(outcomes(changed)).toEqual(['changed', 'differs'])
    expect(await cells('city')).toEqual(['Bonn', null, null])
  })

  it('do not touch records of other tables', async () => {
    const [ada] = await records()
    path = await addTable(['other'])
    expect(outcomes(await change([{ id: ada?.id, data: { city: 'Bonn' } }]))).toEqual(['missing'])
    expect(await cells('city')).toEqual([null])
  })

  it('know a renamed column by its new name only', async () => {
    const [ada] = await records()
    await person.do('PATCH', `${path}/columns/city`, { name: 'town' })
    const changed = await change([{ id: ada?.id, data: { town: 'Bonn' } }])
    expect(changed).toEqual([{ id: ada?.id, status: 'changed', before: { town: null } }])
    expect(await cells('town')).toEqual(['Bonn', null, null])
    const { status } = await person.ask('POST', `${path}/records/change`, {
      records: [{ id: ada?.id, data: { city: 'Bonn' } }],
    })
    expect(status).toBe(422)
  })

  it('are refused from the moment at which a column is renamed, instead of losing the values', async () => {
    await person.do('PATCH', path, { match: { columns: ['email'], onMatch: 'update', newerBy: null } })
    const [ada, bob] = await records()
    const command = {
      organizationId: person.organizationId,
      dataTableId: path.split('/').at(-1) ?? '',
      records: [
        { recordId: ada?.id ?? '', data: { city: 'Bonn' } },
        { recordId: bob?.id ?? '', data: { email: 'robert@example.com', city: 'Bonn' } },
      ],
      requestId: 'edit',
      by: operator,
    }
    const rename = () => person.do('PATCH', `${path}/columns/city`, { name: 'town' })
    await expect(world.container.get(ChangeRecords).execute(command, rename)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('send the request again'),
    })
    expect(await cells('town')).toEqual(['Bonn', null, null])
    expect(await cells('email')).toContain('bob@example.com')
  })

  it('keep the match keys of records, of which no two may be the same', async () => {
    await person.do('PATCH', path, { match: { columns: ['email'], onMatch: 'update', newerBy: null } })
    const [ada, bob, carl] = await records()
    const email = 'same@example.com'
    const changed = await change([
      { id: ada?.id, data: { email } },
      { id: bob?.id, data: { email } },
      { id: carl?.id, data: { city: 'Bonn' } },
    ])
    expect(outcomes(changed)).toEqual(['changed', 'matched', 'changed'])
    expect(await cells('email')).toEqual([email, 'bob@example.com', 'carl@example.com'])
    const json = {
      dataTableId: path.split('/').at(-1),
      records: [{ name: 'Ada', email, city: 'Bonn' }],
    }
    const reply = await api.ask('/api/v1/public/ingest', { method: 'POST', key: own.apiKey, json })
    expect(reply.body).toMatchObject({ inserted: 0, updated: 1 })
  })

  it('are each in the audit log', async () => {
    const listed = await records()
    await change(listed.map(({ id }) => ({ id, data: { city: 'Bonn' } })))
    for (const { id } of listed) {
      const { items } = await person.do('GET', `/audit?action=record.changed&subject=${id}`)
      expect(items).toMatchObject([{ before: null, after: { columns: ['city'] } }])
    }
  })

  it('do not lose changes of each other at the same time', async () => {
    const listed = await records()
    const [all, some, one] = await Promise.all([
      change(listed.map(({ id }) => ({ id, data: { city: 'Bonn' } }))),
      change(listed.toReversed().map(({ id }) => ({ id, data: { email: 'x' } }))),
      person.do('PATCH', `${path}/records/${listed[1]?.id}`, { data: { name: 'Robert' } }),
    ])
    expect([...outcomes(all), ...outcomes(some)]).toEqual(Array.from({ length: 6 }, () => 'changed'))
    expect(one.data.name).toBe('Robert')
    expect((await records()).map(({ data }) => Object.values(data))).toEqual([
      ['ada', 'x', 'Bonn'],
      ['Robert', 'x', 'Bonn'],
      ['carl', 'x', 'Bonn'],
    ])
  })
})
