import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Event, eventsOf } from '../../../src/domain/event/event.ts'
import { eventCatalogue, eventTypes } from '../../../src/domain/event/event-type.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { addSpinner, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the events of jobs', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop
  let events: EventStore

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    events = world.container.get(EventStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    owner = await signUp(api)
    own = await createWorkshop(owner)
    await events.ask(owner.organizationId, eventTypes, new Date('2100-01-01'))
  })

  async function reported(): Promise<readonly Event[]> {
    const { organizationId } = owner
    await events.number(organizationId)
    const batches = await events.batches({ organizationId, types: eventTypes, after: 0, most: 1_000 })
    return batches.flatMap(eventsOf).filter(({ type }) => /^(job|recipient|message)[.]/.test(type))
  }
  const ofType = async (start: string) => (await reported()).filter(({ type }) => type.startsWith(start))
  const start = async (): Promise<string> => {
    const { jobId } = await owner.do('POST', `/spinners/${own.spinnerId}/jobs`)
    return jobId
  }
  const addWithoutAddress = () =>
    api.ingest([], {
      key: own.apiKey,
      json: { dataTableId: own.dataTableId, records: [{ name: 'Lin', email: 'no address' }] },
    })
  const runDueStarts = async () => {
    await world.container.get(StartDueSpinners).execute(new AbortController().signal)
    await world.drain()
  }
  const mail = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello {{ name }}' }
  const wait = { type: 'wait', seconds: 3_600 }

  it('a job reports its start, its messages, its recipients and its end', async () => {
    const jobId = await start()
    await world.drain()
    const all = await reported()
    expect(all.map(({ type }) => type)).toEqual([
      'job.started',
      'message.sent',
      'message.sent',
      'recipient.done',
      'recipient.done',
      'job.completed',
    ])
    const { projectId, spinnerId, dataTableId } = own
    for (const { type, data, object, ...event } of all) {
      expect(event).toMatchObject({
        organizationId: owner.organizationId,
        projectId,
        spinnerId,
        address: null,
      })
      expect(Object.keys(data).toSorted()).toEqual(Object.keys(eventCatalogue[type].data).toSorted())
      expect(data).toMatchObject({ spinnerId, dataTableId, ...(object.type === 'record' ? { jobId } : {}) })
      expect(object.type).toBe(eventCatalogue[type].object)
    }
    expect(all[0]?.object).toEqual({ type: 'job', id: jobId })
    expect(all[0]?.data).toMatchObject({ version: 1, source: 'app', retryOf: null })
    expect(all[1]?.data).toMatchObject({ step: 0, channel: 'email' })
    const { items } = await owner.do('GET', `/data-tables/${dataTableId}/records`)
    const ids = items.map(({ id }: { id: string }) => id).toSorted()
    for (const type of ['message.sent', 'recipient.done'])
      expect((await ofType(type)).map(({ object }) => object.id).toSorted()).toEqual(ids)
  })

  it('a job that nobody asks about writes nothing', async () => {
    const other = await signUp(api)
    const theirs = await createWorkshop(other)
    await other.do('POST', `/spinners/${theirs.spinnerId}/jobs`)
    await world.drain()
    expect(await events.unnumbered(null, 1_000)).not.toContain(other.organizationId)
  })

  it('reports the start of a job by a program', async () => {
    await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })
    await world.drain()
    expect(await ofType('job.started')).toMatchObject([{ data: { source: 'api' } }])
  })

  it.each([
    ['records', { on: 'records', withinSeconds: 5 }],
    ['schedule', { on: 'schedule', cron: '* * * * *', timeZone: 'Europe/Berlin' }],
  ])('reports the start of a job by %s', async (source, starts) => {
    await addSpinner(owner, own, { audience: 'new', starts })
    await addWithoutAddress()
    await runDueStarts()
    world.clock.advance(120)
    await runDueStarts()
    const [started] = await ofType('job.started')
    expect(started?.data).toMatchObject({ source })
    await owner.ask('DELETE', `/spinners/${started?.spinnerId}`)
  })

  it('reports the start of a job that retries failed recipients', async () => {
    await addWithoutAddress()
    const jobId = await start()
    await world.drain()
    await owner.do('POST', `/jobs/${jobId}/retry-failed`)
    await world.drain()
    const started = (await ofType('job.started')).map(({ data }) => data['retryOf'])
    expect(started).toEqual([null, jobId])
  })

  it('tells why a recipient failed or was skipped', async () => {
    await addWithoutAddress()
    await owner.do('POST', '/suppressions', { email: 'ada@example.com' })
    await start()
    await world.drain()
    const ends = (await ofType('recipient.')).map(({ type, data }) => [type, data['reason'], data['step']])
    expect(ends.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['recipient.done', undefined, undefined],
      ['recipient.failed', 'NOT_AN_ADDRESS', 0],
      ['recipient.skipped', 'SUPPRESSED', 0],
    ])
  })

  it('tells once of a recipient who is stopped or erased while waiting', async () => {
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [mail, wait, mail] })
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`)
    await start()
    await world.drain()
    await owner.do('POST', '/people/erase', { email: 'grace@example.com' })
    await world.container.get(UnitOfWork).run((tx) =>
      tx.jobs.stopPerson(owner.organizationId, 'ada@example.com', {
        exit: 'unsubscribe',
        code: 'UNSUBSCRIBED',
        evidence: {},
      }),
    )
    world.clock.advance(7_200)
    await world.drain()
    const ends = (await ofType('recipient.')).map(({ type, data }) => [type, data['reason']])
    expect(ends.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['recipient.skipped', 'PERSON_ERASED'],
      ['recipient.stopped', 'UNSUBSCRIBED'],
    ])
    expect((await reported()).at(-1)?.type).toBe('job.completed')
  })

  it('reports pauses of a job and of its spinner, but not a pause that changes nothing', async () => {
    const first = await start()
    await owner.do('POST', `/jobs/${first}/pause`)
    await owner.ask('POST', `/jobs/${first}/pause`)
    const second = await start()
    await owner.do('POST', `/spinners/${own.spinnerId}/pause`)
    await owner.do('POST', `/jobs/${second}/pause`)
    const pauses = (await ofType('job.paused')).map(({ object, data }) => [object.id, data['pausedBy']])
    expect(pauses).toEqual([
      [first, 'job'],
      [second, 'spinner'],
    ])
  })

  it('reports a cancelled job as failed', async () => {
    const jobId = await start()
    await owner.do('POST', `/jobs/${jobId}/cancel`)
    await owner.ask('POST', `/jobs/${jobId}/cancel`)
    await world.drain()
    expect((await reported()).map(({ type, data }) => [type, data['status']])).toEqual([
      ['job.failed', 'cancelled'],
    ])
  })

  it('names the step of a branch by its path, as all other places do', async () => {
    const isAda = { column: 'email', operator: 'equals', value: 'ada@example.com' }
    const branch = { type: 'branch', branches: [{ name: 'SMB', where: isAda, steps: [mail] }], else: [] }
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [branch, wait, mail] })
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`)
    const jobId = await start()
    await world.drain()
    const { items: recipients } = await owner.do('GET', `/jobs/${jobId}/recipients`)
    const page = await owner.do('GET', '/events?types=message.sent')
    const path = '1 › SMB › 1'
    expect(page.items).toMatchObject([{ data: { step: 1, path } }])
    const copy = await owner.do('POST', '/people/export', { email: 'ada@example.com' })
    expect(copy).toMatchObject({ recipients: [{ path: '3' }], deliveries: [{ path }], contacts: [{ path }] })
    await owner.do('POST', '/people/erase', { email: 'grace@example.com' })
    const { items } = await owner.do(
      'GET',
      `/events?types=recipient.skipped&object=${recipients[1].recordId}`,
    )
    expect(items).toMatchObject([{ data: { step: 3, path: '3' } }])
  })

  it('names the path of the version that the job runs, also after another version was published', async () => {
    const split = {
      type: 'branch',
      branches: [
        { name: 'All', where: { column: 'email', operator: 'contains', value: '@' }, steps: [mail, wait] },
      ],
      else: [],
    }
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [split] })
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`)
    await start()
    await world.drain()
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, { steps: [wait, mail] })
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`)
    const paths = (await ofType('message.sent')).map(({ data }) => data['path'])
    expect(paths).toEqual(['1 › All › 1', '1 › All › 1'])
  })
})
