import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const wait = { type: 'wait', seconds: 60 }
const isPro = { column: 'plan', operator: 'equals', value: 'pro' }
const isLarge = { column: 'size', operator: 'greaterThan', value: 5 }

describe('the counts of branches', () => {
  let world: World
  let api: Api
  let person: Person
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    const project = await person.do('POST', '/projects', { name: 'Spring campaign' })
    const table = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
    for (const column of ['plan', 'size'])
      await person.do('POST', `/data-tables/${table.id}/columns`, { name: column, isMetadata: true })
    for (let size = 1; size <= 10; size++) {
      const data = { plan: size % 2 === 0 ? 'pro' : size === 1 ? null : 'trial', size: String(size) }
      await person.do('POST', `/data-tables/${table.id}/records`, { data })
    }
    const spinner = await person.do('POST', `/projects/${project.id}/spinners`, {
      name: 'Ways',
      dataTableId: table.id,
      steps: [{ type: 'branch', branches: [{ name: 'Pro', where: isPro, steps: [wait] }], else: [wait] }],
    })
    path = `/spinners/${spinner.id}/branch-counts`
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })

  it('say how the records of the table divide in the draft, and name the values of the compared columns', async () => {
    expect(await person.do('POST', path)).toEqual({
      branches: [
        { step: 0, path: '1', branch: 0, records: 5 },
        { step: 0, path: '1', branch: 1, records: 5 },
      ],
      columns: [
        {
          column: 'plan',
          values: [
            { value: 'pro', records: 5 },
            { value: 'trial', records: 4 },
          ],
        },
      ],
      counted: 10,
      isComplete: true,
    })
  })

  it('follow unsaved steps: inner branches count what reaches them, and ended records are not counted after', async () => {
    const inner = { type: 'branch', branches: [{ name: 'Large', where: isLarge, steps: [] }] }
    const steps = [
      { type: 'branch', branches: [{ name: 'Pro', where: isPro, steps: [inner] }] },
      { type: 'condition', ...isLarge },
      {
        type: 'split',
        branches: [
          { name: 'A', percent: 50, steps: [{ type: 'condition', ...isPro }] },
          { name: 'B', percent: 50, steps: [] },
        ],
      },
    ]
    const { branches } = await person.do('POST', path, { steps })
    expect(branches).toEqual([
      { step: 0, path: '1', branch: 0, records: 5 },
      { step: 0, path: '1', branch: 1, records: 5 },
      { step: 1, path: '1 › Pro › 1', branch: 0, records: 3 },
      { step: 1, path: '1 › Pro › 1', branch: 1, records: 2 },
      { step: 2, path: '2', branch: null, records: 5 },
      { step: 4, path: '3 › A › 1', branch: null, records: 3 },
    ])
  })

  it('are unknown if the data of the trigger decides, and are computed for incomplete conditions', async () => {
    const where = { column: 'trigger.kind', operator: 'equals', value: 'a' }
    const steps = [
      { type: 'branch', branches: [{ name: 'A', where, steps: [] }] },
      { type: 'branch', branches: [{ name: 'B', where: { column: '', operator: 'exists' }, steps: [] }] },
    ]
    const { branches, columns } = await person.do('POST', path, { steps })
    expect(branches.map(({ records }: { records: number | null }) => records)).toEqual([null, null, 0, 10])
    expect(columns).toEqual([])
  })

  it('are shown to viewers, and not to other organizations', async () => {
    const viewer = await addMember(api, world.container, person.organizationId, 'viewer')
    expect(await viewer.do('POST', path)).toMatchObject({ counted: 10 })
    const other = await signUp(api)
    expect(await other.ask('POST', path)).toMatchObject({ status: 404 })
  })
})
