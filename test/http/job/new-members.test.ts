import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
const starts = { on: 'records' }
const notIn = 'NOT_IN_SEGMENT'

describe('a spinner that starts on records, with a segment as its audience', () => {
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
    const where = { column: 'plan', operator: 'equals', value: 'trial' }
    trial = (await person.do('POST', `/data-tables/${tableId}/segments`, { name: 'Trial', where })).id
  })

  /** Sets the clock forward, signs in again, because the session has expired by then, and starts due spinners. */
  async function startDue(): Promise<void> {
    world.clock.advance(120_000)
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, body['token'] as string, email, password, body)
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
  }
  const add = async (email: string, plan = 'trial'): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/records`, { data: { email, plan } })).recordId
  const change = (recordId: string, data: object) =>
    person.do('PATCH', `/data-tables/${tableId}/records/${recordId}`, { data })
  const create = (settings: object = {}) =>
    person.do('POST', `/projects/${projectId}/spinners`, {
      name: 'Welcome',
      dataTableId: tableId,
      contact: 'oncePerRecord',
      audience: { segmentId: trial },
      starts,
      steps,
      ...settings,
    })
  async function publish(settings: object = {}): Promise<string> {
    const { id } = await create(settings)
    await person.do('POST', `/spinners/${id}/publish`, {})
    return id
  }
  const trigger = (spinnerId: string, body: object = {}) =>
    person.do('POST', `/spinners/${spinnerId}/jobs`, body)
  const jobsOf = async (spinnerId: string): Promise<readonly { id: string }[]> =>
    (await person.do('GET', `/jobs?spinnerId=${spinnerId}`)).items
  /** Returns the reason of each recipient of a job by record; null for a recipient that got the message. */
  async function reasonsOf(jobId: string): Promise<Record<string, string | null>> {
    await world.drain()
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    return Object.fromEntries(
      items.map(({ recordId, reason }: { recordId: string; reason: { code: string } | null }) => [
        recordId,
        reason?.code ?? null,
      ]),
    )
  }

  it('writes to the new records that belong to the segment, and says why it leaves out the others', async () => {
    const spinnerId = await publish()
    const ada = await add('ada@a.example')
    const grace = await add('grace@a.example', 'paid')
    const linus = await add('linus@a.example', 'paid')
    // The record enters the segment before the job takes it.
    await change(linus, { plan: 'trial' })
    await startDue()
    const [job] = await jobsOf(spinnerId)
    expect(await reasonsOf(job?.id ?? '')).toEqual({ [ada]: null, [grace]: notIn, [linus]: null })
    const { items } = await person.do('GET', `/jobs/${job?.id}/recipients?status=skipped`)
    expect(items[0].reason).toMatchObject({
      message: 'The record does not belong to the segment "Trial", whose records the spinner takes',
      evidence: { segmentId: trial },
    })
    // A record that was left out is not taken when it enters the segment later.
    await change(grace, { plan: 'trial' })
    await startDue()
    expect(await jobsOf(spinnerId)).toHaveLength(1)
    expect(await person.do('POST', '/people/explain', { email: 'grace@a.example', spinnerId })).toMatchObject(
      {
        wouldSend: false,
        reason: { code: notIn, evidence: { segmentId: trial } },
      },
    )
  })

  it('gives one number: the count, the forecast, the preview and the job agree', async () => {
    const spinnerId = await publish()
    const records: string[] = []
    for (let no = 0; no < 6; no++)
      records.push(await add(`p${no}@a.example`, no % 3 === 0 ? 'trial' : 'paid'))
    const excluded = [{ code: notIn, count: 4 }]
    expect(await person.do('GET', `/spinners/${spinnerId}/audience`)).toEqual({
      records: 6,
      isEstimate: false,
      excluded,
    })
    const forecast = await trigger(spinnerId, { preview: true })
    expect(forecast).toMatchObject({ audience: { eligible: 2, excluded }, people: 2 })
    const preview = await person.do('POST', `/spinners/${spinnerId}/preview`, {
      recordIds: records.slice(0, 2),
    })
    expect(preview.items.map(({ steps: [step] }: { steps: object[] }) => step)).toMatchObject([
      { status: 'sends' },
      { status: 'skips', code: notIn },
    ])
    expect(await person.do('POST', '/people/explain', { email: 'p1@a.example', spinnerId })).toMatchObject({
      wouldSend: false,
      reason: { code: notIn },
    })
    const { jobId } = await trigger(spinnerId, { rehearsal: forecast.rehearsal })
    expect(Object.values(await reasonsOf(jobId)).filter((code) => code === null)).toHaveLength(2)
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
      counts: { total: 6, skipped: 4 },
      reasons: [{ code: notIn, count: 4 }],
    })
  })

  it('decides again about the records that a cancelled job gave back', async () => {
    const spinnerId = await publish()
    const ada = await add('ada@a.example')
    const grace = await add('grace@a.example', 'paid')
    const { jobId } = await trigger(spinnerId, {
      scheduledAt: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    })
    await person.do('POST', `/jobs/${jobId}/cancel`, {})
    await change(grace, { plan: 'trial' })
    const next = await trigger(spinnerId)
    expect(await reasonsOf(next.jobId)).toEqual({ [ada]: null, [grace]: null })
  })

  it('follows its starts: with a schedule it takes all records of the segment', async () => {
    const ada = await add('ada@a.example')
    await add('grace@a.example', 'paid')
    const spinnerId = await publish()
    const audience = { segmentId: trial }
    expect(await person.do('GET', `/spinners/${spinnerId}`)).toMatchObject({ audience, starts })
    // The records that were there before count as taken.
    expect((await person.do('GET', `/spinners/${spinnerId}/audience`)).records).toBe(0)
    const schedule = { on: 'schedule', cron: '0 9 * * 1', timeZone: 'UTC' }
    await person.do('PATCH', `/spinners/${spinnerId}`, { starts: schedule })
    expect(await person.do('GET', `/spinners/${spinnerId}`)).toMatchObject({
      audience,
      hasUnpublishedChanges: true,
    })
    await person.do('POST', `/spinners/${spinnerId}/publish`, {})
    const { jobId } = await trigger(spinnerId)
    expect(await reasonsOf(jobId)).toEqual({ [ada]: null })
    await person.do('PATCH', `/spinners/${spinnerId}`, { starts })
    expect((await person.do('GET', `/spinners/${spinnerId}/versions/1`)).audience).toEqual(audience)
    const copy = await person.do('POST', `/spinners/${spinnerId}/duplicate`, {})
    expect(await person.do('GET', `/spinners/${copy.id}`)).toMatchObject({ audience, starts })
  })

  it('refuses all records, an unknown segment, and the deletion of its segment', async () => {
    const refused = await person.ask('POST', `/projects/${projectId}/spinners`, {
      name: 'All',
      dataTableId: tableId,
      audience: 'all',
      starts,
      steps,
    })
    expect([refused.status, refused.body['errors']]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/audience', code: 'AUDIENCE_NOT_NEW' })],
    ])
    const { id } = await create({ audience: { segmentId: projectId } })
    expect((await person.ask('POST', `/spinners/${id}/publish`, {})).body).toMatchObject({
      code: 'SPINNER_INVALID',
      errors: [{ pointer: '/audience/segmentId', code: 'UNKNOWN_SEGMENT' }],
    })
    const spinnerId = await publish()
    const inUse = await person.ask('DELETE', `/segments/${trial}`)
    expect([inUse.status, inUse.body['code']]).toEqual([409, 'CONFLICT'])
    expect((await person.do('GET', `/segments/${trial}`)).usedBy).toEqual([
      { kind: 'spinner', id: spinnerId, name: 'Welcome' },
    ])
  })

  it('stops a recipient that leaves the segment between two messages', async () => {
    const spinnerId = await publish({
      exits: ['leftAudience'],
      steps: [...steps, { type: 'wait', seconds: 60 }, ...steps],
    })
    const ada = await add('ada@a.example')
    await startDue()
    await change(ada, { plan: 'paid' })
    await startDue()
    await world.container.get(AskDueTurns).execute()
    const [job] = await jobsOf(spinnerId)
    expect(await reasonsOf(job?.id ?? '')).toEqual({ [ada]: 'LEFT_SEGMENT' })
  })
})
