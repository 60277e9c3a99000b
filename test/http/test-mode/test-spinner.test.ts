import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { RunTestClock } from '../../../src/use-cases/test-mode/run-test-clock.ts'
import { type Api, createApi } from '../../support/api.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

interface Entry {
  readonly kind: string
  readonly email: string | null
  readonly subject: string | null
  readonly messageId: string | null
}

const day = 86_400
const letter = (subject: string) => ({ ...welcome, subject })
const wait = (seconds: number) => ({ type: 'wait', seconds })
const nowhere = '01936f4f-0000-7000-8000-000000000000'

describe('a test of a spinner', () => {
  let world: World
  let api: Api
  let owner: Person
  let workshop: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  beforeEach(async () => {
    owner = await signUp(api)
    workshop = await createWorkshop(owner)
    path = `/spinners/${workshop.spinnerId}`
    await owner.do('PATCH', path, { steps: [letter('First'), wait(3 * day), letter('Second')] })
  })
  afterAll(() => world.close())

  /** Works as a runtime for the test organization until its clock stands still. Returns the clock. */
  const settle = async (person = owner) => {
    const { id: organizationId } = await person.do('GET', '/organization')
    const clock = world.container.get(RunTestClock)
    for (let turns = 0; turns < 50; turns++) {
      await clock.execute({ organizationId, signal: new AbortController().signal })
      const { status, next, now } = await person.do('GET', '/test-clock')
      if (status === 'idle' && (next === null || next > now)) break
    }
    return person.do('GET', '/test-clock')
  }
  const advance = async (body: object) => {
    await owner.do('POST', '/test-clock/advance', body)
    return settle()
  }
  const inTest = async <Result>(work: () => Promise<Result>, person = owner): Promise<Result> => {
    await person.do('POST', '/test-mode/enter')
    try {
      return await work()
    } finally {
      await person.do('POST', '/test-mode/leave')
    }
  }
  const timeline = async (spinnerId: string): Promise<Entry[]> =>
    (await owner.do('GET', `/test-clock/timeline?spinnerId=${spinnerId}`)).items
  const subjects = (entries: readonly Entry[]) =>
    entries.filter(({ kind }) => kind === 'message').map(({ subject }) => subject)

  it('copies the draft and the people of a run, and starts a job, without a change of the real organization', async () => {
    await owner.do('PATCH', path, { steps: [letter('Unpublished'), wait(3 * day), letter('Later')] })
    const before = await owner.do('GET', path)
    const { plan } = await owner.do('GET', '/organization')
    const test = await owner.do('POST', `${path}/test`)
    expect(test).toMatchObject({ people: { count: 2, source: 'audience' } })
    await inTest(async () => {
      expect(await settle()).toMatchObject({
        nextEvent: {
          kind: 'recipient',
          spinnerId: test.spinnerId,
          reason: 'WAIT_STEP',
          message: 'The wait step has not ended',
        },
        pausedJobs: 0,
      })
      expect(subjects(await timeline(test.spinnerId))).toEqual(['Unpublished', 'Unpublished'])
      expect((await timeline(test.spinnerId)).filter(({ kind }) => kind === 'message')).toEqual([
        expect.objectContaining({ path: '1' }),
        expect.objectContaining({ path: '1' }),
      ])
      expect((await owner.do('GET', '/test-clock/tests')).items).toMatchObject([
        {
          spinnerId: test.spinnerId,
          originalSpinnerId: workshop.spinnerId,
          jobId: test.jobId,
          name: 'Welcome',
        },
      ])
    })
    expect(await owner.do('GET', path)).toEqual(before)
    expect((await owner.do('GET', '/jobs')).items).toEqual([])
    expect((await owner.do('GET', `/data-tables/${workshop.dataTableId}`)).recordCount).toBe(2)
    expect((await owner.do('GET', '/organization')).plan).toEqual(plan)
    expect((await owner.do('GET', '/audit')).items).toContainEqual(
      expect.objectContaining({ action: 'testMode.spinnerTested', after: { recipients: 2 } }),
    )
  })

  it('advances to the next message, and says when there is none', async () => {
    const { spinnerId } = await owner.do('POST', `${path}/test`)
    await inTest(async () => {
      const { now } = await settle()
      const second = await advance({ seconds: 30 * day, stopAtMessage: true })
      expect(Date.parse(second.now) - Date.parse(now)).toBe(3 * day * 1_000)
      expect(subjects(await timeline(spinnerId))).toEqual(['First', 'First', 'Second', 'Second'])
      const third = await advance({ seconds: 30 * day, stopAtMessage: true })
      expect(third).toMatchObject({
        now: second.now,
        next: null,
        nextEvent: null,
        error: { code: 'NO_MESSAGE' },
      })
    })
  })

  it('replaces the former test with its messages, reactions and suppressions, and begins at the real time', async () => {
    const first = await owner.do('POST', `${path}/test`)
    const began = await inTest(async () => {
      const { now } = await settle()
      const [message] = await timeline(first.spinnerId)
      const { messageId } =
        (await timeline(first.spinnerId)).find(({ kind }) => kind === 'message') ?? message ?? {}
      await owner.do('POST', '/test-clock/inbound', { messageId, kind: 'unsubscribe' })
      expect((await owner.do('GET', '/suppressions')).items).toHaveLength(1)
      await advance({ seconds: 10 * day })
      return now
    })
    const second = await owner.do('POST', `${path}/test`)
    expect(second.spinnerId).not.toBe(first.spinnerId)
    await inTest(async () => {
      const { now } = await settle()
      expect(Date.parse(now) - Date.parse(began)).toBeLessThan(day * 1_000)
      expect((await owner.do('GET', '/spinners')).items.map(({ id }: { id: string }) => id)).toEqual([
        second.spinnerId,
      ])
      const tables = (await owner.do('GET', '/data-tables')).items
      expect(tables.map(({ id }: { id: string }) => id)).toEqual([second.dataTableId])
      expect((await owner.do('GET', '/projects')).items).toHaveLength(1)
      expect((await owner.do('GET', '/suppressions')).items).toEqual([])
      expect((await owner.do('GET', '/jobs')).items).toHaveLength(1)
      expect(subjects((await owner.do('GET', '/test-clock/timeline')).items)).toEqual(['First', 'First'])
    })
  })

  it('keeps the tests of two spinners apart, also if two members begin them at once', async () => {
    const colleague = await addMember(api, world.container, owner.organizationId)
    const { id } = await owner.do('POST', `${path}/duplicate`)
    const tests = await Promise.all([
      owner.do('POST', `${path}/test`),
      colleague.do('POST', `${path}/test`),
      colleague.do('POST', `/spinners/${id}/test`),
    ])
    await inTest(async () => {
      await settle()
      const { items } = await owner.do('GET', '/test-clock/tests')
      const tested = new Set(items.map((test: { originalSpinnerId: string }) => test.originalSpinnerId))
      expect([items.length, tested]).toEqual([2, new Set([workshop.spinnerId, id])])
      expect((await owner.do('GET', '/spinners')).items).toHaveLength(2)
      expect(subjects(await timeline(tests[2].spinnerId))).toEqual(['First', 'First'])
    })
    // Tests that the test of one spinner does not end that of another.
    await owner.do('POST', `${path}/test`)
    await inTest(async () => {
      await settle()
      expect(subjects(await timeline(tests[2].spinnerId))).toEqual(['First', 'First'])
    })
  })

  it('runs branches, webhooks and waits of a spinner with sender limits and a send window', async () => {
    const { id: sender } = await addSender(world, owner.organizationId, {
      name: 'Ada',
      dailyLimit: 1,
      isDefault: true,
    })
    await owner.do('PATCH', path, {
      steps: [
        { type: 'webhook', url: 'https://crm.example.com/lead', body: '{}' },
        {
          type: 'branch',
          branches: [
            {
              name: 'Ada',
              where: { column: 'name', operator: 'equals', value: 'Ada' },
              steps: [letter('For Ada')],
            },
          ],
          else: [{ ...letter('For others'), senders: [sender] }],
        },
      ],
    })
    const { spinnerId } = await owner.do('POST', `${path}/test`)
    await inTest(async () => {
      const { nextEvent } = await settle()
      expect(nextEvent).toMatchObject({ kind: 'recipient', spinnerId, reason: 'SENDER_DAILY_LIMIT' })
      await advance({ seconds: 2 * day })
      const entries = await timeline(spinnerId)
      expect(entries.filter(({ kind }) => kind === 'webhook')).toHaveLength(2)
      expect(new Set(subjects(entries))).toEqual(new Set(['For Ada', 'For others']))
      await owner.do('PATCH', `/spinners/${spinnerId}`, { name: 'Renamed in the test' })
    })
  })

  it('takes samples for an empty table, and other records if a run would take none', async () => {
    const { jobId } = await owner.do('POST', `${path}/jobs`)
    expect((await owner.do('POST', `${path}/test`)).people).toEqual({ count: 2, source: 'records' })
    expect((await owner.do('GET', `/jobs/${jobId}`)).counts.total).toBe(2)
    const where = { column: 'name', operator: 'equals', value: 'Grace' }
    expect((await owner.do('POST', `${path}/test`, { where })).people).toEqual({
      count: 1,
      source: 'records',
    })
    const none = await owner.ask('POST', `${path}/test`, { where: { ...where, value: 'Nobody' } })
    expect([none.status, none.body['code']]).toEqual([422, 'AUDIENCE_INVALID'])
    const table = await owner.do('POST', `/projects/${workshop.projectId}/data-tables`, {
      name: 'Empty',
    })
    for (const name of ['name', 'email'])
      await owner.do('POST', `/data-tables/${table.id}/columns`, { name, isMetadata: true })
    const { id } = await owner.do('POST', `/projects/${workshop.projectId}/spinners`, {
      name: 'New',
      dataTableId: table.id,
      steps: [welcome],
    })
    const test = await owner.do('POST', `/spinners/${id}/test`)
    expect(test.people).toEqual({ count: 5, source: 'samples' })
    await inTest(async () => {
      await settle()
      expect(subjects(await timeline(test.spinnerId))).toContain('Welcome, Ada Lovelace')
    })
  })

  it('passes over suppressed people', async () => {
    await owner.do('POST', '/suppressions', { email: 'ada@example.com' })
    const { spinnerId, people } = await owner.do('POST', `${path}/test`)
    expect(people.count).toBe(1)
    await inTest(async () => {
      await settle()
      expect((await timeline(spinnerId)).find(({ kind }) => kind === 'message')?.email).toBe(
        'grace@example.com',
      )
    })
  })

  it('lists the faults of a draft that cannot run, and leaves the former test', async () => {
    const { spinnerId } = await owner.do('POST', `${path}/test`)
    await owner.do('PATCH', path, { steps: [letter('Hello {{ unknown }}')] })
    const refused = await owner.ask('POST', `${path}/test`)
    expect([refused.status, refused.body['code']]).toEqual([422, 'SPINNER_INVALID'])
    expect(refused.body['errors']).toMatchObject([{ pointer: '/steps/0/subject', column: 'unknown' }])
    await inTest(async () =>
      expect((await owner.do('GET', '/test-clock/tests')).items).toMatchObject([{ spinnerId }]),
    )
  })

  it('refuses viewers, foreign spinners, spinners in the bin, an outdated draft and test mode itself', async () => {
    const viewer = await addMember(api, world.container, owner.organizationId, 'viewer')
    expect((await viewer.ask('POST', `${path}/test`)).status).toBe(403)
    const stranger = await signUp(api)
    expect((await stranger.ask('POST', `${path}/test`)).status).toBe(404)
    expect((await owner.ask('POST', `/spinners/${nowhere}/test`)).status).toBe(404)
    const outdated = { headers: { 'if-match': '"1"' } }
    expect((await owner.ask('POST', `${path}/test`, undefined, outdated)).body['code']).toBe('CONFLICT')
    await inTest(async () =>
      expect((await owner.ask('POST', `${path}/test`)).body['code']).toBe('TEST_MODE_REFUSED'),
    )
    await owner.do('POST', `${path}/unpublish`)
    await owner.do('DELETE', path)
    await owner.do('DELETE', `/data-tables/${workshop.dataTableId}`)
    expect((await owner.ask('POST', `${path}/test`)).status).toBe(404)
  })

  it('waits for no advance of the clock', async () => {
    await owner.do('POST', `${path}/test`)
    await inTest(async () => {
      await settle()
      await owner.do('POST', '/test-clock/advance', { seconds: day })
    })
    expect((await owner.ask('POST', `${path}/test`)).body['code']).toBe('CLOCK_ADVANCING')
  })

  it('is forgotten by a reset of the test organization', async () => {
    const { spinnerId } = await owner.do('POST', `${path}/test`)
    await inTest(async () => {
      await settle()
      const { name } = await owner.do('GET', '/organization')
      await owner.do('POST', '/test-clock/reset', { name })
      expect((await owner.do('GET', '/test-clock/tests')).items).toEqual([])
      expect((await owner.ask('POST', `/spinners/${spinnerId}/copy-from-test`)).status).toBe(404)
    })
    expect((await owner.ask('POST', `${path}/test`)).status).toBe(201)
  })

  it('loses a person who is erased in the real organization', async () => {
    const { spinnerId, dataTableId } = await owner.do('POST', `${path}/test`)
    await inTest(() => settle())
    await owner.do('POST', '/people/erase', { email: 'ada@example.com' })
    await inTest(async () => {
      expect((await owner.do('GET', `/data-tables/${dataTableId}/records`)).items).toHaveLength(1)
      expect(JSON.stringify(await timeline(spinnerId))).not.toContain('ada@example.com')
      await advance({ seconds: 5 * day })
      expect(subjects(await timeline(spinnerId)).filter((subject) => subject === 'Second')).toHaveLength(1)
    })
  })

  it('asks in the copy about the messages of the copy, and in the draft that comes back about the real spinner', async () => {
    const asks = (spinnerId: string) => ({ sent: { spinnerId } })
    const segments = `/data-tables/${workshop.dataTableId}/segments`
    const { id } = await owner.do('POST', segments, { name: 'Written to', where: asks(workshop.spinnerId) })
    await owner.do('PATCH', path, {
      steps: [letter('First'), { type: 'condition', where: asks(workshop.spinnerId) }, letter('Second')],
      exits: [{ segmentId: id }],
    })
    const test = await owner.do('POST', `${path}/test`)
    await inTest(async () => {
      await settle()
      const copy = await owner.do('GET', `/spinners/${test.spinnerId}`)
      expect(copy.steps[1].where).toEqual(asks(test.spinnerId))
      const { items } = await owner.do('GET', `/data-tables/${test.dataTableId}/segments`)
      expect(items).toMatchObject([{ where: asks(test.spinnerId) }])
      // Everybody has got the first message, so everybody has entered the segment.
      expect(subjects(await timeline(test.spinnerId))).toEqual(['First', 'First'])
      await owner.do('PATCH', `/spinners/${test.spinnerId}`, { name: 'Changed', exits: [] })
      await settle()
      await owner.do('POST', `/spinners/${test.spinnerId}/copy-from-test`)
    })
    const real = await owner.do('GET', path)
    expect([real.name, real.steps[1].where]).toEqual(['Changed', asks(workshop.spinnerId)])
  })

  it('copies a table of 500 columns', async () => {
    const columns = Array.from({ length: 498 }, (_, index) => `c${index}`)
    const cells = columns.map((_, index) => `v${index}`)
    const table = await owner.do('POST', `/projects/${workshop.projectId}/data-tables`, { name: 'Wide' })
    await owner.import(table.id, `name,email,${columns.join()}\nAda,ada@example.com,${cells.join()}\n`)
    await owner.do('PATCH', `/data-tables/${table.id}`, { metadataColumns: ['name', 'email'] })
    const { id } = await owner.do('POST', `/projects/${workshop.projectId}/spinners`, {
      name: 'Wide',
      dataTableId: table.id,
      steps: [welcome],
    })
    const { dataTableId, people } = await owner.do('POST', `/spinners/${id}/test`)
    expect(people.count).toBe(1)
    await inTest(async () => {
      const { items } = await owner.do('GET', `/data-tables/${dataTableId}/records`)
      expect(items[0].data).toMatchObject({ name: 'Ada', c497: 'v497' })
    })
  })

  it('can be repeated for a spinner that starts on records or needs data of the trigger', async () => {
    await owner.do('PATCH', path, {
      starts: { on: 'records', withinSeconds: 5 },
      triggerData: [{ name: 'offer', type: 'text', isRequired: true }],
      steps: [letter('Offer {{ trigger.offer }}')],
    })
    for (let times = 0; times < 2; times++) {
      const { spinnerId } = await owner.do('POST', `${path}/test`)
      await inTest(async () => {
        await settle()
        await advance({ seconds: day })
        expect(subjects(await timeline(spinnerId))).toHaveLength(2)
      })
    }
  })

  describe('copied back', () => {
    const back = (spinnerId: string, overwrites = false) =>
      owner.do('POST', `/spinners/${spinnerId}/copy-from-test`, { overwrite: overwrites })
    const subjectOf = async () => (await owner.do('GET', path)).steps[0].subject

    it('changes nothing if nothing was changed in the test, also if the real draft was', async () => {
      const { spinnerId } = await owner.do('POST', `${path}/test`)
      const { revision } = await owner.do('GET', path)
      const same = { spinnerId: workshop.spinnerId, change: 'same', message: null }
      expect(await inTest(() => back(spinnerId))).toEqual(same)
      await owner.do('PATCH', path, { steps: [letter('Real')] })
      expect(await inTest(() => back(spinnerId))).toEqual(same)
      expect(await subjectOf()).toBe('Real')
      expect((await owner.do('GET', path)).revision).toBe(revision === undefined ? undefined : revision + 1)
    })

    it('replaces the real draft by the changes of the test, again and again', async () => {
      const { spinnerId } = await owner.do('POST', `${path}/test`)
      for (const subject of ['Better', 'Best']) {
        const change = await inTest(async () => {
          await owner.do('PATCH', `/spinners/${spinnerId}`, { steps: [letter(subject)] })
          return back(spinnerId)
        })
        expect(change).toEqual({ spinnerId: workshop.spinnerId, change: 'changed', message: null })
        expect(await subjectOf()).toBe(subject)
      }
      expect((await owner.do('GET', path)).publishedVersion).toBe(1)
    })

    it('is a conflict if both drafts were changed, until the user decides', async () => {
      const { spinnerId } = await owner.do('POST', `${path}/test`)
      await owner.do('PATCH', path, { steps: [letter('Real')] })
      await inTest(async () => {
        await owner.do('PATCH', `/spinners/${spinnerId}`, { steps: [letter('Test')] })
        expect(await back(spinnerId)).toMatchObject({ change: 'conflict', message: expect.any(String) })
      })
      expect(await subjectOf()).toBe('Real')
      expect((await inTest(() => back(spinnerId, true))).change).toBe('changed')
      expect(await subjectOf()).toBe('Test')
    })

    it('names the real senders and files, and refuses a spinner that was deleted', async () => {
      const { id: sender } = await addSender(world, owner.organizationId, { name: 'Ada', isDefault: true })
      await owner.do('PATCH', path, { steps: [{ ...letter('First'), senders: [sender] }] })
      const { spinnerId } = await owner.do('POST', `${path}/test`)
      await inTest(async () => {
        const { steps } = await owner.do('GET', `/spinners/${spinnerId}`)
        expect(steps[0].senders).not.toEqual([sender])
        await owner.do('PATCH', `/spinners/${spinnerId}`, { steps: [{ ...steps[0], subject: 'Other' }] })
        await back(spinnerId)
      })
      expect((await owner.do('GET', path)).steps).toMatchObject([{ subject: 'Other', senders: [sender] }])
      await owner.do('POST', `${path}/unpublish`)
      await owner.do('DELETE', path)
      const { status, body } = await inTest(() =>
        owner.ask('POST', `/spinners/${spinnerId}/copy-from-test`, {}),
      )
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    })
  })
})
