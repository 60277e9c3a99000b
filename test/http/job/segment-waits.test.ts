import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a wait for a segment', () => {
  let world: World
  let api: Api
  let person: Person
  let path: string
  let spinnerId: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    world.clock.follow()
    person = await signUp(api)
    const { id: projectId } = await person.do('POST', '/projects', { name: 'Spring' })
    const columns = [{ name: 'email', isMetadata: true }, { name: 'stage' }, { name: 'ends' }]
    const { id } = await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })
    path = `/data-tables/${id}`
    const won = await segment('Won', { column: 'stage', operator: 'equals', value: 'won' })
    const where = { or: [{ segmentId: won }, { column: 'ends', operator: 'before', value: 'now+7d' }] }
    const customers = await segment('Customers', where)
    const steps = [
      { type: 'waitUntil', where: { segmentId: customers }, timeoutSeconds: 30 * 86_400, onTimeout: 'skip' },
      { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' },
    ]
    const body = { name: 'Ways', dataTableId: id, contact: 'oncePerRecord', steps }
    spinnerId = (await person.do('POST', `/projects/${projectId}/spinners`, body)).id
    await person.do('POST', `/spinners/${spinnerId}/publish`, {})
  })

  const segment = async (name: string, where: object): Promise<string> =>
    (await person.do('POST', `${path}/segments`, { name, where })).id
  const add = async (data: object): Promise<string> =>
    (await person.do('POST', `${path}/records`, { data })).recordId
  async function work(): Promise<void> {
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }
  async function statusOf(jobId: string): Promise<readonly string[]> {
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    return items.map(({ status }: { status: string }) => status)
  }

  it('ends at once when a change lets the record enter, also by a segment that it names', async () => {
    const recordId = await add({ email: 'ada@a.example', stage: 'open', ends: '' })
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await work()
    expect(await statusOf(jobId)).toEqual(['waiting'])
    await person.do('PATCH', `${path}/records/${recordId}`, { data: { stage: 'won' } })
    world.clock.advance(3)
    await work()
    expect(await statusOf(jobId)).toEqual(['done'])
  })

  it('ends when time lets the record enter', async () => {
    const ends = new Date(world.clock.now().getTime() + 7 * 86_400_000 + 300_000).toISOString()
    await add({ email: 'ada@a.example', stage: 'open', ends })
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await work()
    world.clock.advance(4 * 60)
    await work()
    expect(await statusOf(jobId)).toEqual(['waiting'])
    world.clock.advance(70)
    await work()
    expect(await statusOf(jobId)).toEqual(['done'])
  })

  it('regards a changed segment within a quarter of an hour', async () => {
    await add({ email: 'ada@a.example', stage: 'open', ends: '' })
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await work()
    const { items } = await person.do('GET', `${path}/segments`)
    const { id } = items.find(({ name }: { name: string }) => name === 'Won')
    const where = { column: 'stage', operator: 'equals', value: 'open' }
    await person.do('PATCH', `/segments/${id}`, { where })
    world.clock.advance(901)
    await work()
    expect(await statusOf(jobId)).toEqual(['done'])
  })
})
