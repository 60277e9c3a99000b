import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { service } from '../../../src/domain/account/audit/actor.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { InboundFactKind } from '../../../src/domain/sender/inbound/inbound-fact.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { SpinnerResultsStore } from '../../../src/ports/job/spinner-results.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { AddressSuppressor } from '../../../src/use-cases/contact/address-suppressor.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { InboundFactProcessor } from '../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { type Api, createApi } from '../../support/api.ts'
import { addSpinner, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const leads = 20

/** An e-mail channel that accepts every message, except to the refused address. */
class ScriptedEmail extends EmailChannel {
  refused: string | null = null
  #sent = 0

  override async send({ to }: EmailMessage): Promise<Outcome> {
    if (to === this.refused) return { kind: 'failed', code: 'MESSAGE_REFUSED', reason: '550 No' }
    const providerId = `${to} ${this.#sent++}`
    return {
      kind: 'sent',
      receipt: { messageId: `<${providerId}>`, providerId, providerThread: null, serverResponse: null },
    }
  }
}

describe('the results of a spinner', () => {
  let world: World
  let api: Api
  let person: Person
  let workshop: Workshop
  let spinnerId: string
  const channel = new ScriptedEmail()

  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, channel)])
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    world.clock.follow()
    await world.sql.query('delete from results_progress')
    await world.sql.query('delete from spinner_results')
    channel.refused = null
    person = await signUp(api)
    workshop = await createWorkshop(person)
    const csv = Array.from({ length: leads }, (_, no) => `Lead ${no},lead${no}@example.com`).join('\n')
    const table = await person.do('POST', `/projects/${workshop.projectId}/data-tables`, {
      name: 'More leads',
    })
    await person.import(table.id, `name,email\n${csv}\n`)
    await person.do('PATCH', `/data-tables/${table.id}`, { metadataColumns: ['name', 'email'] })
    spinnerId = await addSpinner(
      person,
      { ...workshop, dataTableId: table.id },
      {
        steps: [
          email('First'),
          {
            type: 'split',
            branches: [
              { name: 'Short', percent: 50, steps: [email('Short')] },
              { name: 'Long', percent: 50, steps: [email('Long')] },
            ],
          },
          { type: 'wait', seconds: 3600 },
          email('Last'),
        ],
      },
    )
  })

  const store = () => world.container.get(SpinnerResultsStore)
  const results = (query = '') => person.do('GET', `/spinners/${spinnerId}/results${query}`)
  async function run(): Promise<string> {
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    return jobId
  }
  async function endWaits(): Promise<void> {
    await world.inspect.endWaits()
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }
  /** Adds the messages and reactions so far to the stored results, as a runtime does minutes later. */
  async function count(): Promise<void> {
    world.clock.advance(300)
    await store().count(new AbortController().signal)
  }
  let facts = 0
  /** Reports a reaction to the last message that was sent to an address. */
  async function react(kind: InboundFactKind, address: string): Promise<void> {
    const { rows } = await world.sql.query<{ provider_id: string }>(
      'select provider_id from message_log where organization_id = $1 and address = $2 order by id desc limit 1',
      [person.organizationId, address],
    )
    await world.container.get(InboundFactProcessor).process({
      organizationId: person.organizationId,
      senderId: null,
      fact: {
        kind,
        key: `fact ${facts++}`,
        at: world.clock.now(),
        messageId: null,
        until: null,
        status: null,
        serverResponse: null,
        voucher: 'provider',
        asksToStop: false,
        answers: {
          messageIds: [],
          providerId: rows[0]?.provider_id ?? null,
          providerThread: null,
          addresses: [address],
        },
      },
    })
  }
  const unsubscribe = (address: string) =>
    world.container.get(AddressSuppressor).suppress({
      organizationId: person.organizationId,
      email: address,
      reason: 'unsubscribed',
      by: service,
    })

  it('have the failures of all jobs by reason', async () => {
    channel.refused = 'lead5@example.com'
    const jobId = await run()
    const failures = [{ code: 'MESSAGE_REFUSED', failed: 1, unconfirmed: 0 }]
    expect((await results()).failures).toEqual(failures)
    channel.refused = null
    await person.do('POST', `/jobs/${jobId}/retry-failed`, {})
    await world.drain()
    expect((await results()).failures).toEqual(failures)
    expect((await results('?groupBy=step')).failures).toBeNull()
  })

  it('are the same before, during and after the counting', async () => {
    await run()
    await react('reply', 'lead0@example.com')
    await react('reply', 'lead0@example.com')
    await react('autoReply', 'lead1@example.com')
    await react('hardBounce', 'lead2@example.com')
    await react('complaint', 'lead3@example.com')
    await unsubscribe('lead4@example.com')
    const total = {
      reached: 20,
      sent: 40,
      delivered: 39,
      captured: 0,
      replied: 1,
      automaticReplies: 1,
      bounced: 1,
      unsubscribed: 1,
      complained: 1,
      reachedGoal: 0,
    }
    expect(await results()).toMatchObject({ total, items: [], countedUntil: null })
    await count()
    expect(await results()).toMatchObject({ total, items: [], countedUntil: null })
    await react('reply', 'lead5@example.com')
    await endWaits()
    const later = { ...total, sent: 55, delivered: 54, replied: 2 }
    expect((await results()).total).toEqual(later)
    await count()
    expect((await results()).total).toEqual(later)
  })

  it('are divided by step, branch, sender, source, day and week, and the parts add up to the total', async () => {
    await run()
    await react('reply', 'lead0@example.com')
    await count()
    await endWaits()
    const { total } = await results()
    for (const group of ['step', 'sender', 'source', 'day', 'week']) {
      const { items } = await results(`?groupBy=${group}`)
      const sum = (field: string) =>
        items.reduce((all: number, item: Record<string, number>) => all + (item[field] ?? 0), 0)
      expect([group, sum('sent'), sum('reached'), sum('replied')]).toEqual([group, total.sent, 20, 1])
    }
    const { items: steps } = await results('?groupBy=step')
    expect(steps.map((step: Record<string, unknown>) => [step['path'], step['sent']])).toEqual([
      ['1', 20],
      ['2 › Short › 1', expect.any(Number)],
      ['2 › Long › 1', expect.any(Number)],
      ['4', 19],
    ])
    const { items: branches } = await results('?groupBy=variant')
    expect(branches.map((branch: Record<string, unknown>) => [branch['name'], branch['path']])).toEqual([
      ['Short', '2'],
      ['Long', '2'],
    ])
    expect(branches[0].reached + branches[1].reached).toBe(20)
    expect(branches[0].difference).toBeNull()
    expect(branches[1].difference).toMatchObject({
      value: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
    })
  })

  it('by source follow the record of the recipient: import, API key, webhook URL or user', async () => {
    const { dataTableId } = await person.do('GET', `/spinners/${spinnerId}`)
    const { webhookUrl } = await person.do('GET', `/data-tables/${dataTableId}`)
    const record = (name: string) => ({ name, email: `${name}@example.com` })
    const send = (path: string, ask: object) => api.ask(path, { method: 'POST', ...ask })
    const addManually = (name: string) =>
      person.do('POST', `/data-tables/${dataTableId}/records`, { data: record(name) })
    await send('/api/v1/public/ingest', {
      key: workshop.apiKey,
      json: { dataTableId, records: [record('key1'), record('key2')] },
    })
    await send(new URL(webhookUrl).pathname, { json: { records: [record('webhook')] } })
    // A job of named records has no range of the ledger.
    const { recordId } = await addManually('named')
    await person.do('POST', `/spinners/${spinnerId}/jobs`, { recordIds: [recordId] })
    await world.drain()
    await run()
    const figures = async () => {
      const { items } = await results('?groupBy=source')
      return items.map(({ key, name, sent, reached }: Record<string, unknown>) => [key, name, sent, reached])
    }
    const expected = [
      ['import', null, 40, 20],
      [workshop.apiKeyId, 'CRM', 4, 2],
      expect.arrayContaining([null, 2, 1]),
      expect.arrayContaining([null, 2, 1]),
    ]
    const before = await figures()
    expect(before).toEqual(expected)
    expect(before.slice(2).map(([key]: unknown[]) => key)).toEqual(
      expect.arrayContaining(['user', 'webhookUrl']),
    )
    await react('reply', 'webhook@example.com')
    await count()
    expect(await figures()).toEqual(expected)
    const { items } = await results('?groupBy=source')
    expect(items.find(({ key }: { key: string }) => key === 'webhookUrl').replied).toBe(1)
  })

  it('by source follow a retried recipient', async () => {
    channel.refused = 'lead7@example.com'
    const jobId = await run()
    channel.refused = null
    await person.do('POST', `/jobs/${jobId}/cancel`)
    await person.do('POST', `/jobs/${jobId}/retry-failed`, {})
    await world.drain()
    await count()
    expect((await results('?groupBy=source')).items).toMatchObject([{ key: 'import', sent: 40, reached: 20 }])
  })

  it('count a message on the day on which it was sent, and a reply on the day of its message', async () => {
    const sentAt = world.clock.now()
    await run()
    world.clock.advance(86_400)
    await react('reply', 'lead0@example.com')
    world.clock.follow()
    const { items } = await results('?groupBy=day')
    expect(items).toMatchObject([{ key: sentAt.toISOString().slice(0, 10), sent: 40, replied: 1 }])
    const tomorrow = new Date(sentAt.getTime() + 86_400_000).toISOString()
    expect((await results(`?since=${tomorrow}`)).total).toMatchObject({ sent: 0, replied: 0 })
    expect((await results(`?until=${tomorrow}`)).total).toMatchObject({ sent: 40, replied: 1 })
  })

  describe('of a spinner with a goal', () => {
    const goal = { event: 'message.replied', withinDays: 2 }
    const publish = async (changes: object) => {
      await person.do('PATCH', `/spinners/${spinnerId}`, changes)
      await person.do('POST', `/spinners/${spinnerId}/publish`, {})
    }
    const reached = async (query = '') => {
      const { total, items } = await results(query)
      return query === ''
        ? total.reachedGoal
        : items.map((item: Record<string, number>) => item['reachedGoal'])
    }

    it('count each recipient once who replies within the days after the first message, as before the counting', async () => {
      await publish({ goal })
      await run()
      await react('reply', 'lead0@example.com')
      await react('reply', 'lead0@example.com')
      await react('autoReply', 'lead1@example.com')
      world.clock.advance(2 * 86_400 - 60)
      await react('reply', 'lead2@example.com')
      world.clock.advance(120)
      await react('reply', 'lead3@example.com')
      // Sets the clock back, because the session of the test has expired at this time.
      world.clock.follow()
      expect([await reached(), (await results()).total.replied]).toEqual([2, 3])
      await count()
      expect([await reached(), (await results()).total.replied]).toEqual([2, 3])
      const list = await person.do('GET', '/results')
      expect(list.items[0].reachedGoal).toBe(2)
    })

    it('are divided by step, branch, sender and week, with the difference between the branches', async () => {
      await publish({ goal })
      await run()
      await react('reply', 'lead0@example.com')
      await count()
      for (const group of ['step', 'variant', 'sender', 'week'])
        expect(
          (await reached(`?groupBy=${group}`)).reduce((sum: number, part: number) => sum + part, 0),
        ).toBe(1)
      const { items } = await results('?groupBy=variant')
      const [first, second] = items
      expect([first.goalDifference, second.goalDifference.value]).toEqual([
        null,
        expect.closeTo(second.reachedGoal / second.reached - first.reachedGoal / first.reached, 4),
      ])
      const response = await fetch(`${api.url}/api/v1/spinners/${spinnerId}/results?groupBy=variant`, {
        headers: { accept: 'text/csv', authorization: `Bearer ${person.token}` },
      })
      expect((await response.text()).split('\r\n')[0]).toContain('reachedGoal')
    })

    it('count by the goal of the version that a job ran, and not by a later one', async () => {
      await run()
      await publish({ goal })
      await react('reply', 'lead0@example.com')
      expect(await reached()).toBe(0)
      const versions = await person.do('GET', `/spinners/${spinnerId}/versions/2`)
      expect(versions.goal).toEqual(goal)
      await publish({ goal: null })
      expect((await person.do('GET', `/spinners/${spinnerId}`)).goal).toBeNull()
    })

    it.each([
      [{ event: 'message.opened', withinDays: 2 }],
      [{ event: 'message.replied' }],
      [{ event: 'message.replied', withinDays: 0 }],
      [{ event: 'message.replied', withinDays: 366 }],
      [{ event: 'message.replied', withinDays: 1.5 }],
    ])('refuse the goal %j', async (refused) => {
      const answer = await person.ask('PATCH', `/spinners/${spinnerId}`, { goal: refused })
      expect([answer.status, answer.body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect((await person.do('GET', `/spinners/${spinnerId}`)).goal).toBeNull()
    })
  })

  it('do not count failed messages as sent, and a retried recipient once', async () => {
    channel.refused = 'lead7@example.com'
    const jobId = await run()
    expect((await results()).total).toMatchObject({ sent: 38, reached: 19 })
    await count()
    channel.refused = null
    await person.do('POST', `/jobs/${jobId}/cancel`)
    await person.do('POST', `/jobs/${jobId}/retry-failed`, {})
    await world.drain()
    expect((await results()).total).toMatchObject({ sent: 40, reached: 20 })
    await count()
    const { items } = await results('?groupBy=variant')
    expect(items[0].reached + items[1].reached).toBe(20)
  })

  it('are read as CSV with the same rows', async () => {
    await run()
    const { items } = await results('?groupBy=step')
    const response = await fetch(`${api.url}/api/v1/spinners/${spinnerId}/results?groupBy=step`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${person.token}` },
    })
    const csv = await response.text()
    const [header = '', ...rows] = csv.trim().split('\r\n')
    expect(header.split(',').slice(0, 7)).toEqual([
      'key',
      'name',
      'version',
      'step',
      'path',
      'reached',
      'sent',
    ])
    expect(rows.map((row) => row.split(',').slice(5, 7).map(Number))).toEqual(
      items.map(({ reached, sent }: Record<string, number>) => [reached, sent]),
    )
  })

  it('are in the list of all spinners, with the messages of each day', async () => {
    await run()
    await count()
    const { items } = await person.do('GET', '/results')
    expect(items).toMatchObject([{ spinnerId, sent: 40, reached: 20 }])
    expect(items[0].sentByDay).toHaveLength(30)
    expect(items[0].sentByDay.at(-1)).toBe(40)
  })

  it('are counted to the last message when the organization leaves for another cell, and once only', async () => {
    await run()
    await react('reply', 'lead0@example.com')
    const { total } = await results()
    await world.sql.query('insert into results_progress (counted_until) values (to_timestamp(0))')
    await world.sql.query('select count_moved_results(p_organization => $1)', [person.organizationId])
    const { rows } = await world.sql.query<{ sent: number }>(
      "select sum(sent)::int as sent from spinner_results where spinner_id = $1 and variant = ''",
      [spinnerId],
    )
    expect(rows[0]?.sent).toBe(total.sent)
    expect((await results()).total).toEqual(total)
    await count()
    expect((await results()).total).toEqual(total)
  })

  it('are not visible to another organization', async () => {
    const other = await signUp(api)
    expect((await other.ask('GET', `/spinners/${spinnerId}/results`)).status).toBe(404)
    expect((await other.do('GET', '/results')).items).toEqual([])
  })
})

describe('the results of a spinner whose messages are captured', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })

  it('count them as captured, and reach nobody', async () => {
    world.clock.follow()
    const person = await signUp(api)
    const { spinnerId } = await createWorkshop(person)
    await person.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    const expected = { total: { captured: 2, sent: 0, reached: 0, delivered: 0 } }
    expect(await person.do('GET', `/spinners/${spinnerId}/results`)).toMatchObject(expected)
    world.clock.advance(300)
    await world.container.get(SpinnerResultsStore).count(new AbortController().signal)
    expect(await person.do('GET', `/spinners/${spinnerId}/results`)).toMatchObject(expected)
    const bySource = await person.do('GET', `/spinners/${spinnerId}/results?groupBy=source`)
    expect(bySource.items).toMatchObject([{ key: 'import', captured: 2 }])
  })
})
