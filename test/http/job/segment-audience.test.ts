import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]

describe('a job over the records of a segment', () => {
  let world: World
  let api: Api
  let person: Person
  let tableId: string
  let projectId: string
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
    const columns = [{ name: 'email', isMetadata: true }, { name: 'plan' }]
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })).id
    trial = await segment('Trial', { column: 'plan', operator: 'equals', value: 'trial' })
  })

  /** Sets the clock forward and signs in again, because the session has expired by then. */
  async function advance(seconds: number): Promise<void> {
    world.clock.advance(seconds)
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, body['token'] as string, email, password, body)
  }
  const segment = async (name: string, where: object): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/segments`, { name, where })).id
  const add = async (email: string, plan: string): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/records`, { data: { email, plan } })).recordId
  const change = (recordId: string, data: object) =>
    person.do('PATCH', `/data-tables/${tableId}/records/${recordId}`, { data })
  async function publish(settings: object = {}): Promise<string> {
    const body = { name: 'Ways', dataTableId: tableId, contact: 'oncePerRecord', steps, ...settings }
    const { id } = await person.do('POST', `/projects/${projectId}/spinners`, body)
    await person.do('POST', `/spinners/${id}/publish`, {})
    return id
  }
  const trigger = (spinnerId: string, body: object = {}) =>
    person.do('POST', `/spinners/${spinnerId}/jobs`, body)
  const job = (jobId: string) => person.do('GET', `/jobs/${jobId}`)
  const recipientsOf = async (jobId: string): Promise<readonly string[]> =>
    (await person.do('GET', `/jobs/${jobId}/recipients`)).items
      .map(({ recordId }: { recordId: string }) => recordId)
      .toSorted()

  it('takes the records that belong to the segment when the job takes them', async () => {
    const ids = [await add('ada@a.example', 'trial'), await add('grace@a.example', 'trial')]
    const later = await add('linus@a.example', 'paid')
    const spinnerId = await publish()
    const answer = await trigger(spinnerId, { segmentId: trial })
    expect(answer).toMatchObject({ audience: { eligible: 2, isEstimate: false, excluded: [] } })
    await change(ids[1] ?? '', { plan: 'paid' })
    await change(later, { plan: 'trial' })
    await world.drain()
    expect(await recipientsOf(answer.jobId)).toEqual([ids[0] ?? '', later].toSorted())
    expect(await job(answer.jobId)).toMatchObject({ status: 'completed', counts: { total: 2, done: 2 } })
  })

  it('chooses the recipients when the trigger arrives, if the trigger says so or names a time', async () => {
    const ada = await add('ada@a.example', 'trial')
    const spinnerId = await publish()
    const now = await trigger(spinnerId, { segmentId: trial, decide: 'now' })
    expect(now.audience).toEqual({ eligible: 1, excluded: [] })
    const scheduledAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    const fixed = await trigger(spinnerId, { segmentId: trial, scheduledAt })
    const open = await trigger(spinnerId, { segmentId: trial, scheduledAt, decide: 'atStart' })
    expect([fixed.audience, open.audience]).toEqual([
      { eligible: 1, excluded: [] },
      { eligible: 1, isEstimate: false, excluded: [] },
    ])
    const grace = await add('grace@a.example', 'trial')
    await advance(3_700)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    expect(await recipientsOf(now.jobId)).toEqual([ada])
    expect(await recipientsOf(fixed.jobId)).toEqual([ada])
    expect(await recipientsOf(open.jobId)).toEqual([ada, grace].toSorted())
  })

  it('is rehearsed for a later start with the records that belong to the segment by then', async () => {
    const at = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
    const soon = await segment('Soon', {
      and: [
        { column: 'plan', operator: 'after', value: 'now' },
        { column: 'plan', operator: 'before', value: 'now+2d' },
      ],
    })
    const ada = await add('ada@a.example', at(24))
    const grace = await add('grace@a.example', at(5 * 24))
    const spinnerId = await publish({ audience: { segmentId: soon } })
    const rehearse = async (body: object): Promise<readonly string[]> => {
      const { id } = await person.do('POST', `/spinners/${spinnerId}/rehearsals`, body)
      const rehearsed = () => person.do('GET', `/spinners/${spinnerId}/rehearsals/${id}`)
      await until(async () => (await rehearsed()).status === 'done')
      const { result } = await rehearsed()
      expect(result.people).toBe(result.samples.length)
      return result.samples.map(({ recordId }: { recordId: string }) => recordId)
    }
    expect(await rehearse({})).toEqual([ada])
    expect(await rehearse({ scheduledAt: at(4 * 24) })).toEqual([grace])
    expect(await rehearse({ draft: true, scheduledAt: at(6 * 24) })).toEqual([])
  })

  it('completes without recipients if no record belongs to the segment', async () => {
    await add('ada@a.example', 'paid')
    const spinnerId = await publish()
    const { jobId, audience } = await trigger(spinnerId, { segmentId: trial })
    expect(audience).toMatchObject({ eligible: 0 })
    await world.drain()
    expect(await job(jobId)).toMatchObject({ status: 'completed', counts: { total: 0 } })
  })

  it('takes 1,700 records in slices, and leaves none of them to jobs over new records', async () => {
    const rows = Array.from({ length: 2_000 }, (_, no) => ({
      email: `p${no}@a.example`,
      plan: no % 20 < 17 ? 'trial' : 'paid',
    }))
    const spinnerId = await publish()
    const csv = ['email,plan', ...rows.map(({ email, plan }) => `${email},${plan}`)].join('\n')
    expect((await person.import(tableId, csv)).status).toBe(201)
    const { jobId, audience } = await trigger(spinnerId, { segmentId: trial })
    expect(audience.eligible).toBe(1_700)
    await world.drain()
    expect(await job(jobId)).toMatchObject({ status: 'completed', counts: { total: 1_700, done: 1_700 } })
    const rest = await trigger(spinnerId)
    await world.drain()
    expect(await job(rest.jobId)).toMatchObject({ counts: { total: 300, done: 300 } })
  })

  it('continues after a pause, and returns what it has not taken when it is cancelled', async () => {
    const ada = await add('ada@a.example', 'trial')
    const spinnerId = await publish()
    const first = await trigger(spinnerId, { segmentId: trial })
    await person.do('POST', `/jobs/${first.jobId}/pause`)
    await world.drain()
    expect(await recipientsOf(first.jobId)).toEqual([])
    await person.do('POST', `/jobs/${first.jobId}/resume`)
    await world.drain()
    expect(await recipientsOf(first.jobId)).toEqual([ada])
    const grace = await add('grace@a.example', 'trial')
    const second = await trigger(spinnerId, { segmentId: trial })
    await person.do('POST', `/jobs/${second.jobId}/cancel`)
    await world.drain()
    expect(await recipientsOf(second.jobId)).toEqual([])
    const third = await trigger(spinnerId)
    await world.drain()
    expect(await recipientsOf(third.jobId)).toEqual([grace])
  })

  it('is refused for a segment of another table, for more recipients than allowed, and for `decide` without a segment', async () => {
    await add('ada@a.example', 'trial')
    await add('grace@a.example', 'trial')
    const spinnerId = await publish()
    const refused = async (body: object) => {
      const { status, body: error } = await person.ask('POST', `/spinners/${spinnerId}/jobs`, body)
      return [status, error['code'], error['errors'] ?? null]
    }
    const other = await person.do('POST', `/projects/${projectId}/data-tables`, {
      name: 'Other',
      columns: [{ name: 'email', isMetadata: true }],
    })
    const foreign = await person.do('POST', `/data-tables/${other.id}/segments`, {
      name: 'All',
      where: { column: 'email', operator: 'exists' },
    })
    expect(await refused({ segmentId: foreign.id })).toEqual([
      422,
      'AUDIENCE_INVALID',
      [{ pointer: '/segmentId', code: 'UNKNOWN_SEGMENT' }],
    ])
    expect((await refused({ segmentId: trial, maxRecipients: 1 })).slice(0, 2)).toEqual([
      409,
      'TOO_MANY_RECIPIENTS',
    ])
    const records = [{ email: 'ada@a.example', plan: 'trial' }]
    for (const body of [{}, { recordIds: ['1'] }, { records }])
      expect((await refused({ ...body, decide: 'atStart' })).slice(0, 2)).toEqual([422, 'AUDIENCE_INVALID'])
    expect((await refused({ segmentId: trial, recordIds: ['1'] }))[0]).toBe(400)
  })

  it('is the audience of a spinner: for a trigger without options, a schedule, the count and the forecast', async () => {
    const ada = await add('ada@a.example', 'trial')
    await add('linus@a.example', 'paid')
    const audience = { segmentId: trial }
    const starts = { on: 'schedule', cron: '0 9 * * 1', timeZone: 'UTC' }
    const spinnerId = await publish({ audience, starts })
    expect((await person.do('GET', `/spinners/${spinnerId}`)).audience).toEqual(audience)
    expect(await person.do('GET', `/spinners/${spinnerId}/audience`)).toMatchObject({ records: 1 })
    const forecast = await trigger(spinnerId, { preview: true })
    expect(forecast.audience).toMatchObject({ eligible: 1 })
    const called = await trigger(spinnerId)
    await world.drain()
    expect(await recipientsOf(called.jobId)).toEqual([ada])
    await advance(8 * 86_400)
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
    const { items } = await person.do('GET', `/jobs?spinnerId=${spinnerId}`)
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({ source: 'schedule', status: 'completed', counts: { total: 1 } })
    expect(await recipientsOf(items[0].id)).toEqual([ada])
  })

  it('starts no job on a schedule while no record belongs to the segment, and uses no meter', async () => {
    const ada = await add('ada@a.example', 'paid')
    const starts = { on: 'schedule', cron: '0 9 * * 1', timeZone: 'UTC' }
    const spinnerId = await publish({ audience: { segmentId: trial }, starts })
    const used = async () =>
      (await person.do('GET', '/usage')).meters.find(({ meter }: { meter: string }) => meter === 'jobs').used
    const next = async () => (await person.do('GET', `/spinners/${spinnerId}`)).automaticStarts.next[0]
    const jobs = async () => (await person.do('GET', `/jobs?spinnerId=${spinnerId}`)).items
    const first = await next()
    await advance((Date.parse(first) - world.clock.now().getTime()) / 1000)
    await world.container.get(StartDueSpinners).execute()
    expect([await jobs(), await used()]).toEqual([[], 0])
    const second = await next()
    expect(Date.parse(second) - Date.parse(first)).toBe(7 * 86_400_000)
    await change(ada, { plan: 'trial' })
    await advance((Date.parse(second) - world.clock.now().getTime()) / 1000)
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
    expect(await jobs()).toMatchObject([{ source: 'schedule', counts: { total: 1 } }])
    expect(await used()).toBe(1)
  })

  it('protects the segment of a spinner, and explains why a person is not in the audience', async () => {
    await add('linus@a.example', 'paid')
    const spinnerId = await publish({ audience: { segmentId: trial } })
    const { status, body } = await person.ask('DELETE', `/segments/${trial}`)
    expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    const question = { email: 'linus@a.example', spinnerId }
    expect(await person.do('POST', '/people/explain', question)).toMatchObject({
      wouldSend: false,
      reason: { code: 'NOT_IN_SEGMENT', evidence: { segmentId: trial } },
    })
  })
})
