import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Rehearsals } from '../../../src/ports/job/rehearsal/rehearsals.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { RunTestClock } from '../../../src/use-cases/test-mode/run-test-clock.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addSpinner,
  createWorkshop,
  type Person,
  personOf,
  signUp,
  welcome,
} from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('requests for a test organization', () => {
  let world: World
  let api: Api
  let person: Person
  let testId: string
  /** The ids of the organizations for which turns were requested. */
  const requests: string[] = []
  let isQueueGone = false
  const moment = new Date('2031-03-01T09:00:00.000Z')

  beforeAll(async () => {
    world = await createWorld()
    world.container.get(Slices).requestTurns = async (organizationIds) => {
      if (isQueueGone) throw new Error('The queue is gone')
      requests.push(...organizationIds)
    }
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    isQueueGone = false
    person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
    testId = (await person.do('GET', '/organization')).id
    const clock = newTestClock(testId, moment)
    await world.container.get(UnitOfWork).run((tx) => tx.testClocks.save(clock))
    requests.length = 0
  })

  const suppressed = async () => (await person.do('GET', '/suppressions')).items

  it('unsubscribe a person at the time of the test clock, and request a turn', async () => {
    const links = world.container.get(MessageTokens)
    const { pathname } = new URL(
      links.unsubscribeLinkFor({ organizationId: testId, email: 'grace@example.com' }),
    )
    expect((await api.ask(pathname, { method: 'POST', undocumented: true })).status).toBe(200)
    expect(await suppressed()).toMatchObject([
      { email: 'grace@example.com', reason: 'unsubscribed', createdAt: moment.toISOString() },
    ])
    expect(requests).toEqual([testId])
  })

  it('process events of providers at the time of the test clock, and request a turn', async () => {
    const { spinnerId } = await createWorkshop(person)
    await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    const { signal } = new AbortController()
    await world.container.get(RunTestClock).execute({ organizationId: testId, signal })
    const { url } = await person.do('POST', '/organization/provider-webhooks/postmark/rotate')
    requests.length = 0
    const json = {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
      Email: 'ada@example.com',
    }
    const { pathname } = new URL(url)
    expect((await api.ask(pathname, { method: 'POST', json })).status).toBe(200)
    expect(await suppressed()).toMatchObject([
      { email: 'ada@example.com', reason: 'bounced', createdAt: moment.toISOString() },
    ])
    expect(requests).toEqual([testId])
  })

  it('show a simulated request for no more mail that stopped nobody, and stop the person at the next first message', async () => {
    const workshop = await createWorkshop(person)
    const before = { scope: 'job' }
    const answered = await addSpinner(person, workshop, { exits: [], reply: before })
    const steps = [{ type: 'wait', seconds: 86_400 }, welcome]
    const unwritten = await addSpinner(person, workshop, { exits: ['unsubscribe'], reply: before, steps })
    const text = 'Please remove me from your list'
    const replies = [{ to: 'ada@*', kind: 'reply', afterSeconds: 60, text, awaySeconds: null }]
    await person.do('PUT', '/test-clock/rules', { replies })
    const jobs: string[] = []
    for (const spinnerId of [answered, unwritten])
      jobs.push((await person.do('POST', `/spinners/${spinnerId}/jobs`, {})).jobId)
    const { signal } = new AbortController()
    const run = () => world.container.get(RunTestClock).execute({ organizationId: testId, signal })
    const advance = async (seconds: number) => {
      await person.do('POST', '/test-clock/advance', { seconds })
      await run()
    }
    await run()
    await advance(3_600)
    const ada = await personOf(person, 'ada@example.com')
    expect([ada.suppression, ada.removalRequest]).toEqual([
      null,
      { at: '2031-03-01T09:01:00.000Z', spinnerId: answered, jobId: jobs[0] },
    ])
    expect(await personOf(person, 'grace@example.com')).toMatchObject({ removalRequest: null })
    await advance(2 * 86_400)
    const recipients = async (jobId = '') =>
      (await person.do('GET', `/jobs/${jobId}/recipients`)).items.map(
        ({ status, reason }: { status: string; reason: { code: string } | null }) => [
          status,
          reason?.code ?? null,
        ],
      )
    expect(await recipients(jobs[0])).toEqual([
      ['done', null],
      ['done', null],
    ])
    expect(await recipients(jobs[1])).toEqual([
      ['stopped', 'REPLIED'],
      ['done', null],
    ])
    expect(await suppressed()).toEqual([])
  })

  it('count a simulated request for no more mail as an opt-out, if the test organization says so', async () => {
    await person.do('PATCH', '/organization', { unsubscribesByReply: true })
    const { spinnerId } = await createWorkshop(person)
    const text = 'Bitte keine weiteren E-Mails'
    const replies = [{ to: 'ada@*', kind: 'reply', afterSeconds: 60, text, awaySeconds: null }]
    await person.do('PUT', '/test-clock/rules', { replies })
    await person.do('POST', `/spinners/${spinnerId}/jobs`, {})
    const { signal } = new AbortController()
    const run = () => world.container.get(RunTestClock).execute({ organizationId: testId, signal })
    await run()
    await person.do('POST', '/test-clock/advance', { seconds: 3_600 })
    await run()
    expect(await suppressed()).toMatchObject([{ email: 'ada@example.com', reason: 'unsubscribed' }])
    const ada = await personOf(person, 'ada@example.com')
    expect(ada).toMatchObject({
      suppression: { reason: 'unsubscribed' },
      removalRequest: { at: '2031-03-01T09:01:00.000Z' },
    })
  })

  it('show a rehearsal as running by the real time', async () => {
    const { spinnerId } = await createWorkshop(person)
    const id = world.container.get(Ids).next()
    const of = { organizationId: testId, spinnerId, version: 1, trigger: 'text', of: 1, supersedes: true }
    await world.container.get(Rehearsals).begin({ ...of, id, at: world.clock.now() })
    const shown = () => person.do('GET', `/spinners/${spinnerId}/rehearsals/${id}`)
    expect(await shown()).toMatchObject({ status: 'running' })
    world.clock.advance(31)
    expect(await shown()).toMatchObject({ status: 'interrupted' })
  })

  it('succeed although the turn could not be requested, which is logged', async () => {
    isQueueGone = true
    const { status } = await person.ask('POST', '/projects', { name: 'Spring' })
    expect(status).toBe(201)
    expect((await person.do('GET', '/projects')).items).toHaveLength(1)
    expect(api.log.find(({ level }) => level === 40)).toMatchObject({ organizationId: testId })
  })

  it('use the time of the test clock with an API key of that organization', async () => {
    const { apiKey, dataTableId } = await createWorkshop(person)
    requests.length = 0
    const json = { dataTableId, records: [{ name: 'Grace', email: 'grace@example.com' }] }
    expect((await api.ask('/api/v1/public/ingest', { method: 'POST', key: apiKey, json })).status).toBe(201)
    const { items } = await person.do('GET', `/data-tables/${dataTableId}/records`)
    expect(items.at(-1)).toMatchObject({ createdAt: moment.toISOString() })
    expect(requests).toEqual([testId])
  })

  it('create a destination with a rotated key in its grace period, which passes on the test clock', async () => {
    const behind = newTestClock(testId, new Date(world.clock.now().getTime() - 86_400_000))
    await world.container.get(UnitOfWork).run((tx) => tx.testClocks.save(behind))
    const key = await person.do('POST', '/api-keys', { name: 'Zap', scopes: ['events:manage'] })
    await person.do('POST', `/api-keys/${key.id}/rotate`, { graceSeconds: 3600 })
    const json = { url: 'https://a.example/hook', types: ['job.started'] }
    const made = await api.ask('/api/v1/events/destinations', { method: 'POST', key: key.secret, json })
    expect(made.status).toBe(201)
  })
})
