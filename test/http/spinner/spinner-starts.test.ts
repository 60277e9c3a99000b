import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const weekdays = { on: 'schedule', cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' }

describe('pausing and automatic starts', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string
  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/spinners/${own.spinnerId}`
  })

  it('pauses and resumes a job, and says who paused it', async () => {
    const { jobId } = await person.do('POST', `${path}/jobs`)
    const paused = await person.do('POST', `/jobs/${jobId}/pause`)
    expect(paused).toMatchObject({
      status: 'paused',
      pause: { at: '2026-11-20T12:00:00.000Z', reason: 'job', by: { name: expect.stringContaining('@') } },
      expectedEnd: null,
      hint: 'The job is paused; resume the job to continue',
    })
    const listed = await person.do('GET', '/jobs?status=paused')
    expect(listed.items.map(({ id }: { id: string }) => id)).toContain(jobId)
    expect(await person.do('POST', `/jobs/${jobId}/resume`)).toMatchObject({ status: 'queued', pause: null })
    await person.do('POST', `/jobs/${jobId}/cancel`)
    for (const verb of ['pause', 'resume']) {
      const { status, body } = await person.ask('POST', `/jobs/${jobId}/${verb}`)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
      expect(body['message']).toContain('The job has already ended with the status cancelled')
    }
  })

  it('pauses a spinner with all of its jobs', async () => {
    const { jobId: before } = await person.do('POST', `${path}/jobs`)
    expect(await person.do('POST', `${path}/pause`)).toMatchObject({
      pause: { at: '2026-11-20T12:00:00.000Z', by: { name: expect.stringContaining('@') } },
    })
    const { jobId: meanwhile } = await person.do('POST', `${path}/jobs`)
    for (const jobId of [before, meanwhile])
      expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
        status: 'paused',
        pause: { reason: 'spinner' },
      })
    const { status, body } = await person.ask('POST', `/jobs/${before}/resume`)
    expect([status, body['message']]).toEqual([
      409,
      'The spinner of this job is paused; resume the spinner instead',
    ])
    expect((await person.do('POST', `${path}/resume`)).pause).toBeNull()
    for (const jobId of [before, meanwhile])
      expect((await person.do('GET', `/jobs/${jobId}`)).status).toBe('queued')
  })

  it('shows the next five runs of the published schedule', async () => {
    expect(await person.do('GET', path)).toMatchObject({ starts: { on: 'call' }, automaticStarts: null })
    expect(await person.do('PATCH', path, { starts: weekdays })).toMatchObject({
      starts: weekdays,
      hasUnpublishedChanges: true,
      automaticStarts: null,
    })
    await person.do('POST', `${path}/publish`)
    const next = ['23', '24', '25', '26', '27'].map((day) => `2026-11-${day}T08:00:00.000Z`)
    expect(await person.do('GET', path)).toMatchObject({ automaticStarts: { next, pause: null } })
    expect(await person.do('GET', `${path}/versions/2`)).toMatchObject({ starts: weekdays })
    await person.do('POST', `${path}/pause`)
    expect((await person.do('GET', path)).automaticStarts).toEqual({ next: [], pause: null })
    await person.do('POST', `${path}/resume`)
    await person.do('POST', `${path}/unpublish`)
    expect((await person.do('GET', path)).automaticStarts).toBeNull()
  })

  it('says since when a start could not be made, and why', async () => {
    await person.do('PATCH', path, { starts: { on: 'records' } })
    await person.do('POST', `${path}/publish`)
    expect(await person.do('GET', path)).toMatchObject({ starts: { on: 'records', withinSeconds: 60 } })
    world.clock.advance(60)
    await world.container.get(StartDueSpinners).execute()
    expect((await person.do('GET', path)).automaticStarts.next).toEqual(['2026-11-20T12:02:00.000Z'])
  })

  it('shows the number of existing records at publication, and writes to them only on request', async () => {
    await person.do('PATCH', path, { starts: { on: 'records' } })
    const before = await person.do('GET', `${path}/publish-preview`)
    expect(before.existingRecords).toEqual({ count: 2, choice: 'exclude' })
    const published = await person.do('POST', `${path}/publish`)
    expect(published).toMatchObject({ publishedVersion: 2, existingRecords: { count: 2, choice: 'exclude' } })
    await person.import(own.dataTableId, 'name,email\nKay,kay@example.com\n')
    const again = await person.do('POST', `${path}/publish`, { existingRecords: 'include' })
    expect(again).toMatchObject({ publishedVersion: 2, existingRecords: { count: 1, choice: 'include' } })
    world.clock.advance(60)
    await world.container.get(StartDueSpinners).execute()
    const { items } = await person.do('GET', `/jobs?spinnerId=${own.spinnerId}`)
    expect(items).toMatchObject([{ source: 'records', counts: { total: 1 } }])

    const other = await createWorkshop(person)
    const refused = await person.ask('POST', `/spinners/${other.spinnerId}/publish`, {
      existingRecords: 'include',
    })
    expect([refused.status, refused.body['code'], refused.body['errors']]).toEqual([
      400,
      'VALIDATION_FAILED',
      [{ pointer: '/existingRecords', code: 'NOT_ON_RECORDS', message: expect.any(String) }],
    ])
    expect(await person.do('POST', `/spinners/${other.spinnerId}/publish`)).not.toHaveProperty('existing')
  })

  it('shows the runs of a schedule that is being edited', async () => {
    const ask = (cron: string, timeZone: string) =>
      person.ask('GET', `/schedule-runs?${new URLSearchParams({ cron, timeZone }).toString()}`)
    expect((await ask('30 2 * * *', 'Europe/Berlin')).body).toEqual({
      items: ['21', '22', '23', '24', '25'].map((day) => `2026-11-${day}T01:30:00.000Z`),
      nextCursor: null,
    })
    for (const [cron, timeZone, pointer] of [
      ['* * * *', 'UTC', '/cron'],
      ['* * * * *', 'Mars/Olympus', '/timeZone'],
    ] as const) {
      const { status, body } = await ask(cron, timeZone)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect(body['errors']).toMatchObject([{ pointer, message: expect.any(String) }])
    }
  })

  it.each([
    [{ on: 'records', withinSeconds: 4 }],
    [{ on: 'records', withinSeconds: 86_401 }],
    [{ on: 'records', cron: '* * * * *' }],
    [{ on: 'schedule', cron: '* * * * *' }],
    [{ on: 'schedule', cron: '* * * * *', timeZone: 'Nowhere' }],
    [{ on: 'schedule', cron: '99 * * * *', timeZone: 'UTC' }],
    [{ on: 'call', withinSeconds: 60 }],
    [{ on: 'moon' }],
    [null],
  ])('refuses %j', async (starts) => {
    const { status, body } = await person.ask('PATCH', path, { starts })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    const made = { name: 'Other', dataTableId: own.dataTableId, steps: [welcome], starts }
    expect((await person.ask('POST', `/projects/${own.projectId}/spinners`, made)).status).toBe(400)
  })
})
