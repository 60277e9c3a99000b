import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { PostgresArrivalStore } from '../../src/adapters/postgres/arrival/arrival-store.ts'
import { ArrivalWriter } from '../../src/adapters/postgres/arrival/arrival-writer.ts'
import { PostgresRecordAppender } from '../../src/adapters/postgres/arrival/record-appender.ts'
import { PostgresContactRuleStore } from '../../src/adapters/postgres/contact/contact-rule-store.ts'
import { Database } from '../../src/adapters/postgres/database.ts'
import { provideAs } from '../../src/composition/provide.ts'
import type { StoredArrival } from '../../src/domain/arrival/arrival.ts'
import type { Claim } from '../../src/domain/arrival/claims.ts'
import type { TableSchema } from '../../src/domain/table/table-schema.ts'
import { ArrivalStore } from '../../src/ports/arrival/arrivals.ts'
import { type Arrival, RecordAppender } from '../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../src/ports/clock.ts'
import { ContactRuleStore, PersonDigests } from '../../src/ports/contact/contact-rules.ts'
import { Sealing } from '../../src/ports/sealing.ts'
import { type Api, createApi } from '../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../support/data/person.ts'
import { DatabaseProxy } from '../support/servers/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { type World, worldOn } from '../support/world.ts'

const policy = { messagesPerDay: 1, messagesPerWeek: null, daysBetweenSpinners: null, activePerDomain: null }

describe('a request that loses its database connection', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let losing: 'before the commit' | 'after the commit' | 'the commit of an import' | 'never'

  /**
   * A test double: `LostRules` loses the database after a contact policy was committed, before it is read for the
   * answer.
   */
  class LostRules extends PostgresContactRuleStore {
    override policyOf(organizationId: string) {
      if (losing === 'after the commit') proxy.startOutage('closes')
      return super.policyOf(organizationId)
    }
  }

  /**
   * A test double: `LostIntake` loses the database before or after the commit that writes an append and its
   * audit entry.
   */
  class LostIntake extends PostgresRecordAppender {
    override async append(arrival: Arrival, tableSchema: TableSchema) {
      if (losing === 'before the commit') proxy.refuseNext()
      const appended = await super.append(arrival, tableSchema)
      if (losing === 'after the commit') proxy.startOutage('closes')
      return appended
    }
  }

  /**
   * A test double: `LostImport` stores the rows that an import leaves out, and loses the answer to the next
   * commit, in which the other rows become visible.
   */
  class LostImport extends PostgresArrivalStore {
    override async keep(arrival: StoredArrival, claim: Claim | null) {
      const stored = await super.keep(arrival, claim)
      if (losing === 'the commit of an import') proxy.loseNextCommit()
      return stored
    }
  }

  beforeEach(async () => {
    losing = 'never'
    database = await createTestDatabase()
    proxy = await DatabaseProxy.before(database.url)
    world = await worldOn(proxy.url, async () => {}, [
      provideAs(ContactRuleStore, LostRules, Database, PersonDigests),
      provideAs(RecordAppender, LostIntake, Database, Clock),
      provideAs(ArrivalStore, LostImport, Database, Sealing, ArrivalWriter),
    ])
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
  })
  afterEach(async () => {
    await api.close()
    proxy.comeBack()
    await world.close()
    proxy.close()
    await database.drop()
  })

  const setPolicy = () => person.ask('PUT', '/organization/contact-policy', policy)
  const addRecord = () =>
    person.ask('POST', `/data-tables/${own.dataTableId}/records`, { data: { email: 'ada@example.com' } })
  const reportedOf = ({ status, headers, body }: Awaited<ReturnType<typeof setPolicy>>) => [
    status,
    body['code'],
    headers.get('retry-after'),
  ]
  const emails = async () =>
    (await person.do('GET', `/data-tables/${own.dataTableId}/records`)).items.map(
      ({ data }: { data: { email: string } }) => data.email,
    )

  it('does not claim that nothing was written after its policy is stored, and a repeat succeeds', async () => {
    losing = 'after the commit'
    const lost = await setPolicy()
    expect(reportedOf(lost)).toEqual([503, 'OUTCOME_UNKNOWN', '1'])
    expect(lost.body['message']).toContain('after a part of it had been written')
    proxy.comeBack()
    losing = 'never'
    expect(await person.do('GET', '/organization/contact-policy')).toEqual(policy)
    expect((await setPolicy()).status).toBe(200)
  })

  it('has stored its record and the audit entry in one commit, after which it needs no database', async () => {
    const before = await emails()
    losing = 'after the commit'
    expect((await addRecord()).status).toBe(201)
    proxy.comeBack()
    expect(await emails()).toHaveLength(before.length + 1)
    const { items } = await person.do('GET', '/audit')
    expect(items.map(({ action }: { action: string }) => action)).toContain('record.added')
  })

  it('keeps the rows that its import left out if nobody knows whether the other rows are in the table', async () => {
    const before = await emails()
    losing = 'the commit of an import'
    const form = new FormData()
    form.append('options', JSON.stringify({ skipBadRows: true }))
    form.append(
      'file',
      new Blob(['name,email\nOne,one@example.com\nTwo,two@example.com,more\n']),
      'leads.csv',
    )
    const lost = await fetch(`${api.url}/api/v1/data-tables/${own.dataTableId}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
    expect([lost.status, await lost.json()]).toMatchObject([503, { code: 'OUTCOME_UNKNOWN' }])
    expect(await emails()).toEqual([...before, 'one@example.com'])
    const { items } = await person.do('GET', '/arrivals?status=refused')
    expect(items).toMatchObject([{ code: 'ROWS_SKIPPED', records: 1 }])
    const { body } = await person.ask('GET', `/arrivals/${items[0].id}`)
    expect(JSON.stringify(body)).toContain('two@example.com')
  })

  it('reports that nothing was written if it had only read', async () => {
    const before = await emails()
    losing = 'before the commit'
    expect(reportedOf(await addRecord())).toEqual([503, 'OVERLOADED', '1'])
    proxy.comeBack()
    expect(await emails()).toEqual(before)
  })
})
