import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, personWith, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })

describe('conditions about the person of a record', () => {
  let world: World
  let api: Api
  let person: Person
  let tableId: string
  let projectId: string

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
    const columns = [
      { name: 'email', isMetadata: true },
      { name: 'plan', isMetadata: true },
    ]
    const body = { name: 'Leads', columns }
    tableId = (await person.do('POST', `/projects/${projectId}/data-tables`, body)).id
  })

  const addressOf = new Map<string, string>()
  async function add(address: string, plan = ''): Promise<void> {
    const body = { data: { email: address, plan } }
    const { recordId } = await person.do('POST', `/data-tables/${tableId}/records`, body)
    addressOf.set(recordId, address)
  }
  /** Publishes a spinner over all records of the table. */
  async function publish(steps: object[]): Promise<string> {
    const body = { name: 'Ways', dataTableId: tableId, audience: 'all', contact: 'oncePerRecord', steps }
    const { id } = await person.do('POST', `/projects/${projectId}/spinners`, body)
    await person.do('POST', `/spinners/${id}/publish`, {})
    return id
  }
  async function run(spinnerId: string, body: object = {}): Promise<string> {
    const { jobId } = await person.do('POST', `/spinners/${spinnerId}/jobs`, body)
    await world.drain()
    return jobId
  }
  const reached = async (jobId: string): Promise<readonly string[]> => {
    const { items } = await person.do('GET', `/jobs/${jobId}/recipients`)
    return items
      .filter(({ status }: { status: string }) => status === 'done')
      .map(({ recordId }: { recordId: string }) => addressOf.get(recordId))
      .toSorted()
  }
  const matching = async (where: object): Promise<readonly string[]> => {
    const query = encodeURIComponent(JSON.stringify(where))
    const { items } = await person.do('GET', `/data-tables/${tableId}/records?where=${query}`)
    return items.map(({ data }: { data: { email: string } }) => data.email).toSorted()
  }

  it('know whom a spinner has written to, and when', async () => {
    await add('ada@example.com')
    const first = await publish([email('First')])
    await run(first)
    await add('Ben@Example.com')
    const sent = { sent: { spinnerId: first } }
    expect(await matching(sent)).toEqual(['ada@example.com'])
    expect(await matching({ not: sent })).toEqual(['Ben@Example.com'])
    expect(await matching({ sent: {} })).toEqual(['ada@example.com'])
    const second = await publish([{ type: 'condition', where: { not: sent } }])
    expect(await matching({ sent: { spinnerId: second } })).toEqual([])
    expect(await reached(await run(second))).toEqual(['Ben@Example.com'])
    const chosen = await run(second, { where: sent })
    expect((await person.do('GET', `/jobs/${chosen}/recipients`)).items).toHaveLength(1)

    world.clock.advance(15 * 86_400)
    const { email: address, password } = person
    const signIn = { method: 'POST', json: { email: address, password } }
    const { body } = await api.ask('/api/v1/auth/sign-in', signIn)
    person = personWith(api, body['token'] as string, address, password, body)
    expect(await matching({ sent: { spinnerId: first, withinDays: 14 } })).toEqual([])
    expect(await matching({ sent: { spinnerId: first, withinDays: 16 } })).toEqual(['ada@example.com'])
  })

  it('know who is suppressed, by address and by domain', async () => {
    for (const address of ['ada@example.com', 'ben@example.org', 'cyd@example.net']) await add(address)
    await person.do('POST', '/suppressions', { email: 'ADA@example.com' })
    await person.do('POST', '/suppressions', { domain: 'example.org' })
    expect(await matching({ isSuppressed: true })).toEqual(['ada@example.com', 'ben@example.org'])
    const spinnerId = await publish([
      {
        type: 'branch',
        branches: [{ name: 'Suppressed', where: { isSuppressed: true }, steps: [email('Never')] }],
        else: [],
      },
    ])
    const jobId = await run(spinnerId)
    expect(await reached(jobId)).toEqual(['cyd@example.net'])
    const { items } = await person.do('GET', '/outbox')
    expect(items).toEqual([])
    const counts = await person.do('POST', `/spinners/${spinnerId}/branch-counts`, {})
    expect(counts.branches.map(({ records }: { records: number }) => records)).toEqual([2, 1])
  })

  it('end a wait within 15 minutes after their answer has changed', async () => {
    await add('ada@example.com')
    const wait = {
      type: 'waitUntil',
      where: { isSuppressed: true },
      timeoutSeconds: 86_400,
      onTimeout: 'skip',
    }
    const jobId = await run(await publish([wait]))
    await person.do('POST', '/suppressions', { email: 'ada@example.com' })
    expect(await reached(jobId)).toEqual([])
    world.clock.advance(901)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    expect(await reached(jobId)).toEqual(['ada@example.com'])
  })

  it('compare with lists of values and of domains', async () => {
    await add('ada@example.com', 'pro')
    await add('ben@EXAMPLE.com', 'team')
    await add('cyd@mail.example.com', 'trial')
    await add('not an address at example.com', '')
    expect(await matching({ column: 'plan', operator: 'in', values: ['pro', 'team', 'none'] })).toEqual([
      'ada@example.com',
      'ben@EXAMPLE.com',
    ])
    expect(await matching({ column: 'email', operator: 'domainIn', values: ['@Example.com'] })).toEqual([
      'ada@example.com',
      'ben@EXAMPLE.com',
    ])
  })

  it('are refused where they cannot be read', async () => {
    const ask = (where: object) =>
      person.ask('GET', `/data-tables/${tableId}/records?where=${encodeURIComponent(JSON.stringify(where))}`)
    for (const where of [
      { sent: { spinnerId: 'x' } },
      { sent: { withinDays: 0 } },
      { sent: true },
      { hasReplied: { since: '2026-01-01' } },
      { isSuppressed: false },
      { column: 'plan', operator: 'in', value: 'pro' },
      { column: 'plan', operator: 'in', values: [] },
      { column: 'email', operator: 'domainIn', values: ['no domain'] },
    ])
      expect({ where, status: (await ask(where)).status }).toEqual({ where, status: 400 })
  })
})
