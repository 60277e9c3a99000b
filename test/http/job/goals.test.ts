import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { SpinnerResultsStore } from '../../../src/ports/job/spinner-results.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { ClearEndedJobs, ClearEndedJobsOptions } from '../../../src/use-cases/job/clear-ended-jobs.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 86_400_000
const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const steps = [email('First'), { type: 'wait', seconds: 86_400 }, email('Second')]
const isWon = { column: 'status', operator: 'equals', value: 'won' }

/** An e-mail channel that accepts every message, except to the refused address. */
class ScriptedEmail extends EmailChannel {
  refused: string | null = null
  #sent = 0

  override async send({ to }: EmailMessage): Promise<Outcome> {
    if (to === this.refused) return { kind: 'failed', code: 'MESSAGE_REFUSED', reason: '550 No' }
    const messageId = `<${to} ${this.#sent++}>`
    return {
      kind: 'sent',
      receipt: { messageId, providerId: messageId, providerThread: null, serverResponse: null },
    }
  }
}

describe('a goal that is a condition on the record', () => {
  let world: World
  let api: Api
  let person: Person
  let tableId: string
  let projectId: string
  const channel = new ScriptedEmail()

  beforeAll(async () => {
    world = await createWorld([
      provideValue(EmailChannel, channel),
      provideValue(ClearEndedJobsOptions, new ClearEndedJobsOptions(90)),
    ])
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    await world.sql.query('delete from results_progress')
    await world.sql.query('delete from spinner_results')
    channel.refused = null
    person = await signUp(api)
    projectId = (await person.do('POST', '/projects', { name: 'Spring' })).id
    const columns = [
      { name: 'email', isMetadata: true },
      { name: 'status', isMetadata: true },
      { name: 'note', isMetadata: true },
    ]
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads', columns })).id
  })

  /** Sets the clock forward and signs in again, because the session may have expired by then. */
  async function advance(milliseconds: number): Promise<void> {
    world.clock.advance(milliseconds / 1000)
    const { email: address, password } = person
    const json = { email: address, password }
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json })
    person = personWith(api, body['token'] as string, address, password, body)
  }
  const add = async (name: string, status = 'new'): Promise<string> => {
    const data = { email: `${name}@a.example`, status, note: '' }
    return (await person.do('POST', `/data-tables/${tableId}/records`, { data })).recordId
  }
  const change = (recordId: string, data: object) =>
    person.do('PATCH', `/data-tables/${tableId}/records/${recordId}`, { data })
  const segment = async (name: string, where: object): Promise<string> =>
    (await person.do('POST', `/data-tables/${tableId}/segments`, { name, where })).id
  async function draft(goal: object | null, settings: object = {}): Promise<string> {
    const body = { name: 'Ways', dataTableId: tableId, contact: 'oncePerRecord', steps, goal, ...settings }
    return (await person.do('POST', `/projects/${projectId}/spinners`, body)).id
  }
  async function published(goal: object | null, settings: object = {}): Promise<string> {
    const id = await draft(goal, settings)
    await person.do('POST', `/spinners/${id}/publish`, {})
    return id
  }
  async function publishAgain(spinnerId: string, changes: object): Promise<void> {
    await person.do('PATCH', `/spinners/${spinnerId}`, changes)
    await person.do('POST', `/spinners/${spinnerId}/publish`, {})
  }
  const look = () => world.container.get(StartDueSpinners).execute()
  async function run(spinnerId: string, body: object = {}): Promise<string> {
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, body)
    await world.drain()
    await look()
    return jobId
  }
  async function drain(): Promise<void> {
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    await look()
  }
  async function win(...recordIds: readonly string[]): Promise<void> {
    for (const recordId of recordIds) await change(recordId, { status: 'won' })
    await look()
  }
  const results = (spinnerId: string, query = '') =>
    person.do('GET', `/spinners/${spinnerId}/results${query}`)
  const reached = async (spinnerId: string): Promise<number> => (await results(spinnerId)).total.reachedGoal
  /** Adds the messages and outcomes so far to the stored results, as a runtime does minutes later. */
  async function count(): Promise<void> {
    await advance(300_000)
    await world.container.get(SpinnerResultsStore).count(new AbortController().signal)
  }
  const outcomes = async (spinnerId: string) =>
    (await world.sql.query('select from goal_outcomes where spinner_id = $1', [spinnerId])).rows.length

  it('counts those whose record begins to meet it within the days, once, as before the counting', async () => {
    const [ada, grace, linus, won] = [
      await add('ada'),
      await add('grace'),
      await add('linus'),
      await add('won', 'won'),
    ]
    const spinnerId = await published({ where: isWon, withinDays: 2 })
    await run(spinnerId)
    await change(grace, { note: 'Called' })
    await win(ada)
    await change(ada, { status: 'lost' })
    await look()
    await win(ada)
    // A record that met the condition before the first message has not begun to meet it.
    await change(won, { note: 'Called' })
    await look()
    expect(await reached(spinnerId)).toBe(1)
    await change(won, { status: 'lost' })
    await look()
    await win(won)
    expect(await reached(spinnerId)).toBe(2)
    await advance(2 * dayMs - 60_000)
    await win(grace)
    await advance(120_000)
    await win(linus)
    expect((await results(spinnerId)).total).toMatchObject({ reached: 4, reachedGoal: 3 })
    await count()
    expect((await results(spinnerId)).total).toMatchObject({ reached: 4, reachedGoal: 3 })
    expect((await person.do('GET', '/results')).items[0].reachedGoal).toBe(3)
  })

  it('counts with the last message before, by step, branch, sender and week', async () => {
    const people = [await add('ada'), await add('grace')]
    const branches = [
      { name: 'One', percent: 50, steps: [email('Second')] },
      { name: 'Other', percent: 50, steps: [email('Third')] },
    ]
    const split = [email('First'), { type: 'wait', seconds: 86_400 }, { type: 'split', branches }]
    const spinnerId = await published({ where: isWon, withinDays: 30 }, { steps: split })
    await run(spinnerId)
    await win(people[0] ?? '')
    await advance(86_400_000 + 60_000)
    await drain()
    await win(people[1] ?? '')
    await count()
    const by = async (groupBy: string): Promise<readonly (readonly [string, number])[]> =>
      (await results(spinnerId, `?groupBy=${groupBy}`)).items.map(
        ({ key, reachedGoal }: { key: string; reachedGoal: number }) => [key, reachedGoal] as const,
      )
    const others = (await by('step')).slice(1).filter(([, goals]) => goals > 0)
    expect(others).toEqual([[expect.stringMatching(/^1:[34]$/), 1]])
    expect((await by('step'))[0]).toEqual(['1:0', 1])
    expect((await by('variant')).filter(([, goals]) => goals > 0)).toEqual([
      [expect.stringMatching(/^1:2:[01]$/), 1],
    ])
    expect(await by('sender')).toEqual([['', 2]])
    expect(await by('week')).toEqual([['2026-11-16', 2]])
  })

  it('counts the last job of a record only, and the first message of a retry', async () => {
    const ada = await add('ada')
    channel.refused = 'ada@a.example'
    const spinnerId = await published({ where: isWon, withinDays: 2 }, { audience: 'all' })
    const jobId = await run(spinnerId)
    await win(ada)
    expect([await outcomes(spinnerId), await reached(spinnerId)]).toEqual([0, 0])
    await change(ada, { status: 'lost' })
    channel.refused = null
    await advance(3 * dayMs)
    await person.do('POST', `/jobs/${jobId}/retry-failed`)
    await drain()
    await run(spinnerId)
    await advance(dayMs)
    await win(ada)
    expect((await results(spinnerId)).total).toMatchObject({ reached: 2, reachedGoal: 1 })
  })

  it('is reached when a time or a segment makes the condition true', async () => {
    const past = { column: 'status', operator: 'before', value: 'now' }
    const customers = await segment('Customers', { or: [isWon, past] })
    const [ada, grace] = [await add('ada', '2026-11-21T12:00:00Z'), await add('grace')]
    const spinnerId = await published({ segmentId: customers, withinDays: 3 })
    await run(spinnerId)
    expect(await reached(spinnerId)).toBe(0)
    await advance(dayMs + 60_000)
    await look()
    expect(await reached(spinnerId)).toBe(1)
    // Records that belong because the segment was changed have not entered it.
    await person.do('PATCH', `/segments/${customers}`, {
      where: { or: [past, { column: 'status', operator: 'in', values: ['won', 'new'] }] },
    })
    await change(grace, { status: 'won' })
    await look()
    expect(await reached(spinnerId)).toBe(1)
    await change(grace, { status: 'lost' })
    await look()
    await change(grace, { status: 'new' })
    await look()
    expect(await reached(spinnerId)).toBe(2)
    expect(await person.ask('DELETE', `/segments/${customers}`)).toMatchObject({
      status: 409,
      body: { usedBy: [{ kind: 'spinner', id: spinnerId, name: 'Ways' }] },
    })
    await person.do('DELETE', `/data-tables/${tableId}/records/${ada}`)
  })

  it('holds for those whom its version wrote to first, also after a later publication', async () => {
    const [ada, grace] = [await add('ada'), await add('grace')]
    const spinnerId = await published({ where: isWon, withinDays: 5 })
    await run(spinnerId)
    await publishAgain(spinnerId, { goal: { event: 'message.replied', withinDays: 5 } })
    await win(ada)
    expect(await reached(spinnerId)).toBe(1)
    const version = await person.do('GET', `/spinners/${spinnerId}/versions/1`)
    expect(version.goal).toEqual({ where: isWon, withinDays: 5 })
    expect(await person.ask('DELETE', `/data-tables/${tableId}/columns/status`)).toMatchObject({
      status: 409,
    })
    await advance(6 * dayMs)
    await drain()
    await win(grace)
    expect(await reached(spinnerId)).toBe(1)
    expect(
      (await world.sql.query('select from goal_watches where spinner_id = $1', [spinnerId])).rows,
    ).toEqual([])
  })

  it('follows a renamed column, and a record into the bin and back', async () => {
    const [ada, grace] = [await add('ada'), await add('grace')]
    const spinnerId = await published({ where: isWon, withinDays: 5 })
    await run(spinnerId)
    await person.do('PATCH', `/data-tables/${tableId}/columns/status`, { name: 'stage' })
    const goal = { where: { ...isWon, column: 'stage' }, withinDays: 5 }
    expect((await person.do('GET', `/spinners/${spinnerId}`)).goal).toEqual(goal)
    expect((await person.do('GET', `/spinners/${spinnerId}/versions/1`)).goal).toEqual(goal)
    await person.do('DELETE', `/data-tables/${tableId}/records/${ada}`)
    await look()
    const [entry] = (await person.do('GET', '/bin')).items
    await person.do('POST', `/bin/${entry.id}/restore`)
    await look()
    await change(ada, { stage: 'won' })
    await change(grace, { stage: 'won' })
    await look()
    expect(await reached(spinnerId)).toBe(2)
  })

  it('counts while the job is paused and after it was cancelled, and forgets erased people', async () => {
    const [ada, grace, linus] = [await add('ada'), await add('grace'), await add('linus')]
    const spinnerId = await published({ where: isWon, withinDays: 5 })
    const jobId = await run(spinnerId)
    await person.do('POST', `/spinners/${spinnerId}/pause`)
    await win(ada)
    await person.do('POST', `/spinners/${spinnerId}/resume`)
    await person.do('POST', `/jobs/${jobId}/cancel`)
    await win(grace)
    expect([await reached(spinnerId), await outcomes(spinnerId)]).toEqual([2, 3])
    await count()
    await person.do('POST', '/people/erase', { email: 'ada@a.example' })
    await world.drain()
    expect([await reached(spinnerId), await outcomes(spinnerId)]).toEqual([2, 2])
    await win(linus)
    expect(await reached(spinnerId)).toBe(3)
  })

  it('is stored as long as recipients can reach it, also if the details of the job are deleted before', async () => {
    const [ada, grace] = [await add('ada'), await add('grace')]
    const clear = () => world.container.get(ClearEndedJobs).execute(new AbortController().signal)
    const spinnerId = await published({ where: isWon, withinDays: 365 }, { steps: [email('First')] })
    await run(spinnerId)
    await win(ada)
    await count()
    await advance(91 * dayMs)
    await clear()
    expect([await outcomes(spinnerId), await reached(spinnerId)]).toEqual([1, 1])
    await win(grace)
    await count()
    expect(await reached(spinnerId)).toBe(2)
    await publishAgain(spinnerId, { goal: null })
    await look()
    expect(await outcomes(spinnerId)).toBe(0)
    expect(await reached(spinnerId)).toBe(2)
  })

  describe('with a holdout', () => {
    const goal = { where: isWon, withinDays: 5, holdoutPercent: 50 }
    interface Listed {
      readonly recordId: string
      readonly reason: { readonly code: string } | null
    }
    const statuses = async (jobId: string) => {
      const items: readonly Listed[] = (await person.do('GET', `/jobs/${jobId}/recipients?limit=200`)).items
      const held = items.filter(({ reason }) => reason?.code === 'IN_HOLDOUT')
      const idsOf = (of: readonly Listed[]) => of.map(({ recordId }) => recordId).toSorted()
      return { held: idsOf(held), others: idsOf(items.filter((item) => !held.includes(item))) }
    }

    it('sends it nothing in any job, and compares how many of it reach the goal', async () => {
      const ids: string[] = []
      for (let no = 0; no < 20; no++) ids.push(await add(`lead${no}`))
      const spinnerId = await published(goal, { audience: 'all' })
      const rehearsal = await person.do('POST', `/spinners/${spinnerId}/jobs`, { preview: true })
      expect(JSON.stringify(rehearsal)).toContain('IN_HOLDOUT')
      const first = await statuses(await run(spinnerId))
      expect([...first.held, ...first.others].toSorted()).toEqual(ids.toSorted())
      expect(Math.abs(first.held.length - 10)).toBeLessThan(9)
      const [heldOut = '', other = ''] = [first.held[0], first.others[0]]
      const preview = await person.do('POST', `/spinners/${spinnerId}/preview`, { recordIds: [heldOut] })
      expect(JSON.stringify(preview)).toContain('IN_HOLDOUT')
      await win(heldOut, other, first.others[1] ?? '')
      const { total } = await results(spinnerId)
      expect(total).toMatchObject({ reached: first.others.length, sent: first.others.length, reachedGoal: 2 })
      const compared = async () => (await results(spinnerId, '?groupBy=holdout')).items
      const value = 2 / first.others.length - 1 / first.held.length
      const expected = [
        { key: 'holdout', reached: first.held.length, sent: 0, reachedGoal: 1, goalDifference: null },
        {
          key: 'others',
          reached: first.others.length,
          reachedGoal: 2,
          goalDifference: {
            value: expect.closeTo(value, 3),
            low: expect.any(Number),
            high: expect.any(Number),
          },
        },
      ]
      expect(await compared()).toMatchObject(expected)
      await count()
      expect(await compared()).toMatchObject(expected)
      expect((await results(spinnerId, '?groupBy=variant')).items).toEqual([])
      expect((await results(spinnerId, '?groupBy=holdout')).total).toMatchObject({ reachedGoal: 2 })
      const csv = await fetch(`${api.url}/api/v1/spinners/${spinnerId}/results?groupBy=holdout`, {
        headers: { accept: 'text/csv', authorization: `Bearer ${person.token}` },
      })
      const lines = (await csv.text()).split('\r\n')
      expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual(['holdout', 'others'])
      expect((await statuses(await run(spinnerId))).held).toEqual(first.held)
      await publishAgain(spinnerId, { goal: { ...goal, holdoutPercent: 10 } })
      const fewer = (await statuses(await run(spinnerId))).held
      expect(fewer.filter((id) => !first.held.includes(id))).toEqual([])
    })

    it('counts its days from the moment of the first message, after the conditions before it', async () => {
      const ids: string[] = []
      for (let no = 0; no < 8; no++) ids.push(await add(`lead${no}`, no % 2 === 0 ? 'new' : 'old'))
      const isNew = { type: 'condition', where: { column: 'status', operator: 'equals', value: 'new' } }
      const later = [isNew, { type: 'wait', seconds: 86_400 }, email('First')]
      const spinnerId = await published(goal, { steps: later })
      const jobId = await run(spinnerId)
      expect((await statuses(jobId)).held).toEqual([])
      await advance(dayMs + 60_000)
      await drain()
      const { held } = await statuses(jobId)
      expect(held.filter((id) => ids.indexOf(id) % 2 === 1)).toEqual([])
      const { rows } = await world.sql.query<{ first_at: Date }>(
        'select first_at from goal_outcomes where spinner_id = $1',
        [spinnerId],
      )
      expect(rows).toHaveLength(4)
      expect(rows.every(({ first_at: at }) => at > new Date('2026-11-21T12:00:00Z'))).toBe(true)
    })

    it('is refused with a goal that only a message can reach', async () => {
      const refused = { event: 'message.replied', withinDays: 2, holdoutPercent: 10 }
      const body = { name: 'Ways', dataTableId: tableId, steps, goal: refused }
      expect((await person.ask('POST', `/projects/${projectId}/spinners`, body)).status).toBe(400)
    })
  })

  it.each([
    [
      { where: { column: 'statu', operator: 'exists' }, withinDays: 2 },
      '/goal/where/column',
      'UNKNOWN_COLUMN',
    ],
    [{ where: { hasReplied: { withinDays: 7 } }, withinDays: 2 }, '/goal', 'GOAL_ASKS_ABOUT_PEOPLE'],
    [
      { segmentId: '0198b2c4-6a1e-7c3d-9f00-2b5d8e4a7c10', withinDays: 2 },
      '/goal/segmentId',
      'UNKNOWN_SEGMENT',
    ],
  ])('refuses to publish the goal %j', async (goal, pointer, code) => {
    const spinnerId = await draft(goal)
    expect(await person.ask('POST', `/spinners/${spinnerId}/publish`, {})).toMatchObject({
      status: 422,
      body: { errors: [{ pointer, code }] },
    })
  })

  it('stores nothing for spinners without such a goal', async () => {
    await add('ada')
    const spinnerId = await published({ event: 'message.replied', withinDays: 2 })
    await run(spinnerId)
    expect(await outcomes(spinnerId)).toBe(0)
    expect(
      (await world.sql.query('select from segment_changes where data_table_id = $1', [tableId])).rows,
    ).toEqual([])
  })
})
