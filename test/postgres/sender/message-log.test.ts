import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Container } from 'inversify'
import pg from 'pg'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { readMessages } from '../../../src/adapters/postgres/sender/message/message-list.ts'
import { loggedTable } from '../../../src/adapters/postgres/sender/message/message-log.ts'
import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { createContainer, postgres } from '../../../src/composition/container.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { Outcome } from '../../../src/domain/job/recipient/recipient.ts'
import type { EmailMessage } from '../../../src/domain/sender/message/message.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { MessageLog } from '../../../src/ports/sender/message/message-log.ts'
import type { MessagePlace } from '../../../src/ports/sender/message/message-tokens.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ChangeOrganization } from '../../../src/use-cases/account/change-organization.ts'
import { RotateSecrets } from '../../../src/use-cases/sender/rotate-secrets.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { ExplainedReads } from '../../support/statements/explained-reads.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

class Relay extends EmailChannel {
  keeps = false

  override async send(_message: EmailMessage): Promise<Outcome> {
    if (this.keeps) return { kind: 'sent' }
    const receipt = {
      messageId: '<m@example.com>',
      providerId: null,
      providerThread: null,
      serverResponse: '250 ok',
    }
    return { kind: 'sent', receipt }
  }
}

describe('the log of messages in PostgreSQL', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  const relay = new Relay()
  const connected: Database[] = []
  beforeAll(async () => {
    world = await createWorld([provideValue(EmailChannel, relay)])
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    const { organizationId } = person
    await world.container
      .get(ChangeOrganization)
      .execute({ organizationId, changes: { keepsBodies: true }, signedIn: null, by: operator })
    await run()
  })
  afterAll(async () => {
    for (const database of connected) await database.close()
    await api.close()
    await world.close()
  })

  async function run(): Promise<void> {
    await person.do('POST', `/spinners/${own.spinnerId}/jobs`, {})
    await world.drain()
  }

  function processWith(...keys: readonly { readonly id: string; readonly secret: string }[]): Container {
    const database = new Database({ url: world.databaseUrl, poolSize: 2 })
    connected.push(database)
    return createContainer(world.config, postgres(database), [provideValue(KeyRing, new KeyRing(keys))])
  }

  const newest = { limit: 10, after: null }

  it('gives a message the state of a reply that is stored while the message is being logged', async () => {
    const { organizationId } = person
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<MessagePlace>(
        `with logged as (select * from message_log where organization_id = $1 limit 1),
              locked as (select pg_advisory_xact_lock_shared(key_of_message_log(job_id, slice)) from logged)
         insert into message_log (id, organization_id, job_id, slice, record_id, step, address, status, created_at, ciphertext)
         select gen_random_uuid(), organization_id, job_id, slice, record_id, 7, address, 'sent', created_at, ciphertext
           from logged, locked
         returning job_id as "jobId", slice, record_id::text as "recordId", step`,
        [organizationId],
      )
      const [place] = rows
      if (place === undefined) throw new Error('A message was expected')
      const noted = world.container.get(UnitOfWork).run(async (tx) => {
        const at = world.clock.now()
        const entry = {
          organizationId,
          key: 'early',
          kind: 'reply',
          senderId: null,
          at,
          place: null,
        } as const
        await tx.inboundFacts.enter(entry, true)
        await tx.inboundFacts.noteInLog(entry, place, 'replied', null)
      })
      await until(async () => {
        const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
        return (await client.query(waiting)).rows.length > 0
      })
      await client.query('commit')
      await noted
      const statuses = await client.query('select status from message_log where job_id = $1 and step = 7', [
        place.jobId,
      ])
      expect(statuses.rows).toEqual([{ status: 'replied' }])
      await client.query('delete from message_log where job_id = $1 and step = 7', [place.jobId])
    } finally {
      await client.end()
    }
  })

  it('contains no subject and no body in plain text', async () => {
    const { rows } = await world.sql.query<{ row: string; ciphertext: Buffer; body: Buffer }>(
      'select row(m.*)::text as row, ciphertext, body from message_log m',
    )
    expect(rows).toHaveLength(2)
    for (const { row, ciphertext, body } of rows) {
      expect(row + ciphertext.toString('latin1') + body.toString('latin1')).not.toMatch(/Welcome|Hello/)
    }
  })

  it('is re-encrypted with the newest key, with its bodies, and reads as before', async () => {
    const [session] = world.config.secrets
    if (session === undefined) throw new Error('There is a session secret')
    const rotating = processWith({ id: 'newer', secret: 'n'.repeat(32) }, session)
    const read = async (container: Container) => {
      const log = container.get(MessageLog)
      const { items } = await log.list(person.organizationId, {}, newest)
      return Promise.all(items.map(({ id }) => log.find(person.organizationId, id)))
    }
    const before = await read(world.container)
    const rotated = await rotating.get(RotateSecrets).execute()
    expect(rotated.places.find(({ place }) => place === 'logged messages')).toMatchObject({ sealed: 2 })
    expect(await read(rotating)).toEqual(before)
    const again = await rotating.get(RotateSecrets).execute()
    expect(again.places.find(({ place }) => place === 'logged messages')).toMatchObject({ sealed: 0 })
  })

  it('is not queried for captured messages', async () => {
    relay.keeps = true
    await world.sql.query('alter function log_messages rename to log_messages_elsewhere')
    try {
      await person.import(own.dataTableId, 'name,email\nEve,eve@example.com\n')
      await run()
      const { rows } = await world.sql.query("select status from message_results where status = 'sent'")
      expect(rows).toHaveLength(3)
    } finally {
      relay.keeps = false
      await world.sql.query('alter function log_messages_elsewhere rename to log_messages')
    }
  })

  it('is searched by its indexes, for every filter', async () => {
    const plans: string[] = []
    const organization = `'${person.organizationId}'`
    await world.sql.query('begin')
    await world.sql.query(`
      insert into message_log (id, organization_id, job_id, slice, record_id, step, address, status, created_at, ciphertext)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, n, 0, 'a' || n || '@example.com',
             case when n % 1000 = 0 then 'bounced' else 'sent' end, now(), ''
        from generate_series(1, 20000) n`)
    await world.sql.query('analyze message_log')
    for (const condition of [
      'true',
      "address = 'a@example.com'",
      "status = 'bounced' and status <> 'sent'",
    ]) {
      const { rows } = await world.sql.query<{ 'QUERY PLAN': string }>(
        `explain select * from message_log where organization_id = ${organization} and ${condition} order by id desc limit 51`,
      )
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    const old = await world.sql.query<{ 'QUERY PLAN': string }>(
      'explain select id from message_log where id < gen_random_uuid() order by id limit 2000',
    )
    plans.push(old.rows.map((row) => row['QUERY PLAN']).join('\n'))
    await world.sql.query('rollback')
    for (const plan of plans) expect(plan).not.toContain('Seq Scan')
  })

  it('finds the few messages of a spinner below 20,000 newer ones without reading these', async () => {
    const { organizationId } = person
    const { rows } = await world.sql.query<{ id: string }>(
      'select j.id from jobs j where j.spinner_id = $1 order by j.id limit 1',
      [own.spinnerId],
    )
    const { rows: other } = await world.sql.query<{ id: string }>(
      `insert into jobs select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'spinner_id', gen_random_uuid()))).*
         from jobs j where j.id = $1 returning id`,
      [rows[0]?.id],
    )
    await world.sql.query(
      `insert into message_log (id, organization_id, job_id, slice, record_id, step, address, status, created_at, ciphertext, sender_id)
       select ('fff' || lpad(to_hex(n), 29, '0'))::uuid, $1, $2, 1, n, 0, 'a' || n || '@example.com', 'sent', now(), 'x', $1
         from generate_series(1, 20000) n`,
      [organizationId, other[0]?.id],
    )
    await world.sql.query('analyze message_log')
    const page = [organizationId, null, 51] as const
    const filters = [
      { spinnerId: own.spinnerId },
      { spinnerId: own.spinnerId, status: 'sent', step: 0 },
    ] as const
    for (const filter of filters) {
      const database = new ExplainedReads(world.sql)
      const messages = await readMessages<{ id: string; spinnerId: string }>(
        database,
        loggedTable,
        filter,
        page,
      )
      expect(messages.length).toBeGreaterThan(1)
      expect(new Set(messages.map(({ spinnerId }) => spinnerId))).toEqual(new Set([own.spinnerId]))
      expect(database.compared).toBeLessThanOrEqual(4_000)
    }
    const ofSender = new ExplainedReads(world.sql)
    expect(await readMessages(ofSender, loggedTable, { senderId: own.spinnerId }, page)).toEqual([])
    expect(ofSender.compared).toBeLessThanOrEqual(100)
  })
})
