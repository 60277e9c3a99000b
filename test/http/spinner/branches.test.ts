import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { ClearEndedJobs } from '../../../src/use-cases/job/clear-ended-jobs.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personOf, signUp } from '../../support/data/person.ts'
import { type HttpReceiver, startReceiver } from '../../support/servers/http-receiver.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const isPro = { column: 'plan', operator: 'equals', value: 'pro' }
const isNew = { column: 'joined', operator: 'after', value: 'now-7d' }

/** The check list of messages in a preview of publishing, of which these tests promise nothing. */
const checks = expect.any(Array)

describe('a spinner with branches', () => {
  let world: World
  let api: Api
  let person: Person
  let tableId: string
  let path: string
  let apiKey: string
  let receiver: HttpReceiver

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await createWorld([provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1']))])
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
    await receiver.close()
  })
  beforeEach(async () => {
    world.clock.follow()
    receiver.requestedPaths.length = 0
    person = await signUp(api)
    const project = await person.do('POST', '/projects', { name: 'Spring campaign' })
    const table = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
    tableId = table.id
    for (const column of ['name', 'email', 'plan', 'joined', 'stage'])
      await person.do('POST', `/data-tables/${tableId}/columns`, { name: column, isMetadata: true })
    await person.do('PATCH', `/data-tables/${tableId}`, { match: { columns: ['email'], onMatch: 'update' } })
    const spinner = await person.do('POST', `/projects/${project.id}/spinners`, {
      name: 'Ways',
      dataTableId: tableId,
      exits: [],
      steps: [email('Hello')],
    })
    path = `/spinners/${spinner.id}`
    apiKey = (await person.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest', 'trigger'] })).secret
  })

  async function ingest(...records: Record<string, unknown>[]): Promise<void> {
    const whole = records.map((record) => ({ name: '', plan: '', joined: '', stage: '', ...record }))
    const json = { dataTableId: tableId, records: whole }
    const { status } = await api.ask('/api/v1/public/ingest', { method: 'POST', key: apiKey, json })
    expect(status).toBe(201)
  }
  async function publish(steps: object[], body: object = {}) {
    await person.do('PATCH', path, { steps })
    return await person.do('POST', `${path}/publish`, body)
  }
  async function run(): Promise<string> {
    const { jobId } = await person.do('POST', `${path}/jobs`)
    await world.drain()
    return jobId
  }
  /** Runs the sweep in the test that a runtime performs every second. */
  async function sweep(): Promise<void> {
    world.clock.follow()
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }
  async function endWaits(): Promise<void> {
    await world.inspect.endWaits()
    await sweep()
  }
  // biome-ignore lint/suspicious/noExplicitAny: as in Person
  // oxlint-disable-next-line typescript/no-explicit-any
  const recipients = async (jobId: string): Promise<any[]> =>
    (await person.do('GET', `/jobs/${jobId}/recipients`)).items
  const ends = async (jobId: string) =>
    (await recipients(jobId)).map(({ status, path: at, reason }) => [status, at, reason?.code ?? null])
  /** Returns the captured messages of the test's organization, oldest first. */
  const subjects = async (): Promise<string[]> => {
    const { items } = await person.do('GET', '/outbox?limit=100')
    return items.toReversed().map((mail: { to: string; subject: string }) => `${mail.to} ${mail.subject}`)
  }

  it('takes the first branch whose condition is met, otherwise the last, and continues after it', async () => {
    await publish([
      {
        type: 'branch',
        branches: [
          { name: 'Pro', where: isPro, steps: [email('For pros'), { type: 'wait', seconds: 60 }] },
          { name: 'New', where: { and: [isNew, { not: isPro }] }, steps: [] },
        ],
        else: [email('For others')],
      },
      email('For all'),
    ])
    const today = world.clock.now().toISOString().slice(0, 10)
    await ingest(
      { email: 'a@example.com', plan: 'pro', joined: today },
      { email: 'b@example.com', joined: today },
      { email: 'c@example.com', joined: '2020-01-01' },
    )
    const jobId = await run()
    expect(await ends(jobId)).toEqual([
      ['waiting', '2', 'WAIT_STEP'],
      ['done', '2', null],
      ['done', '2', null],
    ])
    expect((await recipients(jobId)).map(({ step }) => step)).toEqual([4, 4, 4])
    await endWaits()
    expect((await subjects()).toSorted()).toEqual([
      'a@example.com For all',
      'a@example.com For pros',
      'b@example.com For all',
      'c@example.com For all',
      'c@example.com For others',
    ])
    const { items } = await personOf(person, 'c@example.com')
    expect(items.flatMap((item: { kind: string; path?: string }) => item.path ?? [])).toEqual([
      '2',
      '1 › else › 1',
    ])
  })

  it('names the step of a message by its path in the version that sent it, wherever the message is listed', async () => {
    const pros = { type: 'branch', branches: [{ name: 'Pro', where: isPro, steps: [email('For pros')] }] }
    await publish([pros, email('For all')])
    await ingest({ email: 'p@example.com', plan: 'pro' })
    await run()
    await publish([email('First'), pros, email('For all')])

    const paths = (items: { path: string }[]) => items.map((item) => item.path)
    const { items: messages } = await person.do('GET', '/messages')
    expect(paths(messages)).toEqual(['2', '1 › Pro › 1'])
    expect(await person.do('GET', `/messages/${messages[1].id}`)).toMatchObject({
      step: 1,
      path: '1 › Pro › 1',
    })
    expect(paths((await person.do('GET', '/outbox')).items)).toEqual(['2', '1 › Pro › 1'])
    const { items: people } = await person.do('GET', '/people?email=p@example.com')
    const { items: timeline } = await person.do('GET', `/people/${people[0].id}`)
    const sent = timeline.filter(({ kind }: { kind: string }) => kind === 'sent')
    expect(paths(sent).toSorted()).toEqual(['1 › Pro › 1', '2'])
  })

  it('continues with the next step if no condition is met and there is no other branch', async () => {
    await publish([
      { type: 'branch', branches: [{ name: 'Pro', where: isPro, steps: [email('For pros')] }] },
      email('For all'),
    ])
    await ingest({ email: 'a@example.com' })
    expect(await ends(await run())).toEqual([['done', '2', null]])
    expect(await subjects()).toEqual(['a@example.com For all'])
  })

  it('skips records that do not meet the conditions, and names the columns', async () => {
    await publish([
      { type: 'condition', where: { or: [isPro, { column: 'stage', operator: 'exists' }] } },
      email('Hello'),
    ])
    await ingest({ email: 'a@example.com' }, { email: 'b@example.com', stage: 'won' })
    const [first, second] = await recipients(await run())
    expect(first).toMatchObject({
      status: 'skipped',
      path: '1',
      reason: {
        code: 'CONDITION_NOT_MET',
        message: 'The record does not meet the conditions on "plan", "stage"',
        evidence: { column: 'plan, stage' },
      },
    })
    expect(second).toMatchObject({ status: 'done', path: '2' })
  })

  it('counts the results of each branch of a split, even after its recipients were deleted', async () => {
    await publish([
      {
        type: 'split',
        branches: [
          { name: 'Short', percent: 50, steps: [email('Short')] },
          { name: 'None', percent: 50, steps: [] },
        ],
      },
      { type: 'condition', ...isPro },
    ])
    await ingest(
      ...Array.from({ length: 40 }, (_, no) => ({ email: `p${no}@example.com`, plan: no % 2 ? 'pro' : '' })),
    )
    const jobId = await run()
    const counted = await person.do('GET', `/jobs/${jobId}/branches`)
    const [short, none] = counted.items
    expect([short, none]).toMatchObject([
      { step: 0, path: '1', name: 'Short', percent: 50 },
      { step: 0, path: '1', name: 'None', percent: 50, sent: 0 },
    ])
    expect(short.reached + none.reached).toBe(40)
    expect(short.sent).toBe(short.reached)
    expect(short.done + none.done).toBe(20)
    expect((await subjects()).length).toBe(short.reached)
    world.clock.set('2099-01-01T00:00:00Z')
    await world.container.get(ClearEndedJobs).execute(new AbortController().signal)
    world.clock.follow()
    expect(await recipients(jobId)).toEqual([])
    expect(await person.do('GET', `/jobs/${jobId}/branches`)).toEqual(counted)
  })

  it('counts and lists the recipients that reached, passed and wait at each step, for one or all jobs', async () => {
    await publish([
      { type: 'branch', branches: [{ name: 'Pro', where: isPro, steps: [email('Pro')] }] },
      { type: 'condition', column: 'stage', operator: 'exists' },
      email('All'),
    ])
    await ingest(
      { email: 'a@example.com', plan: 'pro', stage: 'won' },
      { email: 'b@example.com', plan: 'pro' },
      { email: 'c@example.com' },
    )
    const jobId = await run()
    const figures = await person.do('GET', `/jobs/${jobId}/steps`)
    expect(figures).toMatchObject({
      version: 1,
      jobs: 1,
      open: 0,
      recipients: 3,
      notStarted: 0,
      isEstimate: false,
    })
    expect(figures.steps).toMatchObject([
      { path: '1', type: 'branch', reached: 3, passed: 3 },
      { path: '1 › Pro › 1', type: 'email', reached: 2, passed: 2 },
      {
        path: '2',
        type: 'condition',
        reached: 3,
        passed: 1,
        skipped: 2,
        reasons: [{ status: 'skipped', code: 'CONDITION_NOT_MET', count: 2 }],
      },
      { path: '3', reached: 1, passed: 1 },
    ])
    expect(await person.do('GET', `${path}/steps`)).toEqual({ versions: [figures], hasMore: false })
    const query = 'step=2&status=skipped'
    const ofJob = await person.do('GET', `/jobs/${jobId}/recipients?${query}`)
    expect(ofJob.items.map((one: { path: string }) => one.path)).toEqual(['2', '2'])
    const ofAll = await person.do('GET', `${path}/recipients?version=1&${query}`)
    expect(ofAll.items).toEqual(ofJob.items.map((one: object) => ({ ...one, jobId })))
    expect((await person.do('GET', `/jobs/${jobId}/recipients?step=0`)).items).toEqual([])
    const job = await person.do('GET', `/jobs/${jobId}`)
    expect(job.startedBy).toMatchObject({ name: expect.any(String) })
  })

  it('continues when the record changes, and skips at the time-out if it does not', async () => {
    await publish([
      { type: 'waitUntil', changes: 'stage', timeoutSeconds: 3600, onTimeout: 'skip' },
      email('Moved'),
    ])
    await ingest({ email: 'a@example.com', stage: 'open' }, { email: 'b@example.com', stage: 'open' })
    const jobId = await run()
    expect(await ends(jobId)).toEqual([
      ['waiting', '1', 'WAITS_FOR_CHANGE'],
      ['waiting', '1', 'WAITS_FOR_CHANGE'],
    ])
    await ingest({ email: 'b@example.com', name: 'Bo', stage: 'open' })
    await sweep()
    expect((await ends(jobId))[1]).toEqual(['waiting', '1', 'WAITS_FOR_CHANGE'])
    await ingest({ email: 'a@example.com', stage: 'won' })
    await sweep()
    expect(await subjects()).toEqual(['a@example.com Moved'])
    world.clock.advance(3601)
    await world.inspect.endWaits()
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    expect(await ends(jobId)).toEqual([
      ['done', '2', null],
      ['skipped', '1', 'WAIT_TIMED_OUT'],
    ])
  })

  it('waits for the date in a column, even if the date changes during the wait', async () => {
    await publish([{ type: 'waitUntil', column: 'joined', offsetSeconds: -86_400 }, email('Soon')])
    const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
    await ingest(
      { email: 'a@example.com', joined: inDays(30) },
      { email: 'b@example.com', joined: inDays(0.5) },
      { email: 'c@example.com', joined: 'soon' },
    )
    const jobId = await run()
    const found = await recipients(jobId)
    expect(found.map(({ status, reason }) => [status, reason?.code])).toEqual([
      ['waiting', 'WAITS_FOR_DATE'],
      ['done', undefined],
      ['failed', 'NO_DATE'],
    ])
    const until = new Date(found[0].reason.evidence.until).getTime()
    expect(Math.round((until - world.clock.now().getTime()) / 86_400_000)).toBe(29)
    await ingest({ email: 'a@example.com', joined: inDays(0.9) })
    await sweep()
    expect((await ends(jobId))[0]).toEqual(['done', '2', null])
  })

  it.each(['job', 'spinner'])(
    'applies changes of records during a pause once the %s is resumed',
    async (paused) => {
      const change = { type: 'waitUntil', changes: 'stage', timeoutSeconds: 86_400, onTimeout: 'skip' }
      await publish([change, { type: 'waitUntil', column: 'joined' }, email('Both')])
      const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
      await ingest(
        { email: 'a@example.com', stage: 'open', joined: inDays(-1) },
        { email: 'b@example.com', stage: 'open', joined: inDays(30) },
        { email: 'c@example.com', stage: 'open', joined: inDays(-1) },
      )
      const jobId = await run()
      await ingest({ email: 'b@example.com', stage: 'won', joined: inDays(30) })
      await sweep()
      const waits = ['WAITS_FOR_CHANGE', 'WAITS_FOR_DATE', 'WAITS_FOR_CHANGE']
      expect((await ends(jobId)).map(([, , code]) => code)).toEqual(waits)
      const held = paused === 'job' ? `/jobs/${jobId}` : path
      await person.do('POST', `${held}/pause`)
      // Lets the sweep release the slice before the test writes the records, so the later sweeps check the changes.
      await sweep()
      await ingest({ email: 'a@example.com', stage: 'won', joined: inDays(-1) })
      await ingest({ email: 'b@example.com', stage: 'won', joined: inDays(-2) })
      await sweep()
      await sweep()
      expect((await ends(jobId)).map(([, , code]) => code)).toEqual(waits)
      await person.do('POST', `${held}/resume`)
      await sweep()
      expect((await ends(jobId)).map(([status]) => status)).toEqual(['done', 'done', 'waiting'])
      expect((await subjects()).toSorted()).toEqual(['a@example.com Both', 'b@example.com Both'])
    },
  )

  describe('with a wait for a condition', () => {
    const isWon = { column: 'stage', operator: 'equals', value: 'won' }
    const waits = (where: object) => ({ type: 'waitUntil', where, timeoutSeconds: 3_600, onTimeout: 'skip' })
    const waiting = ['waiting', '1', 'WAITS_FOR_CONDITION']
    const done = ['done', '2', null]

    it('continues once the record meets it, at once if it meets it already, and skips at the time-out', async () => {
      await publish([waits({ and: [isPro, isWon] }), email('Welcome')])
      await ingest(
        { email: 'a@example.com' },
        { email: 'b@example.com', plan: 'pro', stage: 'won' },
        { email: 'c@example.com' },
      )
      const jobId = await run()
      expect(await ends(jobId)).toEqual([waiting, done, waiting])
      expect((await recipients(jobId))[0].reason.evidence.column).toBe('plan, stage')
      await ingest({ email: 'a@example.com', plan: 'pro' })
      await sweep()
      expect(await ends(jobId)).toEqual([waiting, done, waiting])
      await ingest({ email: 'a@example.com', plan: 'pro', stage: 'won' })
      await sweep()
      expect(await ends(jobId)).toEqual([done, done, waiting])
      world.clock.advance(3_601)
      await world.inspect.endWaits()
      await world.container.get(AskDueTurns).execute()
      await world.drain()
      expect((await ends(jobId))[2]).toEqual(['skipped', '1', 'WAIT_TIMED_OUT'])
      expect(await subjects()).toEqual(['b@example.com Welcome', 'a@example.com Welcome'])
    })

    it('is woken once for each change of the record, and not by the changes of other records', async () => {
      await publish([waits(isWon), email('Won')])
      await ingest({ email: 'a@example.com' }, { email: 'b@example.com' })
      const jobId = await run()
      const due = async () =>
        (await world.sql.query('select due_at from recipients where job_id = $1 order by record_id', [jobId]))
          .rows
      const before = await due()
      await ingest({ email: 'b@example.com', name: 'Bo' })
      await sweep()
      const after = await due()
      expect(after[0]).toEqual(before[0])
      expect(await ends(jobId)).toEqual([waiting, waiting])
      await sweep()
      expect(await due()).toEqual(after)
      const { rows } = await world.sql.query('select from step_waits where job_id = $1 and changed', [jobId])
      expect(rows).toEqual([])
    })

    it('stores the one time at which a condition with times becomes true, and the last of two changes counts', async () => {
      const isDue = { column: 'joined', operator: 'before', value: 'now+2h' }
      await publish([waits(isDue), email('Joined')])
      const inHours = (hours: number) =>
        new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
      const joined = inHours(2.5)
      await ingest({ email: 'a@example.com', joined })
      const jobId = await run()
      const until = async () => (await recipients(jobId))[0].reason?.evidence.until
      const expected = new Date(Date.parse(joined) - 7_199_999).toISOString()
      expect((await until()).slice(0, 19)).toBe(expected.slice(0, 19))
      await Promise.all([
        ingest({ email: 'a@example.com', joined: inHours(2.9) }),
        ingest({ email: 'a@example.com', joined: inHours(2.9), name: 'Ada' }),
      ])
      await sweep()
      expect(Date.parse(await until())).toBeGreaterThan(world.clock.now().getTime() + 0.8 * 3_600_000)
      await ingest({ email: 'a@example.com', joined: inHours(-2) })
      await sweep()
      expect(await ends(jobId)).toEqual([done])
    })

    it('follows a renamed column, and keeps a column of a condition from being removed', async () => {
      await publish([waits(isWon), email('Won')])
      await ingest({ email: 'a@example.com' })
      const jobId = await run()
      const columns = `/data-tables/${tableId}/columns`
      await person.do('PATCH', `${columns}/stage`, { name: 'status' })
      expect((await person.ask('DELETE', `${columns}/status`)).status).toBe(409)
      const json = {
        dataTableId: tableId,
        records: [{ name: '', plan: '', joined: '', email: 'a@example.com', status: 'won' }],
      }
      await api.ask('/api/v1/public/ingest', { method: 'POST', key: apiKey, json })
      await sweep()
      await endWaits()
      expect(await ends(jobId)).toEqual([done])
    })

    it.each(['job', 'spinner'])(
      'applies a change during a pause of the %s once it is resumed',
      async (paused) => {
        await publish([waits(isWon), email('Won')])
        await ingest({ email: 'a@example.com' }, { email: 'b@example.com' })
        const jobId = await run()
        const held = paused === 'job' ? `/jobs/${jobId}` : path
        await person.do('POST', `${held}/pause`)
        await sweep()
        await ingest({ email: 'a@example.com', stage: 'won' })
        await ingest({ email: 'b@example.com', stage: 'won' })
        await ingest({ email: 'b@example.com', stage: 'lost' })
        await sweep()
        expect(await subjects()).toEqual([])
        await person.do('POST', `${held}/resume`)
        await sweep()
        expect(await ends(jobId)).toEqual([done, waiting])
      },
    )

    it('moves to a version with the same condition, and not to one with another', async () => {
      await publish([waits(isWon), email('Won')])
      await ingest({ email: 'a@example.com' })
      await run()
      const preview = async (where: object) => {
        await person.do('PATCH', path, { steps: [waits(where), email('Changed')] })
        return await person.do('GET', `${path}/publish-preview`)
      }
      expect(await preview(isPro)).toMatchObject({
        movable: 0,
        immovable: [{ code: 'STEP_CHANGED', count: 1 }],
      })
      expect(await preview(isWon)).toMatchObject({ movable: 1, immovable: [] })
    })

    it('is forecast by a rehearsal, and shown by the preview of a record', async () => {
      await publish([waits(isWon), email('Won')])
      await ingest({ email: 'a@example.com' }, { email: 'b@example.com', stage: 'won' })
      const rehearsal = await person.do('POST', `${path}/jobs`, { preview: true })
      expect(rehearsal.reasons).toEqual([{ status: 'waiting', code: 'WAITS_FOR_CONDITION', count: 1 }])
      const { items } = await person.do('POST', `${path}/preview`, {})
      type Shown = { steps: { status: string; code: string | null }[] }
      const shown = items.map(({ steps: [first] }: Shown) => `${first?.status} ${first?.code}`)
      expect(shown).toEqual(['passes WAITS_FOR_CONDITION', 'passes null'])
    })
  })

  it('skips or fails recipients whose date was past already, if the step says so', async () => {
    await ingest({ email: 'a@example.com', joined: '2020-01-01' }, { email: 'b@example.com', joined: 'soon' })
    await publish([{ type: 'waitUntil', column: 'joined', ifPast: 'skip' }, email('Late')])
    expect((await ends(await run()))[0]).toEqual(['skipped', '1', 'DATE_WAS_PAST'])
    await publish([{ type: 'waitUntil', column: 'joined', ifPast: 'fail' }, email('Late')])
    await ingest({ email: 'c@example.com', joined: '2020-01-01' })
    const jobId = await run()
    expect(await ends(jobId)).toEqual([['failed', '1', 'PAST_DATE']])
    await ingest({
      email: 'c@example.com',
      joined: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    })
    const retry = await person.do('POST', `/jobs/${jobId}/retry-failed`, { codes: ['PAST_DATE'] })
    await world.drain()
    expect(await ends(retry.jobId ?? retry.id)).toEqual([['waiting', '1', 'WAITS_FOR_DATE']])
  })

  it('returns recipients of a cancelled job that no branch has written to', async () => {
    const wait = { type: 'wait', seconds: 3600 }
    await publish([
      {
        type: 'branch',
        branches: [{ name: 'Pro', where: isPro, steps: [email('For pros'), wait] }],
        else: [wait],
      },
      email('For all'),
    ])
    await ingest({ email: 'a@example.com', plan: 'pro' }, { email: 'b@example.com' })
    const jobId = await run()
    await person.do('POST', `/jobs/${jobId}/cancel`)
    await sweep()
    // Both of the test's recipients are at the last step, but only the first of them was sent a message.
    const stopped = await person.do('GET', `/jobs/${jobId}`)
    expect(stopped.reasons).toEqual([
      { code: 'RECORD_RELEASED', status: 'pending', count: 1 },
      { code: 'JOB_CANCELLED', status: 'waiting', count: 1 },
    ])
    await publish([
      {
        type: 'branch',
        branches: [{ name: 'Pro', where: isPro, steps: [wait, email('For pros')] }],
        else: [wait, wait],
      },
      email('For all'),
    ])
    await ingest({ email: 'c@example.com', plan: 'pro' }, { email: 'd@example.com' })
    const again = await run()
    await person.do('POST', `/jobs/${again}/cancel`)
    await sweep()
    expect((await person.do('GET', `/jobs/${again}`)).reasons).toEqual([
      { code: 'RECORD_RELEASED', status: 'pending', count: 3 },
    ])
  })

  it('moves waiting recipients to a counterpart of their step, and predicts this', async () => {
    const wait = { type: 'wait', seconds: 3600 }
    await publish([email('First'), wait, email('Second')])
    await ingest({ email: 'a@example.com' })
    const jobId = await run()
    await person.do('PATCH', path, { steps: [email('First'), wait, email('Mended'), email('Third')] })
    const foreseen = { movable: 1, immovable: [] }
    expect(await person.do('GET', `${path}/publish-preview`)).toEqual({ ...foreseen, checks })
    const published = await person.do('POST', `${path}/publish`, { moveRecipients: true })
    expect(published).toMatchObject({ publishedVersion: 2, movedRecipients: foreseen })
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({ spinnerVersion: 2 })
    const refused = await publish([wait, email('Other')], { moveRecipients: true })
    expect(refused.movedRecipients).toEqual({ movable: 0, immovable: [{ code: 'STEP_CHANGED', count: 1 }] })
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({ spinnerVersion: 2 })
    await endWaits()
    expect(await subjects()).toEqual(['a@example.com First', 'a@example.com Mended', 'a@example.com Third'])
    expect(await person.do('GET', `${path}/publish-preview`)).toEqual({ movable: 0, immovable: [], checks })
  })

  it('sends nothing twice if a first step is inserted while the job is paused', async () => {
    const wait = { type: 'wait', seconds: 3600 }
    await publish([email('Welcome'), wait, email('Offer')])
    await ingest({ email: 'a@example.com' })
    const jobId = await run()
    await person.do('POST', `/jobs/${jobId}/pause`)
    const corrected = [email('First'), wait, email('Welcome'), wait, email('Offer')]
    await person.do('PATCH', path, { steps: corrected })
    const refused = { movable: 0, immovable: [{ code: 'STEP_CHANGED', count: 1 }] }
    expect(await person.do('GET', `${path}/publish-preview`)).toEqual({ ...refused, checks })
    const published = await person.do('POST', `${path}/publish`, { moveRecipients: true })
    expect(published).toMatchObject({ publishedVersion: 2, movedRecipients: refused })
    await person.do('POST', `/jobs/${jobId}/resume`)
    await endWaits()
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
      spinnerVersion: 1,
      status: 'completed',
    })
    expect(await subjects()).toEqual(['a@example.com Welcome', 'a@example.com Offer'])
  })

  it('moves no recipients to the new version by default', async () => {
    await publish([email('First'), { type: 'wait', seconds: 3600 }, email('Second')])
    await ingest({ email: 'a@example.com' })
    const jobId = await run()
    const published = await publish([email('First'), { type: 'wait', seconds: 3600 }, email('Mended')])
    expect(published).not.toHaveProperty('movedRecipients')
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({ spinnerVersion: 1 })
    // Tests that a later publish can move the jobs to the published version, even if nothing else has changed.
    const again = await person.do('POST', `${path}/publish`, { moveRecipients: true })
    expect(again).toMatchObject({ publishedVersion: 2, movedRecipients: { movable: 1, immovable: [] } })
  })

  it('asks a guard before it continues', async () => {
    const answers: Record<string, object> = {
      '/yes': { json: { continue: true } },
      '/no': { json: { continue: false, reason: 'Has bought already' } },
      '/html': { text: '<html>continue: false</html>' },
      '/large': { text: `{"continue": false, "reason": "${'x'.repeat(10_000_000)}"}` },
      '/gone': { status: 410, json: {} },
      '/moved': { status: 302, headers: { location: 'https://example.com/' } },
      '/busy': { status: 503, json: {} },
    }
    receiver.answer = (requested) => answers[requested] ?? { status: 404 }
    await publish([
      { type: 'guard', url: `${receiver.url}/{{ stage }}`, onTimeout: 'skip' },
      email('Let through'),
    ])
    await ingest(
      ...Object.keys(answers).map((one) => ({ email: `${one.slice(1)}@example.com`, stage: one.slice(1) })),
    )
    const jobId = await run()
    const results = (await recipients(jobId)).map(({ status, reason }) => [
      status,
      reason?.code ?? null,
      reason?.message,
    ])
    expect(results).toEqual([
      ['done', null, undefined],
      ['skipped', 'GUARD_REFUSED', 'Has bought already'],
      ['done', null, undefined],
      ['done', null, undefined],
      ['failed', 'RECEIVER_REFUSED', 'The receiver answered with the status 410'],
      ['failed', 'RECEIVER_REDIRECTED', expect.any(String)],
      ['waiting', 'RECEIVER_BUSY', 'The receiver answered with the status 503'],
    ])
    expect(receiver.requestedPaths.toSorted()).toEqual(Object.keys(answers).toSorted())
    answers['/busy'] = { json: {} }
    await endWaits()
    expect((await subjects()).at(-1)).toBe('busy@example.com Let through')
    const { items } = await personOf(person, 'busy@example.com')
    expect(items.filter(({ kind }: { kind: string }) => kind === 'sent' || kind === 'failed')).toHaveLength(1)
  })

  it('applies the configured result of a guard that does not answer', async () => {
    receiver.answer = () => ({ hangs: true })
    await ingest({ email: 'a@example.com' })
    await publish([
      { type: 'guard', url: receiver.url, timeoutSeconds: 1, onTimeout: 'skip' },
      email('Let through'),
    ])
    expect(await ends(await run())).toEqual([['skipped', '1', 'GUARD_TIMED_OUT']])
    await ingest({ email: 'b@example.com' })
    await publish([
      { type: 'guard', url: receiver.url, timeoutSeconds: 1, onTimeout: 'continue' },
      email('Let through'),
    ])
    expect(await ends(await run())).toEqual([['done', '2', null]])
  })

  it('waits past the year 9999, in a job, a rehearsal and a preview, beside others that continue', async () => {
    await publish([
      { type: 'waitUntil', column: 'joined', offsetSeconds: 86_400, at: '09:00' },
      email('Renewed'),
    ])
    await ingest(
      { email: 'a@example.com', joined: '9999-12-31 23:59:59' },
      { email: 'b@example.com', joined: '2020-01-01' },
    )
    expect((await person.ask('POST', `${path}/preview`, {})).status).toBe(200)
    expect((await person.ask('POST', `${path}/rehearsals`, {})).status).toBeLessThan(300)
    const jobId = await run()
    expect(await ends(jobId)).toEqual([
      ['waiting', '1', 'WAITS_FOR_DATE'],
      ['done', '2', null],
    ])
    await sweep()
    expect((await recipients(jobId))[0].reason.evidence.until).toMatch(/^\+010000-01-0[12]T/)
  })

  it('waits until a date in the data of the trigger', async () => {
    const triggerData = [
      { name: 'starts', type: 'date', isRequired: false },
      { name: 'topic', type: 'text', isRequired: false },
    ]
    await person.do('PATCH', path, { triggerData })
    await publish([
      { type: 'waitUntil', column: 'trigger.starts', timeoutSeconds: 3_600, onTimeout: 'skip' },
      email('It begins'),
    ])
    const trigger = async (data: object) => {
      const { jobId } = await person.do('POST', `${path}/jobs`, { data })
      await world.drain()
      return String(jobId)
    }
    await ingest({ email: 'a@example.com' })
    expect(await ends(await trigger({ starts: '2020-01-01' }))).toEqual([['done', '2', null]])
    await ingest({ email: 'b@example.com' })
    const soon = new Date(world.clock.now().getTime() + 1_800_000).toISOString()
    expect(await ends(await trigger({ starts: soon }))).toEqual([['waiting', '1', 'WAITS_FOR_DATE']])
    await ingest({ email: 'c@example.com' })
    const jobId = await trigger({ topic: 'Spring' })
    const [{ reason }] = await recipients(jobId)
    const until = Date.parse(reason.evidence.until) - world.clock.now().getTime()
    expect(until).toBeGreaterThan(3_500_000)
  })

  it('is not published with a wait for a change of the data of the trigger, which never changes', async () => {
    await person.do('PATCH', path, {
      triggerData: [{ name: 'starts', type: 'date', isRequired: true }],
      steps: [
        { type: 'waitUntil', changes: 'trigger.starts', timeoutSeconds: 60, onTimeout: 'skip' },
        email('Soon'),
      ],
    })
    const { status, body } = await person.ask('POST', `${path}/publish`, {})
    expect([status, body['errors']]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/steps/0/changes', code: 'TRIGGER_FIELD' })],
    ])
  })

  it('renames a column in its branches and conditions too', async () => {
    await publish([
      { type: 'branch', branches: [{ name: 'Pro', where: { and: [isPro] }, steps: [email('{{ plan }}')] }] },
      { type: 'waitUntil', changes: 'plan', timeoutSeconds: 60, onTimeout: 'skip' },
    ])
    await person.do('PATCH', `/data-tables/${tableId}/columns/plan`, { name: 'tier' })
    const { steps } = await person.do('GET', `${path}/versions/1`)
    expect(steps).toMatchObject([
      { branches: [{ where: { and: [{ column: 'tier' }] }, steps: [{ subject: '{{ tier }}' }] }] },
      { changes: 'tier' },
    ])
  })

  it('shows in its preview which branch each record takes', async () => {
    await ingest({ email: 'a@example.com', plan: 'pro' }, { email: 'b@example.com' })
    const steps = [
      { type: 'branch', branches: [{ name: 'Pro', where: isPro, steps: [email('For pros')] }] },
      { type: 'waitUntil', at: '09:00' },
      { type: 'guard', url: 'https://example.com/', onTimeout: 'skip' },
    ]
    const { items } = await person.do('POST', `${path}/preview`, { steps })
    type Shown = { steps: { path: string; status: string; message: object | null }[] }
    const shown = items.map((item: Shown) => item.steps.map((step) => `${step.path} ${step.status}`))
    expect(shown).toEqual([
      ['1 passes', '1 › Pro › 1 sends', '2 passes', '3 passes'],
      ['1 passes', '2 passes', '3 passes'],
    ])
    expect(items[1].steps[2].message).toMatchObject({ method: 'POST', url: 'https://example.com/' })
    expect(receiver.requestedPaths).toEqual([])
  })
})
