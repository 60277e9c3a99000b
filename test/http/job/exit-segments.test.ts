import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const steps = [email, { type: 'wait', seconds: 3_600 }, email]

describe('exits by segments', () => {
  let world: World
  let api: Api
  let person: Person
  let tableId: string
  let projectId: string
  let customers: string
  let trial: string

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
    projectId = (await person.do('POST', '/projects', { name: 'Spring' })).id
    const columns = [{ name: 'email', isMetadata: true }, { name: 'plan' }, { name: 'stage' }]
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })).id
    customers = await segment('Customers', { column: 'stage', operator: 'equals', value: 'won' })
    trial = await segment('Trial', { column: 'plan', operator: 'equals', value: 'trial' })
  })

  const segment = async (name: string, where: object): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/segments`, { name, where })).id
  const add = async (address: string, stage: string): Promise<string> =>
    (
      await person.do('POST', `/data-tables/${tableId}/records`, {
        data: { email: address, plan: 'trial', stage },
      })
    ).recordId
  const change = (recordId: string, data: object) =>
    person.do('PATCH', `/data-tables/${tableId}/records/${recordId}`, { data })
  async function publish(settings: object): Promise<string> {
    const body = { name: 'Ways', dataTableId: tableId, contact: 'oncePerRecord', steps, ...settings }
    const { id } = await person.do('POST', `/projects/${projectId}/spinners`, body)
    await person.do('POST', `/spinners/${id}/publish`, {})
    return id
  }
  async function anHourLater(): Promise<void> {
    world.clock.advance(3_700_000)
    const { email: address, password } = person
    const json = { email: address, password }
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })
    person = personWith(api, body['token'] as string, address, password, body)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }
  /** Returns the state of each recipient of a job: its status, step, reason and evidence. */
  async function statesOf(jobId: string) {
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    return Object.fromEntries(
      items.map(({ recordId, status, step, reason }: Record<string, unknown>) => {
        const { code = null, evidence = null } = (reason ?? {}) as Record<string, unknown>
        return [recordId, [status, step, code, evidence]]
      }),
    )
  }

  it('stop a recipient before its next message when its record has entered the segment', async () => {
    const ada = await add('ada@a.example', 'won')
    const grace = await add('grace@a.example', 'open')
    const linus = await add('linus@a.example', 'open')
    const exits = ['reply', { segmentId: customers }]
    const spinnerId = await publish({ exits })
    expect((await person.do('GET', `/spinners/${spinnerId}`)).exits).toEqual(exits)
    const forecast = await person.do('POST', `/spinners/${spinnerId}/jobs`, { preview: true })
    expect(forecast.steps[0]).toMatchObject({ sends: 2, skips: 1 })
    expect(forecast.reasons).toContainEqual(expect.objectContaining({ code: 'LEFT_SEGMENT', count: 1 }))
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await world.drain()
    const evidence = { segmentId: customers, change: 'entered' }
    expect((await statesOf(jobId))[ada]).toEqual(['stopped', 0, 'LEFT_SEGMENT', evidence])
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients?status=stopped`)
    expect(items[0].reason.message).toBe(
      'The record has entered the segment "Customers", at which the spinner ends',
    )
    await change(grace, { stage: 'won' })
    await anHourLater()
    expect(await statesOf(jobId)).toEqual({
      [ada]: ['stopped', 0, 'LEFT_SEGMENT', evidence],
      [grace]: ['stopped', 2, 'LEFT_SEGMENT', evidence],
      [linus]: ['done', 2, null, null],
    })
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
      status: 'completed',
      counts: { stopped: 2, done: 1 },
      reasons: [{ code: 'LEFT_SEGMENT', count: 2 }],
    })
    expect(await person.do('POST', '/people/explain', { email: 'grace@a.example', spinnerId })).toMatchObject(
      {
        wouldSend: false,
      },
    )
  })

  it.each(['where', 'segmentId'])(
    'stop a recipient before its next message when its record has reached the goal by `%s`',
    async (kind) => {
      const ada = await add('ada@a.example', 'won')
      const grace = await add('grace@a.example', 'open')
      const linus = await add('linus@a.example', 'open')
      await person.do('PATCH', `/data-tables/${tableId}`, { metadataColumns: ['email', 'stage'] })
      const isWon = { column: 'stage', operator: 'equals', value: 'won' }
      const goal = { ...(kind === 'where' ? { where: isWon } : { segmentId: customers }), withinDays: 30 }
      const exits = ['reply', 'goalReached']
      const spinnerId = await publish({ exits, goal })
      expect((await person.do('GET', `/spinners/${spinnerId}`)).exits).toEqual(exits)
      const forecast = await person.do('POST', `/spinners/${spinnerId}/jobs`, { preview: true })
      expect(forecast.reasons).toContainEqual(expect.objectContaining({ code: 'GOAL_REACHED', count: 1 }))
      const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
      await world.drain()
      await change(grace, { stage: 'won' })
      await anHourLater()
      expect(await statesOf(jobId)).toEqual({
        [ada]: ['stopped', 0, 'GOAL_REACHED', null],
        [grace]: ['stopped', 2, 'GOAL_REACHED', null],
        [linus]: ['done', 2, null, null],
      })
      expect(
        await person.do('POST', '/people/explain', { email: 'grace@a.example', spinnerId }),
      ).toMatchObject({ wouldSend: false })
      const { items } = await person.do('POST', `/spinners/${spinnerId}/preview`, { recordIds: [ada] })
      expect(items[0].steps).toMatchObject([{ status: 'skips', code: 'GOAL_REACHED' }])
    },
  )

  it('at the goal stop a recipient that has reached it and does not meet its condition any more', async () => {
    const [ada, grace] = [await add('ada@a.example', 'open'), await add('grace@a.example', 'open')]
    const goal = { segmentId: customers, withinDays: 30 }
    const spinnerId = await publish({ exits: ['goalReached'], goal })
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await world.drain()
    const look = () => world.container.get(StartDueSpinners).execute()
    await look()
    await change(ada, { stage: 'won' })
    await look()
    await change(ada, { stage: 'open' })
    await anHourLater()
    expect(await statesOf(jobId)).toEqual({
      [ada]: ['stopped', 2, 'GOAL_REACHED', null],
      [grace]: ['done', 2, null, null],
    })
  })

  it('at the goal need a goal that a record can meet', async () => {
    const goal = { event: 'message.replied', withinDays: 30 }
    for (const settings of [{ goal }, {}]) {
      const body = { name: 'Ways', dataTableId: tableId, steps, exits: ['reply', 'goalReached'], ...settings }
      const { id } = await person.do('POST', `/projects/${projectId}/spinners`, body)
      expect(await person.ask('POST', `/spinners/${id}/publish`, {})).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/exits/1', code: 'GOAL_WITHOUT_CONDITION' }] },
      })
    }
  })

  it('stop a recipient whose record no longer belongs to the segment of the audience', async () => {
    const ada = await add('ada@a.example', 'open')
    const grace = await add('grace@a.example', 'open')
    const spinnerId = await publish({ audience: { segmentId: trial }, exits: ['leftAudience'] })
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await world.drain()
    await change(ada, { plan: 'paid' })
    await anHourLater()
    expect(await statesOf(jobId)).toEqual({
      [ada]: ['stopped', 2, 'LEFT_SEGMENT', { segmentId: trial, change: 'left' }],
      [grace]: ['done', 2, null, null],
    })
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients?status=stopped`)
    expect(items[0].reason.message).toBe('The record has left the segment "Trial", so the spinner ends')
    expect(await person.do('POST', '/people/explain', { email: 'ada@a.example', spinnerId })).toMatchObject({
      reason: {
        code: 'NOT_IN_SEGMENT',
        message: 'The record does not belong to the segment "Trial", whose records the spinner takes',
      },
    })
  })

  it('let a recipient continue whose record has left the segment again', async () => {
    const ada = await add('ada@a.example', 'open')
    const spinnerId = await publish({ exits: [{ segmentId: customers }] })
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    await world.drain()
    await change(ada, { stage: 'won' })
    await change(ada, { stage: 'open' })
    await anHourLater()
    expect((await statesOf(jobId))[ada]).toEqual(['done', 2, null, null])
  })

  it('need a segment of the table, protect it, and are left out of templates', async () => {
    const publishing = async (settings: object) => {
      const body = { name: 'Ways', dataTableId: tableId, steps, ...settings }
      const { id } = await person.do('POST', `/projects/${projectId}/spinners`, body)
      const { body: error } = await person.ask('POST', `/spinners/${id}/publish`, {})
      return error['errors']
    }
    expect(await publishing({ exits: ['leftAudience'] })).toMatchObject([
      { pointer: '/exits/0', code: 'AUDIENCE_NOT_SEGMENT' },
    ])
    const missing = { segmentId: '01936f50-6c2d-7e3f-8a4b-5c6d7e8f9012' }
    expect(await publishing({ exits: ['reply', missing] })).toMatchObject([
      { pointer: '/exits/1/segmentId', code: 'UNKNOWN_SEGMENT' },
    ])
    const twice = { exits: [{ segmentId: customers }, { segmentId: customers.toUpperCase() }] }
    const body = { name: 'Ways', dataTableId: tableId, steps, ...twice }
    expect((await person.ask('POST', `/projects/${projectId}/spinners`, body)).status).toBe(400)
    const spinnerId = await publish({ exits: ['bounce', { segmentId: customers }] })
    expect((await person.do('GET', `/segments/${customers}`)).usedBy).toMatchObject([
      { kind: 'spinner', id: spinnerId },
    ])
    expect((await person.ask('DELETE', `/segments/${customers}`)).status).toBe(409)
    const template = await person.do('POST', '/spinner-templates', { name: 'T', spinnerId })
    expect(template.settings.exits).toEqual(['bounce'])
  })
})
