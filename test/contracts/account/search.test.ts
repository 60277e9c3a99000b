import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { ErasePerson } from '../../../src/use-cases/person/erase-person.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('OrganizationStore', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let jobId: string
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    const started = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    jobId = started.jobId
    await world.drain()
  })
  afterAll(() => world.close())

  const find = (words: string, organizationId = person.organizationId) =>
    world.container.get(OrganizationStore).search(organizationId, words)
  const idsOf = async (words: string) => (await find(words)).map(({ kind, id }) => `${kind} ${id}`)

  it('finds people who were written to by the start of their address, each once', async () => {
    expect(await find(' ADA')).toEqual([
      {
        kind: 'person',
        id: 'ada@example.com',
        name: 'ada@example.com',
        description: null,
        at: null,
        dataTableId: null,
      },
    ])
    expect(await idsOf('ada@example.com')).toEqual(['person ada@example.com'])
    expect(await idsOf('da@example')).toEqual([])
    expect(await idsOf('ad_')).toEqual([])
  })

  it('finds suppressed people by the start of their address, and each person once', async () => {
    const emails = ['suse@example.com', 'susan@example.com', 'ada@example.com']
    for (const email of emails) await person.do('POST', '/suppressions', { email })
    expect(await idsOf('SUS')).toEqual(['person susan@example.com', 'person suse@example.com'])
    expect(await idsOf('sus_')).toEqual([])
    expect(await idsOf('ada')).toEqual(['person ada@example.com'])
  })

  it('finds tables and spinners by any part of their names', async () => {
    const { name: table } = await person.do('GET', `/data-tables/${own.dataTableId}`)
    const { name: spinner } = await person.do('GET', `/spinners/${own.spinnerId}`)
    expect(await idsOf(table.slice(1).toUpperCase())).toContain(`dataTable ${own.dataTableId}`)
    expect(await idsOf(spinner)).toContain(`spinner ${own.spinnerId}`)
    expect(await idsOf('%')).toEqual([])
  })

  it('finds a job by the start of its id, with the name of its spinner', async () => {
    const { name: spinner } = await person.do('GET', `/spinners/${own.spinnerId}`)
    const job = {
      kind: 'job',
      id: jobId,
      name: spinner,
      description: 'completed',
      at: expect.any(Date),
      dataTableId: null,
    }
    for (const words of [jobId, jobId.slice(0, 13), jobId.toUpperCase(), jobId.replaceAll('-', '')])
      expect(await find(words)).toEqual([job])
    expect(await idsOf(jobId.slice(0, 5))).toEqual([])
  })

  it('finds a sender by its name and its address', async () => {
    const { id, name: called, email } = await addSender(world, person.organizationId)
    expect(await idsOf(called)).toContain(`sender ${id}`)
    const sender = { kind: 'sender', id, name: called, description: email, at: null, dataTableId: null }
    expect(await find(email)).toContainEqual(sender)
  })

  it('finds nobody of other organizations, and nobody who was erased', async () => {
    const stranger = await signUp(api)
    expect(await find('ada', stranger.organizationId)).toEqual([])
    expect(await find(jobId, stranger.organizationId)).toEqual([])
    const { organizationId } = person
    const sought = { email: 'ada@example.com' }
    await world.container.get(ErasePerson).execute({ organizationId, sought, by: operator })
    expect(await idsOf('ada')).toEqual([])
  })
})
