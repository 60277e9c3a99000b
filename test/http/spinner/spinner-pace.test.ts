import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  createWorkshop,
  type Person,
  personWith,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const day = 24 * 60 * 60
const again = { ...welcome, subject: 'Any questions?' }

describe('the pace of a spinner', () => {
  let world: World
  let api: Api
  let person: Person
  let workshop: Workshop
  let countedRows: number

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    countedRows = 0
    // A Wednesday.
    world.clock.set('2026-11-25T08:00:00.000Z')
    person = await signUp(api)
    workshop = await createWorkshop(person)
  })

  /** Moves the clock, and signs in again, because sessions expire. */
  const setClock = async (at: Date) => {
    world.clock.set(at.toISOString())
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, String(body['token']), email, password, body)
  }
  const path = () => `/spinners/${workshop.spinnerId}`
  const publish = async (changes: object) => {
    await person.do('PATCH', path(), changes)
    await person.do('POST', `${path()}/publish`)
  }
  /** Imports people `from` to `to`, whose names are their numbers or one text. */
  const enter = async (from: number, to: number, name?: string) => {
    const rows = Array.from(
      { length: to - from },
      (_, index) => `${name ?? `P${from + index}`},p${from + index}@example.com`,
    )
    await person.import(workshop.dataTableId, `name,email\n${rows.join('\n')}\n`)
  }
  const start = async (): Promise<string> => (await person.do('POST', `${path()}/jobs`)).jobId
  const work = async () => {
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }
  const passDays = async (days: number) => {
    await setClock(new Date(world.clock.now().getTime() + days * day * 1000))
    await work()
  }
  const recipients = async (jobId: string) =>
    (await person.do('GET', `/jobs/${jobId}/recipients?limit=200`)).items as {
      status: string
      reason: { code: string; evidence: { until: string; limit: number; counts: string } } | null
    }[]
  const reasonsOf = async (jobId: string) =>
    (await recipients(jobId)).flatMap(({ status, reason }) =>
      status === 'waiting' && reason ? [reason] : [],
    )
  /** Returns the steps whose messages were sent since the last call. */
  const sent = async (): Promise<number[]> => {
    const { rows } = await world.sql.query<{ step: number }>(
      'select m.step from message_results m join jobs j on j.id = m.job_id where j.spinner_id = $1 order by m.finished_at, m.step',
      [workshop.spinnerId],
    )
    const steps = rows.slice(countedRows).map(({ step }) => step)
    countedRows = rows.length
    return steps
  }

  it('is none by default, and is published, restored and copied with the spinner', async () => {
    expect(await person.do('GET', path())).toMatchObject({ pace: null })
    const pace = { maxNewPerDay: 40, maxPerDay: 120 }
    expect(await person.do('PATCH', path(), { pace })).toMatchObject({ pace, hasUnpublishedChanges: true })
    expect(await person.do('POST', `${path()}/publish`)).toMatchObject({ pace, hasUnpublishedChanges: false })
    const versions = await Promise.all([1, 2].map((no) => person.do('GET', `${path()}/versions/${no}`)))
    expect(versions).toMatchObject([{ pace: null }, { pace }])
    expect(await person.do('POST', `${path()}/duplicate`)).toMatchObject({ pace })
    expect(await person.do('POST', `${path()}/versions/1/restore`)).toMatchObject({ pace: null })
  })

  it.each([
    {},
    { maxNewPerDay: 0 },
    { maxPerDay: 0 },
    { maxPerDay: 1.5 },
    { maxPerDay: 1_000_001 },
    { maxPerDay: '40' },
    { maxNewPerDay: null },
    { maxPerWeek: 3 },
    40,
  ])('refuses %j, and changes nothing', async (pace) => {
    expect((await person.ask('PATCH', path(), { pace })).status).toBe(400)
    expect(await person.do('GET', path())).toMatchObject({ pace: null })
  })

  it('lets new people of one day wait for the next, each until a day with room', async () => {
    await publish({ pace: { maxNewPerDay: 2 } })
    await enter(0, 5)
    const jobId = await start()
    await work()
    expect(await sent()).toHaveLength(2)
    const reasons = await reasonsOf(jobId)
    expect(reasons.map(({ code, evidence }) => [code, evidence.until])).toEqual([
      ['SPINNER_PACE', '2026-11-26T00:00:00.000Z'],
      ['SPINNER_PACE', '2026-11-26T00:00:00.000Z'],
      ['SPINNER_PACE', '2026-11-27T00:00:00.000Z'],
      ['SPINNER_PACE', '2026-11-27T00:00:00.000Z'],
      ['SPINNER_PACE', '2026-11-28T00:00:00.000Z'],
    ])
    expect(reasons[0]?.evidence).toMatchObject({ limit: 2, counts: 'newPeople' })
    const daily = []
    for (let days = 0; days < 4; days++) {
      await passDays(1)
      daily.push((await sent()).length)
    }
    expect(daily).toEqual([2, 2, 1, 0])
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
      status: 'completed',
      counts: { done: 7 },
    })
  })

  it('counts all jobs of the spinner together', async () => {
    await publish({ pace: { maxNewPerDay: 3 } })
    await start()
    await work()
    await enter(0, 4)
    await start()
    await work()
    expect(await sent()).toHaveLength(3)
    await passDays(1)
    expect(await sent()).toHaveLength(3)
  })

  it.each([
    { type: 'wait', seconds: day + 60 },
    { type: 'waitUntil', column: 'name' },
  ])('sends follow-ups after $type before it takes on new people', async (wait) => {
    await publish({ pace: { maxPerDay: 3 }, steps: [welcome, wait, again] })
    const name = '2026-11-26T08:01:00Z'
    await enter(0, 4, name)
    const table = `/data-tables/${workshop.dataTableId}/records`
    for (const { id } of (await person.do('GET', table)).items)
      await person.do('PATCH', `${table}/${id}`, { data: { name } })
    const jobId = await start()
    await work()
    expect(await sent()).toEqual([0, 0, 0])
    // At midnight the places of three more people come, but three follow-ups become due that day.
    await setClock(new Date('2026-11-26T00:00:00.000Z'))
    await work()
    expect(await sent()).toEqual([])
    await setClock(new Date('2026-11-26T08:01:00.000Z'))
    await work()
    expect(await sent()).toEqual([2, 2, 2])
    const daily = []
    for (let days = 0; days < 4; days++) {
      await passDays(1)
      daily.push(await sent())
    }
    expect(daily.flat().toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2, 2, 2])
    expect(Math.max(...daily.map(({ length }) => length))).toBe(3)
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
      status: 'completed',
      counts: { done: 6 },
    })
  })

  it('goes by the days of the send window, in the time zone of the organization', async () => {
    await person.do('PATCH', '/organization', { timeZone: 'America/New_York' })
    const sendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} }
    // 16:00 of a Friday in New York.
    await setClock(new Date('2026-11-27T21:00:00.000Z'))
    await publish({ pace: { maxNewPerDay: 1 }, sendWindow })
    await enter(0, 1)
    const jobId = await start()
    await work()
    expect(await sent()).toHaveLength(1)
    const untils = (await reasonsOf(jobId)).map(({ evidence }) => evidence.until)
    expect(untils).toEqual(['2026-11-30T14:00:00.000Z', '2026-12-01T14:00:00.000Z'])
  })

  it('that is raised, lowered or removed holds at once, also for jobs that run another version', async () => {
    await publish({ pace: { maxNewPerDay: 1 } })
    await enter(0, 8)
    await start()
    await work()
    expect(await sent()).toHaveLength(1)
    await publish({ pace: { maxNewPerDay: 4 } })
    await work()
    expect(await sent()).toHaveLength(3)
    await publish({ pace: { maxNewPerDay: 2 } })
    await work()
    expect(await sent()).toHaveLength(0)
    await passDays(1)
    expect(await sent()).toHaveLength(2)
    await publish({ pace: null })
    await work()
    expect(await sent()).toHaveLength(4)
    // A pace that is set at noon counts what was sent in the morning.
    await publish({ pace: { maxNewPerDay: 7 } })
    await enter(8, 12)
    await start()
    await work()
    expect(await sent()).toHaveLength(1)
  })

  it('gives the places of a cancelled job to the others', async () => {
    await publish({ pace: { maxNewPerDay: 1 } })
    await enter(0, 6)
    const first = await start()
    await work()
    await enter(6, 7)
    const second = await start()
    await work()
    expect((await reasonsOf(second))[0]?.evidence.until).toBe('2026-12-03T00:00:00.000Z')
    await person.do('POST', `/jobs/${first}/cancel`)
    await work()
    expect((await reasonsOf(second))[0]?.evidence.until).toBe('2026-11-26T00:00:00.000Z')
  })

  it('keeps the place of people whose job was paused on their day', async () => {
    await publish({ pace: { maxNewPerDay: 1 } })
    await enter(0, 1)
    const first = await start()
    await work()
    await enter(1, 3)
    const second = await start()
    await work()
    expect(await sent()).toHaveLength(1)
    await person.do('POST', `/jobs/${first}/pause`)
    await passDays(5)
    expect(await sent()).toHaveLength(1)
    await person.do('POST', `/jobs/${first}/resume`)
    const daily = []
    for (let days = 0; days < 4; days++) {
      await passDays(1)
      daily.push((await sent()).length)
    }
    expect(daily).toEqual([1, 1, 1, 0])
    for (const jobId of [first, second])
      expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({ status: 'completed' })
  })

  it('is named by the explanation', async () => {
    await publish({ pace: { maxNewPerDay: 1 }, audience: 'all' })
    const explain = () =>
      person.do('POST', '/people/explain', { email: 'ada@example.com', spinnerId: workshop.spinnerId })
    expect(await explain()).toMatchObject({ wouldSend: true, reason: null })
    await start()
    await work()
    await enter(0, 1)
    expect(
      await person.do('POST', '/people/explain', { email: 'p0@example.com', spinnerId: workshop.spinnerId }),
    ).toMatchObject({
      wouldSend: false,
      waitsUntil: '2026-11-27T00:00:00.000Z',
      reason: { code: 'SPINNER_PACE', evidence: { limit: 1, counts: 'newPeople' } },
    })
  })

  it('is in the forecast: how many people on a day, and when the last message leaves', async () => {
    const steps = [welcome, { type: 'wait', seconds: day }, again]
    await publish({ steps })
    await enter(0, 10)
    const rehearse = () => person.do('POST', `${path()}/jobs`, { preview: true })
    expect(await rehearse()).toMatchObject({
      audience: { eligible: 12 },
      people: 12,
      messagesToday: 12,
      maxPeoplePerDay: 12,
      lastMessageAt: '2026-11-26T08:00:00.000Z',
      reasons: [],
    })
    await publish({ pace: { maxNewPerDay: 5 } })
    expect(await rehearse()).toMatchObject({
      messagesToday: 5,
      maxPeoplePerDay: 5,
      firstMessageAt: '2026-11-25T08:00:00.000Z',
      lastMessageAt: '2026-11-28T00:00:00.000Z',
      reasons: [{ code: 'SPINNER_PACE', status: 'waiting', count: 7 }],
    })
    await publish({ pace: { maxPerDay: 4 } })
    expect(await rehearse()).toMatchObject({ messagesToday: 4, maxPeoplePerDay: 4 })
    // A job that starts on another day sends nothing today.
    const scheduledAt = '2026-11-26T08:00:00.000Z'
    expect(await person.do('POST', `${path()}/jobs`, { preview: true, scheduledAt })).toMatchObject({
      messagesToday: 0,
      maxPeoplePerDay: 4,
      firstMessageAt: scheduledAt,
    })
    await start()
    await work()
    // The job did what the rehearsal said, and a second rehearsal counts it.
    expect(await sent()).toHaveLength(4)
    await enter(10, 12)
    expect(await rehearse()).toMatchObject({ audience: { eligible: 2 }, messagesToday: 0 })
  })

  it('is in the rehearsal of a draft, from the time of its first start', async () => {
    await publish({ pace: { maxNewPerDay: 5 } })
    await enter(0, 10)
    await person.do('PATCH', path(), { pace: { maxNewPerDay: 4 } })
    const scheduledAt = '2026-11-30T09:00:00.000Z'
    const rehearsals = `${path()}/rehearsals`
    const { id } = await person.do('POST', rehearsals, { draft: true, scheduledAt })
    const rehearsed = () => person.do('GET', `${rehearsals}/${id}`)
    await until(async () => (await rehearsed()).status === 'done')
    expect((await rehearsed()).result).toMatchObject({
      people: 12,
      messagesToday: 0,
      maxPeoplePerDay: 4,
      firstMessageAt: scheduledAt,
      lastMessageAt: '2026-12-02T00:00:00.000Z',
    })
    const past = await person.ask('POST', rehearsals, { draft: true, scheduledAt: '2026-11-24T00:00:00Z' })
    expect([past.status, past.body]).toMatchObject([
      400,
      { errors: [{ pointer: '/scheduledAt', code: 'TOO_EARLY' }] },
    ])
  })
})
