import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]

describe('excluded segments', () => {
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

  /** Sets the clock forward and signs in again, because the session has expired by then. */
  async function advance(milliseconds: number): Promise<void> {
    world.clock.advance(milliseconds)
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, body['token'] as string, email, password, body)
  }
  const segment = async (name: string, where: object, table = tableId): Promise<string> =>
    (await person.do('POST', `/data-tables/${table}/segments`, { name, where })).id
  const add = async (email: string, stage: string, plan = 'trial'): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/records`, { data: { email, plan, stage } })).recordId
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
  const excluded = 'IN_EXCLUDED_SEGMENT'
  async function refused(method: string, path: string, body: object) {
    const { status, body: error } = await person.ask(method, path, body)
    return [status, error['code'], (error['errors'] as readonly unknown[] | undefined)?.[0]]
  }

  it('are not written to, whatever the audience of the job is', async () => {
    const ada = await add('ada@a.example', 'won')
    const grace = await add('grace@a.example', 'open')
    const exclude = { segmentIds: [customers] }
    const expected = { [ada]: excluded, [grace]: null }
    for (const audience of ['new', 'all', { segmentId: trial }]) {
      const spinnerId = await publish({ audience, exclude })
      expect(await reasonsOf((await trigger(spinnerId)).jobId)).toEqual(expected)
    }
    const spinnerId = await publish({ exclude })
    const email = { column: 'email', operator: 'exists' }
    for (const body of [{ recordIds: [ada, grace] }, { where: email }, { segmentId: trial }])
      expect(await reasonsOf((await trigger(spinnerId, body)).jobId)).toEqual(expected)
    const { jobId } = await trigger(spinnerId, {
      records: [{ email: 'linus@a.example', plan: 'trial', stage: 'won' }],
    })
    expect(Object.values(await reasonsOf(jobId))).toEqual([excluded])
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
      counts: { total: 1, skipped: 1 },
      reasons: [{ code: excluded, count: 1 }],
    })
  })

  it('can be named by one trigger, beside those of the spinner', async () => {
    const ada = await add('ada@a.example', 'won')
    const grace = await add('grace@a.example', 'open', 'paid')
    const linus = await add('linus@a.example', 'open')
    const spinnerId = await publish({ audience: 'all', exclude: { segmentIds: [customers] } })
    const request = { exclude: { segmentIds: [trial] } }
    const forecast = await trigger(spinnerId, { ...request, preview: true })
    expect(forecast.audience).toEqual({ eligible: 1, excluded: [{ code: excluded, count: 2 }] })
    // The rehearsal permits the trigger with the same exclusion only.
    expect(
      (await refused('POST', `/spinners/${spinnerId}/jobs`, { rehearsal: forecast.rehearsal })).slice(0, 2),
    ).toEqual([409, 'AUDIENCE_CHANGED'])
    const { jobId } = await trigger(spinnerId, { ...request, rehearsal: forecast.rehearsal })
    expect(await reasonsOf(jobId)).toEqual({ [ada]: excluded, [grace]: null, [linus]: excluded })
    const records = [
      { email: 'mary@a.example', plan: 'trial', stage: 'open' },
      { email: 'joan@a.example', plan: 'paid', stage: 'open' },
    ]
    const ofRecords = await trigger(spinnerId, { ...request, records })
    expect(new Set(Object.values(await reasonsOf(ofRecords.jobId)))).toEqual(new Set([excluded, null]))
    const plain = await trigger(spinnerId, { recordIds: [ada, grace, linus] })
    expect(await reasonsOf(plain.jobId)).toEqual({ [ada]: excluded, [grace]: null, [linus]: null })
  })

  it('are decided when the job takes the record', async () => {
    const ada = await add('ada@a.example', 'open')
    const grace = await add('grace@a.example', 'won')
    const spinnerId = await publish({ exclude: { segmentIds: [customers] } })
    const { jobId } = await trigger(spinnerId, { recordIds: [ada, grace] })
    await change(ada, { stage: 'won' })
    await change(grace, { stage: 'open' })
    expect(await reasonsOf(jobId)).toEqual({ [ada]: excluded, [grace]: null })
  })

  it('give one number: the count, the forecast and the job agree for each audience', async () => {
    for (let no = 0; no < 12; no++)
      await add(`p${no}@a.example`, no % 3 === 0 ? 'won' : 'open', no % 2 === 0 ? 'trial' : 'paid')
    const audiences = [
      { audience: 'new', records: 12, count: 4 },
      { audience: 'all', records: 12, count: 4 },
      { audience: { segmentId: trial }, records: 6, count: 2 },
    ]
    for (const { audience, records, count } of audiences) {
      const spinnerId = await publish({ audience, exclude: { segmentIds: [customers] } })
      expect(await person.do('GET', `/spinners/${spinnerId}/audience`)).toEqual({
        records,
        isEstimate: false,
        excluded: [{ code: excluded, count }],
      })
      const forecast = await trigger(spinnerId, { preview: true })
      expect(forecast.audience).toEqual({
        eligible: records - count,
        excluded: [{ code: excluded, count }],
      })
      expect(forecast.steps[0]).toMatchObject({ sends: records - count, skips: 0 })
      const { jobId } = await trigger(spinnerId)
      const reasons = Object.values(await reasonsOf(jobId))
      expect(reasons).toHaveLength(records)
      expect(reasons.filter((code) => code === excluded)).toHaveLength(count)
    }
  })

  it('hold for jobs by schedule and on records', async () => {
    const ada = await add('ada@a.example', 'won')
    const exclude = { segmentIds: [customers] }
    const onSchedule = await publish({
      exclude,
      starts: { on: 'schedule', cron: '0 9 * * 1', timeZone: 'UTC' },
    })
    const onRecords = await publish({ exclude, starts: { on: 'records' } })
    const grace = await add('grace@a.example', 'won')
    const linus = await add('linus@a.example', 'open')
    await advance(8 * 86_400_000)
    await world.container.get(StartDueSpinners).execute()
    const jobOf = async (spinnerId: string) =>
      (await person.do('GET', `/jobs?spinnerId=${spinnerId}`)).items[0].id
    expect(await reasonsOf(await jobOf(onSchedule))).toEqual({
      [ada]: excluded,
      [grace]: excluded,
      [linus]: null,
    })
    expect(await reasonsOf(await jobOf(onRecords))).toEqual({ [grace]: excluded, [linus]: null })
  })

  it('hold for jobs by entries into a segment', async () => {
    const starts = { on: 'segment', segmentId: trial }
    const spinnerId = await publish({ exclude: { segmentIds: [customers] }, starts })
    const ada = await add('ada@a.example', 'won')
    const grace = await add('grace@a.example', 'open')
    await advance(120_000)
    await world.container.get(StartDueSpinners).execute()
    const [job] = (await person.do('GET', `/jobs?spinnerId=${spinnerId}`)).items
    expect(await reasonsOf(job.id)).toEqual({ [ada]: excluded, [grace]: null })
  })

  it('make a rehearsal outdated when their conditions change, also those of segments that they name', async () => {
    await add('ada@a.example', 'won')
    const inner = await segment('Inner', { segmentId: customers })
    const step = { type: 'condition', where: { not: { segmentId: inner } } }
    const spinnerId = await publish({ steps: [step, ...steps], audience: 'all' })
    const token = async () => (await trigger(spinnerId, { preview: true })).rehearsal
    const start = async (rehearsal: string) => {
      const { status, body } = await person.ask('POST', `/spinners/${spinnerId}/jobs`, { rehearsal })
      return [status, body['code']]
    }
    const earlier = await token()
    await person.do('PATCH', `/segments/${trial}`, { where: { column: 'plan', operator: 'exists' } })
    await person.do('PATCH', `/segments/${customers}`, { name: 'Buyers' })
    expect(await start(earlier)).toEqual([201, undefined])
    const before = await token()
    const where = { column: 'stage', operator: 'in', values: ['won', 'lost'] }
    await person.do('PATCH', `/segments/${customers}`, { where })
    expect(await start(before)).toEqual([409, 'AUDIENCE_CHANGED'])
    expect(await start(await token())).toEqual([201, undefined])
  })

  it('are explained for a person, and shown in the preview of the record', async () => {
    const ada = await add('ada@a.example', 'won')
    const spinnerId = await publish({ exclude: { segmentIds: [trial, customers] } })
    await change(ada, { plan: 'paid' })
    expect(await person.do('POST', '/people/explain', { email: 'ada@a.example', spinnerId })).toMatchObject({
      wouldSend: false,
      reason: {
        code: excluded,
        message: 'The record belongs to the segment "Customers", which is excluded',
        evidence: { segmentId: customers },
      },
    })
    const preview = await person.do('POST', `/spinners/${spinnerId}/preview`, { recordIds: [ada] })
    expect(preview.items[0].steps).toMatchObject([{ status: 'skips', code: excluded }])
  })

  it('are named by the reasons of recipients, also in CSV and in the timeline of a person', async () => {
    const ada = await add('ada@a.example', 'won')
    const { jobId } = await trigger(await publish({ exclude: { segmentIds: [customers] } }))
    expect(await reasonsOf(jobId)).toEqual({ [ada]: excluded })
    await person.do('PATCH', `/segments/${customers}`, { name: 'Buyers' })
    const message = 'The record belongs to the segment "Buyers", which is excluded'
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    expect(items).toMatchObject([{ error: message, reason: { message, evidence: { segmentId: customers } } }])
    const csv = await fetch(`${api.url}/api/v1/jobs/${jobId}/recipients`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${person.token}` },
    })
    expect(await csv.text()).toContain(`"${message.replaceAll('"', '""')}"`)
    const { items: found } = await person.do('GET', '/people?email=ada@a.example')
    const timeline = await person.do('GET', `/people/${found[0].id}`)
    expect(timeline.items).toContainEqual(expect.objectContaining({ message }))
  })

  it('are not written to by acts that would take their recipients past the first step', async () => {
    const [ada, bob, cyd] = [
      await add('ada@a.example', 'won'),
      await add('bob@b.example', 'open'),
      await add('cyd@c.example', 'won'),
    ]
    const last = [{ type: 'condition', where: { column: 'email', operator: 'exists' } }, ...steps]
    const ofSpinner = await publish({ exclude: { segmentIds: [customers] }, steps: last })
    const ofTrigger = await publish({ name: 'By trigger', steps: last })
    const jobs = [
      (await trigger(ofSpinner)).jobId,
      (await trigger(ofTrigger, { recordIds: [ada, bob, cyd], exclude: { segmentIds: [customers] } })).jobId,
    ]
    for (const jobId of jobs) {
      expect(await reasonsOf(jobId)).toEqual({ [ada]: excluded, [bob]: null, [cyd]: excluded })
      const recipient = `/jobs/${jobId}/recipients/${ada}`
      const obstacle = [409, 'CONFLICT', expect.objectContaining({ code: 'EXCLUDED' })]
      expect(await refused('POST', `${recipient}/move`, { step: 1 })).toEqual(obstacle)
      expect(await refused('POST', `${recipient}/skip`, {})).toEqual(obstacle)
      const many = { action: 'skip', recordIds: [ada, cyd] }
      const acts = `/jobs/${jobId}/recipient-actions`
      const counts = { changed: 0, refused: [{ code: 'EXCLUDED', count: 2 }] }
      expect(await person.do('POST', acts, { ...many, preview: true })).toMatchObject(counts)
      expect(await person.do('POST', acts, many)).toMatchObject(counts)
      // The first step decides again.
      await person.do('POST', `${recipient}/retry`, {})
      expect((await reasonsOf(jobId))[ada]).toBe(excluded)
    }
    await change(ada, { stage: 'lost' })
    for (const jobId of jobs) {
      await person.do('POST', `/jobs/${jobId}/recipients/${ada}/move`, { step: 1 })
      expect((await reasonsOf(jobId))[ada]).toBeNull()
    }
  })

  it('must exist in the table of the spinner, and cannot be deleted while they are used', async () => {
    const other = (
      await person.do('POST', `/projects/${projectId}/data-tables`, {
        name: 'Other',
        columns: [{ name: 'email', isMetadata: true }],
      })
    ).id
    const foreign = await segment('All', { column: 'email', operator: 'exists' }, other)
    const settings = { name: 'Ways', dataTableId: tableId, steps, exclude: { segmentIds: [foreign] } }
    const draft = await person.do('POST', `/projects/${projectId}/spinners`, settings)
    expect(await refused('POST', `/spinners/${draft.id}/publish`, {})).toEqual([
      422,
      'SPINNER_INVALID',
      expect.objectContaining({ pointer: '/exclude/segmentIds/0', code: 'UNKNOWN_SEGMENT' }),
    ])
    const ada = await add('ada@a.example', 'won')
    const spinnerId = await publish({ exclude: { segmentIds: [customers] } })
    for (const preview of [true, false])
      expect(
        await refused('POST', `/spinners/${spinnerId}/jobs`, {
          exclude: { segmentIds: [trial, foreign] },
          preview,
        }),
      ).toEqual([422, 'AUDIENCE_INVALID', { pointer: '/exclude/segmentIds/1', code: 'UNKNOWN_SEGMENT' }])
    for (const segmentIds of [
      [],
      Array.from({ length: 11 }, () => trial),
      ['x'],
      [trial, trial.toUpperCase()],
    ])
      expect((await refused('POST', `/spinners/${spinnerId}/jobs`, { exclude: { segmentIds } }))[0]).toBe(400)
    expect((await person.do('GET', `/segments/${customers}`)).usedBy).toEqual([
      { kind: 'spinner', id: spinnerId, name: 'Ways' },
    ])
    expect((await person.ask('DELETE', `/segments/${customers}`)).status).toBe(409)
    const { jobId } = await trigger(spinnerId, { recordIds: [ada], exclude: { segmentIds: [trial] } })
    expect((await person.do('GET', `/segments/${trial}`)).usedBy).toEqual([
      { kind: 'job', id: jobId, name: 'Ways' },
    ])
    await world.drain()
    expect((await person.do('GET', `/segments/${trial}`)).usedBy).toEqual([])
  })

  it('were excluded by a trigger and deleted: the failed recipients of the job are not retried', async () => {
    const spinnerId = await publish()
    const nobody = await add('', 'open')
    const { jobId } = await trigger(spinnerId, {
      recordIds: [nobody],
      exclude: { segmentIds: [customers] },
    })
    expect(await reasonsOf(jobId)).toEqual({ [nobody]: 'MISSING_CELL' })
    expect((await person.ask('DELETE', `/segments/${customers}`)).status).toBe(204)
    for (const version of ['same', 'current']) {
      const { status, body } = await person.ask('POST', `/jobs/${jobId}/retry-failed`, { version })
      expect([status, body['code'], body['message']]).toEqual([
        409,
        'CONFLICT',
        expect.stringContaining('excluded a segment that was deleted'),
      ])
    }
  })

  it('of a version are deleted after it ended: its failed recipients are retried in the current version', async () => {
    const spinnerId = await publish({ exclude: { segmentIds: [customers] } })
    const nobody = await add('', 'open')
    const { jobId } = await trigger(spinnerId, { recordIds: [nobody] })
    expect(await reasonsOf(jobId)).toEqual({ [nobody]: 'MISSING_CELL' })
    await person.do('PATCH', `/spinners/${spinnerId}`, { exclude: null })
    await person.do('POST', `/spinners/${spinnerId}/publish`, {})
    expect((await person.ask('DELETE', `/segments/${customers}`)).status).toBe(204)
    const refusal = await person.ask('POST', `/jobs/${jobId}/retry-failed`, { version: 'same' })
    expect([refusal.status, refusal.body['message']]).toEqual([
      409,
      expect.stringContaining('asks for a segment that was deleted'),
    ])
    expect((await person.ask('POST', `/jobs/${jobId}/retry-failed`, { version: 'current' })).status).toBe(201)
  })

  it('are left out of templates, and stay with copies and versions of the spinner', async () => {
    const exclude = { segmentIds: [customers] }
    const spinnerId = await publish({ exclude })
    const copy = await person.do('POST', `/spinners/${spinnerId}/duplicate`, {})
    expect((await person.do('GET', `/spinners/${copy.id}`)).exclude).toEqual(exclude)
    await person.do('PATCH', `/spinners/${spinnerId}`, { exclude: null })
    expect((await person.do('GET', `/spinners/${spinnerId}`)).hasUnpublishedChanges).toBe(true)
    await person.do('POST', `/spinners/${spinnerId}/versions/1/restore`, {})
    expect((await person.do('GET', `/spinners/${spinnerId}`)).exclude).toEqual(exclude)
    const template = await person.do('POST', '/spinner-templates', { name: 'T', spinnerId })
    expect(template.settings.exclude).toBeNull()
  })
})
