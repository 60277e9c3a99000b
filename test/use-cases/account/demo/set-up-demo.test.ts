import { beforeEach, describe, expect, it } from '@jest/globals'
import { digestOf } from '../../../../src/adapters/security/secret.ts'
import { createFixture, type Fixture, leads } from '../../fixture.ts'

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
})

describe('the demo', () => {
  it('has a key that the public API accepts', () => {
    expect(digestOf('svc', on.demo.apiKey)).not.toBeNull()
  })

  it('has an ingest token that the public API accepts', () => {
    expect(digestOf('tbl', on.demo.ingestToken)).not.toBeNull()
  })

  it('has the columns that its curl commands send', () => {
    const table = on.store.tables.get(on.demo.dataTableId)
    expect(table?.columns.map(({ name }) => name)).toEqual(['name', 'phone', 'account_id', 'email'])
  })

  it('works from ingest to message', async () => {
    await on.ingest(leads(1))
    await on.trigger()
    await on.drain()
    expect(on.store.outbox).toMatchObject([{ to: 'lead1@example.com', subject: 'Welcome, Lead 1' }])
  })

  it('stores no secret in plain text', () => {
    const kept = JSON.stringify([...on.store.apiKeys.values(), ...on.store.tables.values()])
    expect([on.demo.apiKey, on.demo.ingestToken].filter((secret) => kept.includes(secret))).toEqual([])
  })

  it('uses the plan that it was set up with', async () => {
    const { organizationId } = on.demo
    expect(on.store.organizations.get(organizationId)?.planId).toBe('starter')
  })

  it('is set up once', async () => {
    expect(await on.setUpDemo.execute('starter')).toBeNull()
  })

  it('adds nothing when it is set up again', async () => {
    await on.setUpDemo.execute('starter')
    const { organizations, users, apiKeys, tables, spinners } = on.store
    const sizes = [organizations, users, apiKeys, tables, spinners].map(({ size }) => size)
    expect(sizes).toEqual([1, 1, 1, 1, 1])
  })
})
