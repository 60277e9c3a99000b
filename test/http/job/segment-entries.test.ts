import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { RunTestClock } from '../../../src/use-cases/test-mode/run-test-clock.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
const dayMs = 86_400_000

describe('a spinner that starts on entries into a segment', () => {
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
    world.clock.set('2026-11-20T12:00:00.000Z')
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Spring' })).id
    const columns = [{ name: 'email', isMetadata: true }, { name: 'plan' }, { name: 'ends' }]
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })).id
    trial = await segment('Trial', { column: 'plan', operator: 'equals', value: 'trial' })
  })

  /** Sets the clock forward and signs in again, because the session may have expired by then. */
  async function advance(milliseconds: number): Promise<void> {
    world.clock.advance(milliseconds / 1000)
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, body['token'] as string, email, password, body)
  }
  const segment = async (name: string, where: object): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/segments`, { name, where })).id
  const add = async (email: string, plan: string, ends: string | null = null): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/records`, { data: { email, plan, ends } })).recordId
  const change = (recordId: string, data: object) =>
    person.do('PATCH', `/data-tables/${tableId}/records/${recordId}`, { data })
  async function draft(starts: object = {}): Promise<string> {
    const body = {
      name: 'Ways',
      dataTableId: tableId,
      contact: 'oncePerRecord',
      steps,
      starts: { on: 'segment', segmentId: trial, withinSeconds: 5, ...starts },
    }
    return (await person.do('POST', `/projects/${projectId}/spinners`, body)).id
  }
  async function published(starts: object = {}, choices: object = {}): Promise<string> {
    const id = await draft(starts)
    await person.do('POST', `/spinners/${id}/publish`, choices)
    return id
  }
  /** Runs what is due, and the next start of the window. */
  async function settle(): Promise<void> {
    await world.container.get(StartDueSpinners).execute()
    await advance(5_000)
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
  }
  /** Returns the records that the jobs of a spinner took, by job. */
  async function taken(spinnerId: string): Promise<readonly (readonly string[])[]> {
    const { items } = await person.do('GET', `/jobs?spinnerId=${spinnerId}`)
    return Promise.all(
      items.toReversed().map(async ({ id, source }: { id: string; source: string }) => {
        expect(source).toBe('segment')
        const { items: recipients } = await person.do('GET', `/jobs/${id}/recipients`)
        return recipients.map(({ recordId }: { recordId: string }) => recordId).toSorted()
      }),
    )
  }

  it('starts for records that are added or changed so that they belong, once', async () => {
    const before = await add('ada@a.example', 'paid')
    const spinnerId = await published()
    expect(await person.do('GET', `/spinners/${spinnerId}`)).toMatchObject({
      starts: { on: 'segment', segmentId: trial, again: 'never', withinSeconds: 5 },
      automaticStarts: { next: [], pause: null },
    })
    await add('linus@a.example', 'paid')
    await settle()
    expect(await taken(spinnerId)).toEqual([])
    const added = await add('grace@a.example', 'trial')
    await settle()
    await change(before, { plan: 'trial' })
    await settle()
    expect(await taken(spinnerId)).toEqual([[added], [before]])
    await change(before, { plan: 'paid' })
    await settle()
    await change(before, { plan: 'trial' })
    await settle()
    expect(await taken(spinnerId)).toEqual([[added], [before]])
  })

  it('starts again at each entry, not before the shortest time', async () => {
    const spinnerId = await published({ again: 'eachEntry', againAfterDays: 7 })
    const ada = await add('ada@a.example', 'trial')
    await settle()
    const enterAgain = async () => {
      await change(ada, { plan: 'paid' })
      await settle()
      await change(ada, { plan: 'trial' })
      await settle()
    }
    await enterAgain()
    expect(await taken(spinnerId)).toEqual([[ada]])
    await advance(7 * dayMs)
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada]])
    await enterAgain()
    expect(await taken(spinnerId)).toEqual([[ada], [ada]])
  })

  it('is explained for a person: when the record entered, and when an entry starts again', async () => {
    const entriesOf = async (spinnerId: string) =>
      (await person.do('POST', '/people/explain', { email: 'ada@a.example', spinnerId })).entries
    const [once, again] = [await published(), await published({ again: 'eachEntry', againAfterDays: 7 })]
    await person.do('POST', `/spinners/${once}/pause`, {})
    const ada = await add('ada@a.example', 'trial')
    await settle()
    const waits = { recordId: ada, isMember: true, startedAt: null, nextStart: 'waits', againAt: null }
    expect(await entriesOf(once)).toEqual([{ ...waits, enteredAt: expect.any(String) }])
    const [entry] = await entriesOf(again)
    const againAt = new Date(Date.parse(entry.startedAt) + 7 * dayMs).toISOString()
    expect(entry).toMatchObject({ isMember: true, enteredAt: null, nextStart: 'later', againAt })
    await person.do('POST', `/spinners/${once}/resume`, {})
    await settle()
    expect(await entriesOf(once)).toMatchObject([{ enteredAt: null, nextStart: 'never', againAt: null }])
    await change(ada, { plan: 'paid' })
    await advance(7 * dayMs)
    await settle()
    expect(await entriesOf(again)).toMatchObject([{ isMember: false, nextStart: 'nextEntry', againAt: null }])
    // A spinner that starts in another way has no entries.
    expect(
      await entriesOf(await published({ on: 'call', segmentId: undefined, withinSeconds: undefined })),
    ).toEqual([])
  })

  it('asks at publication what happens with members, who start only on request', async () => {
    const ada = await add('ada@a.example', 'trial')
    const spinnerId = await draft()
    const preview = await person.do('GET', `/spinners/${spinnerId}/publish-preview`)
    expect(preview.existingRecords).toEqual({ count: 1, choice: 'exclude' })
    const answer = await person.do('POST', `/spinners/${spinnerId}/publish`, {})
    expect(answer.existingRecords).toEqual({ count: 1, choice: 'exclude' })
    await settle()
    expect(await taken(spinnerId)).toEqual([])
    expect((await person.do('GET', `/spinners/${spinnerId}/publish-preview`)).existingRecords).toEqual({
      count: 0,
      choice: 'include',
    })
    const other = await published({}, { existingRecords: 'include' })
    await settle()
    expect(await taken(other)).toEqual([[ada]])
    // An existing member that leaves and comes back has begun to belong.
    await change(ada, { plan: 'paid' })
    await settle()
    await change(ada, { plan: 'trial' })
    await settle()
    expect([await taken(spinnerId), await taken(other)]).toEqual([[[ada]], [[ada]]])
  })

  it('starts when a time makes a record enter, though nobody changes it', async () => {
    const endsSoon = await segment('Ends soon', {
      and: [
        { column: 'ends', operator: 'before', value: 'now+7d' },
        { column: 'ends', operator: 'after', value: 'now' },
      ],
    })
    const spinnerId = await published({ segmentId: endsSoon })
    const ada = await add('ada@a.example', 'trial', '2026-12-01T12:00:00Z')
    const grace = await add('grace@a.example', 'trial', '2026-12-03T12:00:00Z')
    await settle()
    await advance(4 * dayMs - 20_000)
    await settle()
    expect(await taken(spinnerId)).toEqual([])
    await advance(20_000)
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada]])
    await change(grace, { ends: '2026-12-24' })
    await settle()
    await advance(3 * dayMs)
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada]])
    await advance(20 * dayMs)
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada], [grace]])
  })

  it('does not start for records that leave before the job, and collects entries during a pause', async () => {
    const spinnerId = await published()
    await person.do('POST', `/spinners/${spinnerId}/pause`)
    const ada = await add('ada@a.example', 'trial')
    const grace = await add('grace@a.example', 'trial')
    const linus = await add('linus@a.example', 'trial')
    await settle()
    await change(grace, { plan: 'paid' })
    await person.do('DELETE', `/data-tables/${tableId}/records/${linus}`)
    await settle()
    expect(await taken(spinnerId)).toEqual([])
    expect((await person.do('GET', `/spinners/${spinnerId}/publish-preview`)).existingRecords).toEqual({
      count: 1,
      choice: 'include',
    })
    await person.do('POST', `/spinners/${spinnerId}/resume`)
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada]])
    await change(grace, { plan: 'trial' })
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada], [grace]])
  })

  it('begins anew after unpublishing, and goes on after a publication of the same segment', async () => {
    const spinnerId = await published()
    await add('ada@a.example', 'trial')
    await settle()
    await person.do('PATCH', `/spinners/${spinnerId}`, {
      starts: { on: 'segment', segmentId: trial, again: 'eachEntry' },
    })
    await person.do('POST', `/spinners/${spinnerId}/publish`, {})
    await settle()
    expect(await taken(spinnerId)).toHaveLength(1)
    await person.do('POST', `/spinners/${spinnerId}/unpublish`)
    await add('grace@a.example', 'trial')
    await settle()
    expect(
      (await world.sql.query('select from segment_members where spinner_id = $1', [spinnerId])).rows,
    ).toEqual([])
    expect(await taken(spinnerId)).toHaveLength(1)
    const answer = await person.do('POST', `/spinners/${spinnerId}/publish`, {})
    expect(answer.existingRecords).toEqual({ count: 2, choice: 'exclude' })
    await settle()
    expect(await taken(spinnerId)).toHaveLength(1)
  })

  it('counts those as existing who belong because the condition was changed, also by another segment', async () => {
    const paid = await segment('Paid', { column: 'plan', operator: 'equals', value: 'paid' })
    const notPaid = await segment('Not paid', { not: { segmentId: paid } })
    const spinnerId = await published({ segmentId: notPaid })
    const ada = await add('ada@a.example', 'paid')
    await add('grace@a.example', 'paid')
    await settle()
    await person.do('PATCH', `/segments/${paid}`, {
      where: { column: 'plan', operator: 'equals', value: 'gold' },
    })
    await settle()
    expect(await taken(spinnerId)).toEqual([])
    await change(ada, { plan: 'gold' })
    await settle()
    await change(ada, { plan: 'paid' })
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada]])
  })

  it('takes the renamed column, and ignores changes of other columns', async () => {
    const spinnerId = await published()
    const ada = await add('ada@a.example', 'paid')
    await settle()
    await person.do('PATCH', `/data-tables/${tableId}/columns/plan`, { name: 'tariff' })
    await change(ada, { email: 'ada@b.example' })
    expect(
      (await world.sql.query('select from segment_changes where data_table_id = $1', [tableId])).rows,
    ).toEqual([])
    await change(ada, { tariff: 'trial' })
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada]])
  })

  it('lets a record enter once, even if several processes look at once', async () => {
    const spinnerId = await published()
    const ids = []
    for (const name of ['ada', 'grace', 'linus']) ids.push(await add(`${name}@a.example`, 'trial'))
    const starter = world.container.get(StartDueSpinners)
    await Promise.all([starter.execute(), starter.execute(), starter.execute()])
    await settle()
    expect((await taken(spinnerId)).flat().toSorted()).toEqual(ids.toSorted())
  })

  it('takes records of imports and of triggers, which do not start twice', async () => {
    const spinnerId = await published()
    await person.import(tableId, 'email,plan,ends\nkay@a.example,trial,\nlin@a.example,paid,\n')
    await settle()
    expect((await taken(spinnerId)).map((ids) => ids.length)).toEqual([1])
  })

  it('does not start again for a record that is restored from the bin', async () => {
    const spinnerId = await published({ again: 'eachEntry' })
    const ada = await add('ada@a.example', 'trial')
    await settle()
    await person.do('DELETE', `/data-tables/${tableId}/records/${ada}`)
    await settle()
    const [entry] = (await person.do('GET', '/bin')).items
    await person.do('POST', `/bin/${entry.id}/restore`)
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada]])
    await change(ada, { plan: 'paid' })
    await settle()
    await change(ada, { plan: 'trial' })
    await settle()
    expect(await taken(spinnerId)).toEqual([[ada], [ada]])
  })

  it('starts by the clock of the test organization, which stops at the times of entries', async () => {
    await person.do('POST', '/test-mode/enter')
    const { id: testId } = await person.do('GET', '/organization')
    const moment = new Date('2031-03-01T09:00:00.000Z')
    await world.container.get(UnitOfWork).run((tx) => tx.testClocks.save(newTestClock(testId, moment)))
    projectId = (await person.do('POST', '/projects', { name: 'Spring' })).id
    const columns = [{ name: 'email', isMetadata: true }, { name: 'plan' }, { name: 'ends' }]
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })).id
    const where = { column: 'ends', operator: 'before', value: 'now+7d' }
    const spinnerId = await published({ segmentId: await segment('Ends soon', where) })
    const ada = await add('ada@a.example', 'trial', '2031-03-20T12:00:00Z')
    const advanceClock = async (seconds: number) => {
      await person.do('POST', '/test-clock/advance', { seconds })
      const { signal } = new AbortController()
      await world.container.get(RunTestClock).execute({ organizationId: testId, signal })
    }
    await advanceClock(12 * 86_400)
    expect(await taken(spinnerId)).toEqual([])
    await advanceClock(2 * 86_400)
    expect(await taken(spinnerId)).toEqual([[ada]])
    const { items } = await person.do('GET', `/jobs?spinnerId=${spinnerId}`)
    expect(items[0].createdAt).toBe('2031-03-13T12:00:00.001Z')
  })

  it('keeps entries that the plan has no room for, and takes them later', async () => {
    const spinnerId = await published()
    await world.sql.query(
      `update organizations set plan_id = (select id from plans where jobs is not null order by jobs limit 1)
        where id = (select organization_id from stored_spinners where id = $1)`,
      [spinnerId],
    )
    const { rows } = await world.sql.query<{ jobs: string }>(
      'select p.jobs from plans p join organizations o on o.plan_id = p.id join stored_spinners s on s.organization_id = o.id where s.id = $1',
      [spinnerId],
    )
    for (let used = 0; used < Number(rows[0]?.jobs); used++)
      await person.do('POST', `/spinners/${spinnerId}/jobs`)
    const ada = await add('ada@a.example', 'trial')
    await settle()
    const { automaticStarts } = await person.do('GET', `/spinners/${spinnerId}`)
    expect(automaticStarts).toMatchObject({ pause: { reason: 'PLAN_LIMIT' } })
    await advance(31 * dayMs)
    await settle()
    const { items } = await person.do('GET', `/jobs?spinnerId=${spinnerId}&source=segment`)
    expect(items).toMatchObject([{ counts: { total: 1 } }])
    const { items: recipients } = await person.do('GET', `/jobs/${items[0].id}/recipients`)
    expect(recipients).toMatchObject([{ recordId: ada }])
  })

  it('is a use of the segment, which cannot be deleted', async () => {
    const spinnerId = await published()
    expect((await person.do('GET', `/segments/${trial}`)).usedBy).toMatchObject([
      { kind: 'spinner', id: spinnerId },
    ])
    const { status } = await person.ask('DELETE', `/segments/${trial}`)
    expect(status).toBe(409)
  })

  it('refuses segments that ask about people, at publication and when the segment is changed', async () => {
    const suppressed = await segment('Reached', { not: { isSuppressed: true } })
    const both = await segment('Both', { and: [{ segmentId: trial }, { segmentId: suppressed }] })
    const refused = await person.ask('POST', `/spinners/${await draft({ segmentId: both })}/publish`, {})
    expect([refused.status, refused.body['code'], refused.body['errors']]).toEqual([
      422,
      'SPINNER_INVALID',
      [
        {
          pointer: '/starts/segmentId',
          code: 'ENTRY_ASKS_ABOUT_PEOPLE',
          message: expect.stringContaining('condition step'),
        },
      ],
    ])
    await published()
    const changed = await person.ask('PATCH', `/segments/${trial}`, { where: { segmentId: suppressed } })
    expect([changed.status, changed.body['code']]).toEqual([409, 'CONFLICT'])
    expect(changed.body['message']).toContain('starts on entries into the segment "Trial"')
  })

  it.each([
    [{ on: 'segment' }, '/starts/segmentId'],
    [{ on: 'segment', segmentId: 'x' }, '/starts/segmentId'],
    [{ on: 'call', segmentId: '01936f52-4fa1-7076-9e44-92a3b4c5d6e7' }, '/starts/segmentId'],
    [
      { on: 'segment', segmentId: '01936f52-4fa1-7076-9e44-92a3b4c5d6e7', againAfterDays: 2 },
      '/starts/againAfterDays',
    ],
  ])('refuses the starts %j', async (starts, pointer) => {
    const id = await draft()
    const { status, body } = await person.ask('PATCH', `/spinners/${id}`, { starts })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body['errors']).toMatchObject([{ pointer }])
  })

  it('refuses to publish starts on entries into a segment of another table', async () => {
    const id = await draft({ segmentId: '01936f52-4fa1-7076-9e44-92a3b4c5d6e7' })
    const { status, body } = await person.ask('POST', `/spinners/${id}/publish`, {})
    expect([status, body['errors']]).toMatchObject([
      422,
      [{ pointer: '/starts/segmentId', code: 'UNKNOWN_SEGMENT' }],
    ])
  })
})
