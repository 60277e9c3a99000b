import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { digestOf } from '../../../src/adapters/security/secret.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { SetUpDemo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { createFixture, type Fixture, leads } from '../../support/demo/fixture.ts'

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
})
afterEach(() => on.close())

describe('the demo', () => {
  it('has a key that the public API accepts', () => {
    expect(digestOf('svc', on.demo.apiKey)).not.toBeNull()
  })

  it('has an ingest token that the public API accepts', () => {
    expect(digestOf('tbl', on.demo.ingestToken)).not.toBeNull()
  })

  it('has the columns that its curl commands send', async () => {
    const { organizationId, dataTableId } = on.demo
    const table = await on.container.get(DataTableStore).find(organizationId, dataTableId)
    expect(table?.columns.map(({ name }) => name)).toEqual(['name', 'phone', 'account_id', 'email'])
  })

  it('works from ingest to message', async () => {
    await on.ingest(leads(1))
    await on.trigger()
    await on.drain()
    expect(await on.inspect.outbox()).toMatchObject([{ to: 'lead1@example.com', subject: 'Welcome, Lead 1' }])
  })

  it('stores no secret in plain text', async () => {
    const { rows } = await on.sql.query<{ stored: string }>(
      'select row_to_json(k)::text as stored from api_keys k union all select row_to_json(t)::text from data_tables t',
    )
    const storedSecrets = rows.map(({ stored }) => stored).join()
    expect(rows).toHaveLength(2)
    expect([on.demo.apiKey, on.demo.ingestToken].filter((secret) => storedSecrets.includes(secret))).toEqual(
      [],
    )
  })

  it('uses the plan that it was set up with', async () => {
    const { organizationId } = on.demo
    const query = 'select plan_id from organizations where id = $1'
    expect((await on.sql.query(query, [organizationId])).rows).toEqual([{ plan_id: 'starter' }])
  })

  it('is set up once', async () => {
    expect(await on.container.get(SetUpDemo).execute('starter')).toBeNull()
  })

  it('adds nothing when it is set up again', async () => {
    await on.container.get(SetUpDemo).execute('starter')
    for (const table of ['organizations', 'users', 'api_keys', 'data_tables', 'spinners'])
      expect((await on.sql.query(`select from ${table}`)).rowCount).toBe(1)
  })
})
