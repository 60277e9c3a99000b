import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type ColumnType, faultOfType } from '../../src/domain/table/column/column-type.ts'
import { type Api, createApi } from '../support/api.ts'
import { type Person, signUp } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly options?: readonly string[]
}

const columns: readonly Column[] = [
  { name: 'name', type: 'text' },
  { name: 'E-Mail', type: 'text' },
  { name: 'email', type: 'email' },
  { name: 'n', type: 'number' },
  { name: 'on', type: 'date' },
  { name: 'kind', type: 'choice', options: ['a', 'b'] },
]
const cell = fc.constantFrom('', 'a', 'abc', 'nope', '42', '2026-12-31', 'ada@example.com', 'ada@')

describe('the check and the import of the same file', () => {
  let world: World
  let api: Api
  let person: Person
  let projectId: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Leads' })).id
  })
  afterAll(() => world.close())

  const tableOf = async (chosen: readonly Column[]): Promise<string> => {
    const { id } = await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await person.import(id, `${chosen.map(({ name }) => name).join(',')}\n`)
    for (const { name, type, options } of chosen)
      if (type !== 'text')
        await person.do('PATCH', `/data-tables/${id}/columns/${name}`, { type, ...(options && { options }) })
    return id
  }
  const send = async (id: string, file: string, options: object, route = '') => {
    const form = new FormData()
    form.append('options', JSON.stringify(options))
    form.append('file', new File([file], 'leads.csv'))
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    const path = `/data-tables/${id}/imports${route}`
    return person.ask('POST', path, undefined, { raw: await request.bytes(), headers })
  }

  it('agree on which rows are refused, and no cell of another type is stored', async () => {
    const file = fc
      .tuple(fc.shuffledSubarray([...columns], { minLength: 2 }), fc.integer({ min: 1, max: 6 }))
      .chain(([chosen, count]) =>
        fc.record({
          chosen: fc.constant(chosen),
          rows: fc.array(fc.tuple(...chosen.map(() => cell)), { minLength: count, maxLength: count }),
          skipBadRows: fc.boolean(),
        }),
      )
    await fc.assert(
      fc.asyncProperty(file, async ({ chosen, rows, skipBadRows }) => {
        const id = await tableOf(chosen)
        const header = chosen.map(({ name }) => name).join(',')
        const text = `${header}\n${rows.map((row) => row.map((one) => `"${one}"`).join(',')).join('\n')}\n`
        const { body: check } = await send(id, text, { skipBadRows }, '/preview')
        const { status, body: done } = await send(id, text, { skipBadRows })
        const isRefused = !skipBadRows && Number(check['refusingRows']) > 0
        expect(status).toBe(isRefused ? 400 : 201)
        const { items } = await person.do('GET', `/data-tables/${id}/records`)
        expect(items).toHaveLength(isRefused ? 0 : Number(check['wouldInsert']))
        if (skipBadRows) expect(done['leftOut']).toMatchObject({ rows: check['faultyRows'] })
        for (const { data } of items)
          for (const column of chosen) expect(faultOfType(column, data[column.name])).toBeNull()
      }),
      { numRuns: 60, seed: 26 },
    )
  })
})
