import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { addSpinner, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('what is in the bin, or comes back from it', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/data-tables/${own.dataTableId}`
  })
  afterEach(() => world.drain())
  afterAll(() => world.close())

  const records = async () => (await person.do('GET', `${path}/records`)).items
  const idsOf = async () => (await records()).map(({ id }: { id: string }) => id)
  const restoreNewest = async () => {
    const [entry] = (await person.do('GET', '/bin')).items
    return await person.do('POST', `/bin/${entry.id}/restore`, {})
  }
  const jobsOf = async (spinnerId: string) =>
    (await person.do('GET', `/jobs?spinnerId=${spinnerId}`)).items as { id: string; counts: object }[]
  const add = (rows: string) => person.import(own.dataTableId, `name,email\n${rows}\n`)
  const becomeDue = async () => {
    world.clock.advance(120)
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
  }

  it('has its cells although a column has another type since, and can be edited', async () => {
    await person.do('POST', `${path}/columns`, { name: 'size' })
    await person.do('POST', `${path}/records`, { data: { name: 'Cy', size: 'huge' } })
    await person.do('POST', `${path}/records`, { data: { name: 'Di', size: '7' } })
    const before = await records()
    await person.do('POST', `${path}/records/delete`, { ids: await idsOf() })
    await person.do('PATCH', `${path}/columns/size`, { type: 'number' })
    await person.do('POST', `${path}/columns`, { name: 'plan', type: 'choice', options: ['free', 'paid'] })
    await restoreNewest()
    const after = await records()
    const cells = ({ data }: { data: object }) => data
    expect(after.map(cells)).toEqual(before.map((one: { data: object }) => ({ ...cells(one), plan: null })))
    expect(after.map(({ mismatches }: { mismatches?: readonly string[] }) => mismatches)).toEqual([
      undefined,
      undefined,
      ['size'],
      undefined,
    ])
    expect(await person.do('POST', `${path}/columns/size/preview-type`, { type: 'number' })).toMatchObject({
      filled: 2,
      mismatches: 1,
    })
    await person.do('PATCH', `${path}/records/${after.at(-1).id}`, { data: { size: 8, plan: 'paid' } })
    expect((await records()).at(-1).data).toMatchObject({ size: 8, plan: 'paid' })
  })

  it('is written to by a job that was started over it and paused before the deletion', async () => {
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await person.do('POST', `/jobs/${jobId}/pause`)
    await person.do('POST', `${path}/records/delete`, { ids: await idsOf() })
    await restoreNewest()
    await person.do('POST', `/jobs/${jobId}/resume`)
    await world.drain()
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
      status: 'completed',
      counts: { total: 2, done: 2 },
    })
    await person.do('POST', `${path}/records/delete`, { ids: await idsOf() })
    await restoreNewest()
    const again = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    expect(await person.do('GET', `/jobs/${again.jobId}`)).toMatchObject({ counts: { total: 0 } })
  })

  it('starts no job by itself: neither a restored record nor what arrived before its spinner was published again', async () => {
    const spinnerId = await addSpinner(person, own, {
      audience: 'new',
      starts: { on: 'records', withinSeconds: 5 },
    })
    await add('Kay,kay@example.com')
    await becomeDue()
    expect((await jobsOf(spinnerId)).map(({ counts }) => counts)).toMatchObject([{ total: 1 }])
    await person.do('POST', `${path}/records/delete`, { ids: await idsOf() })
    await restoreNewest()
    await becomeDue()
    expect(await jobsOf(spinnerId)).toHaveLength(1)

    await person.do('POST', `/spinners/${spinnerId}/unpublish`)
    await person.do('DELETE', `/spinners/${spinnerId}`)
    await add('Lin,lin@example.com')
    await becomeDue()
    await restoreNewest()
    await becomeDue()
    await person.do('POST', `/spinners/${spinnerId}/publish`)
    await becomeDue()
    expect(await jobsOf(spinnerId)).toHaveLength(1)
    await add('Mo,mo@example.com')
    await becomeDue()
    expect((await jobsOf(spinnerId)).map(({ counts }) => counts)).toMatchObject([{ total: 1 }, { total: 1 }])
  })

  it('keeps the views and settings of a data table', async () => {
    await person.do('POST', `${path}/views`, { name: 'Ada', q: 'Ada' })
    const views = await person.do('GET', `${path}/views`)
    const table = await person.do('GET', path)
    await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    await person.do('DELETE', `/spinners/${own.spinnerId}`)
    await person.do('DELETE', path)
    const [entry] = (await person.do('GET', '/bin?kind=dataTable')).items
    await person.do('POST', `/bin/${entry.id}/restore`, {})
    expect(await person.do('GET', `${path}/views`)).toEqual(views)
    expect(await person.do('GET', path)).toEqual(table)
  })

  it('is in the export of a person with the name of its data table', async () => {
    const before = (await person.do('POST', '/people/export', { email: 'ada@example.com' })).tables
    expect(before).toMatchObject([{ dataTableId: own.dataTableId, name: 'Leads', records: [{}] }])
    await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    await person.do('DELETE', `/spinners/${own.spinnerId}`)
    await person.do('DELETE', path)
    const { tables } = await person.do('POST', '/people/export', { email: 'ada@example.com' })
    expect(tables).toEqual(before)
  })

  it('has nothing of a person who was erased meanwhile', async () => {
    await person.do('POST', `${path}/records/delete`, { ids: await idsOf() })
    await person.do('POST', '/people/erase', { email: 'ada@example.com' })
    await world.drain()
    await restoreNewest()
    expect(JSON.stringify(await records())).not.toContain('ada@example.com')
    expect(JSON.stringify(await records())).toContain('grace@example.com')
  })
})
