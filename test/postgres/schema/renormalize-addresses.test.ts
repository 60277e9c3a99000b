import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { migrate } from '../../../src/adapters/postgres/schema/migrate.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

describe('addresses that were stored before domains were normalized', () => {
  let world: PostgresWorld
  let told: readonly string[]

  const suppress = (email: string, day: number, reason = 'added') =>
    world.sql.query(
      'insert into suppressions (id, organization_id, email, reason, created_at) values ($1, $2, $3, $4, $5)',
      [randomUUID(), world.demo.organizationId, email, reason, `2026-11-0${day}`],
    )
  const addUser = (email: string) =>
    world.sql.query(
      `insert into users (id, organization_id, email, name, role, password_hash, created_at)
       values ($1, $2, $3, 'n', 'member', '!', now())`,
      [randomUUID(), world.demo.organizationId, email],
    )
  const suppressed = async () => {
    const { rows } = await world.sql.query<{ email: string; reason: string }>(
      'select email, reason from suppressions order by email',
    )
    return rows.map(({ email, reason }) => [email, reason])
  }

  beforeAll(async () => {
    world = await createPostgresWorld()
    await suppress('plain@example.com', 1)
    await suppress('alone@ｅｘａｍｐｌｅ.com', 1)
    await suppress('twice@example.com', 2, 'bounced')
    await suppress('twice@exa\u{ad}mple.com', 1, 'unsubscribed')
    await suppress('kept@example.com', 1, 'unsubscribed')
    await suppress('kept@example.com.', 2, 'bounced')
    await suppress('three@ｅxample.com', 3, 'bounced')
    await suppress('three@eｘample.com', 1, 'unsubscribed')
    await suppress('three@exａmple.com', 2, 'added')
    await suppress('unreadable@a..b', 1)
    for (const email of ['one@ｅxample.com', 'two@example.com', 'two@ｅxample.com']) await addUser(email)
    await world.sql.query('delete from data_steps')
    told = await migrate(world.databaseUrl)
  })
  afterAll(() => world.close())

  it('get the normalized form; of two that become equal the older suppression stays', async () => {
    expect(await suppressed()).toEqual([
      ['alone@example.com', 'added'],
      ['kept@example.com', 'unsubscribed'],
      ['plain@example.com', 'added'],
      ['three@example.com', 'unsubscribed'],
      ['twice@example.com', 'unsubscribed'],
      ['unreadable@a..b', 'added'],
    ])
  })

  it('of users who become equal are not changed, and are reported', async () => {
    const { rows } = await world.sql.query<{ email: string }>(
      "select email from users where name = 'n' order by 1",
    )
    expect(rows.map(({ email }) => email)).toEqual(['one@example.com', 'two@example.com', 'two@ｅxample.com'])
    expect(told).toEqual([expect.stringContaining('two@ｅxample.com is another spelling of two@example.com')])
  })

  it('are processed once', async () => {
    await suppress('later@ｅｘａｍｐｌｅ.com', 4)
    expect(await migrate(world.databaseUrl)).toEqual([])
    expect((await suppressed()).map(([email]) => email)).toContain('later@ｅｘａｍｐｌｅ.com')
  })
})
