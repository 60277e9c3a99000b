import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { provideValue } from '../../src/composition/provide.ts'
import { Clock } from '../../src/ports/clock.ts'
import { FoldActivity } from '../../src/use-cases/account/fold-activity.ts'
import { AskDueTurns } from '../../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../../src/use-cases/job/start-due-spinners.ts'
import { type Api, createApi } from '../support/api.ts'
import { type Person, personWith, signUp } from '../support/data/person.ts'
import { addSender } from '../support/data/sender.ts'
import { readMailboxes } from '../support/read-mailboxes.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { createWorld, type World } from '../support/world.ts'

const presence = 'tells whether the process that writes is still there'
const schema = 'tells when the schema was changed, for its operator'

/**
 * Columns that may hold times of the database's clock, with the reason. This test expects all other columns to
 * hold times of the test clock.
 */
const allowed: Readonly<Record<string, string>> = {
  'slices.lease_until': 'a lease',
  'mailboxes.lease_until': 'a lease',
  'runtime_connections.missed_at': presence,
  'runtime_workers.started_at': presence,
  'runtime_workers.last_seen_at': presence,
  'imports.begun_at': presence,
  'import_blocks.written_at': presence,
  'key_rebuilds.written_at': presence,
  'schema_files.applied_at': schema,
  'knex_migrations.migration_time': schema,
  'encryption_keys.first_used_at': schema,
  'record_indexes.created_at': 'is read by nobody',
}

const clock = new FakeClock(new Date('2031-05-05T09:00:00.000Z'))
let world: World
let api: Api
let person: Person
beforeAll(async () => {
  world = await createWorld([provideValue(Clock, clock)])
  api = await createApi(world)
  person = await signUp(api)
})
afterAll(() => world.close())

async function turn(seconds = 0): Promise<void> {
  clock.advance(seconds)
  await world.container.get(StartDueSpinners).execute(new AbortController().signal)
  await world.container.get(AskDueTurns).execute()
  await world.drain()
  // Signs in again in the test, because the session has expired in the time that passed on the test clock.
  const { email, password } = person
  const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
  person = personWith(api, String(body['token']), email, password, body)
}

/**
 * Returns the columns of the test's database that hold a time within 45 days of the real one, also inside ids
 * of version 7. The test clock is far from the real time.
 */
async function columnsOfRealTime(): Promise<string[]> {
  const { rows } = await world.sql.query<{ table: string; column: string; type: string }>(
    `select c.table_name as "table", c.column_name as "column", c.udt_name as type
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.udt_name in ('timestamptz', 'uuid')
      order by 1, 2`,
  )
  const found: string[] = []
  for (const { table, column, type } of rows) {
    const quoted = `"${column}"`
    const time =
      type === 'timestamptz'
        ? quoted
        : `case when substr(${quoted}::text, 15, 1) = '7' then to_timestamp(
             ('x' || substr(replace(${quoted}::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) end`
    const { rowCount } = await world.sql.query(
      `select from ${table} where ${time} between now() - interval '45 days' and now() + interval '45 days' limit 1`,
    )
    if (rowCount !== 0) found.push(`${table}.${column}`)
  }
  return found
}

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })

it('the times in rows are those of the Clock, even in 2031: a campaign over three days has its times', async () => {
  const project = await person.do('POST', '/projects', { name: 'Spring campaign' })
  const table = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
  for (const name of ['name', 'email', 'plan', 'left'])
    await person.do('POST', `/data-tables/${table.id}/columns`, { name, isMetadata: true })
  await person.do('PATCH', `/data-tables/${table.id}`, { match: { columns: ['email'], onMatch: 'update' } })
  const spinner = await person.do('POST', `/projects/${project.id}/spinners`, {
    name: 'Welcome',
    dataTableId: table.id,
    steps: [
      email('First'),
      { type: 'wait', seconds: 3 * 86_400 },
      { type: 'waitUntil', changes: 'plan', timeoutSeconds: 3_600, onTimeout: 'continue' },
      email('Second'),
    ],
  })
  await person.do('POST', `/spinners/${spinner.id}/publish`, {})
  const { secret } = await person.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest', 'trigger'] })
  const record = (no: number) => ({ name: 'Ada', email: `p${no}@example.com`, plan: '', left: '' })
  const json = { dataTableId: table.id, records: [1, 2, 3].map(record) }
  const headers = { 'idempotency-key': 'first-delivery' }
  expect(
    await api.ask('/api/v1/public/ingest', { method: 'POST', key: secret, json, headers }),
  ).toMatchObject({
    status: 201,
  })
  await person.import(table.id, 'name,email,plan,left\nGrace,p4@example.com,,\n')

  const { jobId } = await person.do('POST', `/spinners/${spinner.id}/jobs`)
  await turn()
  expect((await person.do('GET', `/jobs/${jobId}`)).counts).toMatchObject({ waiting: 4 })
  await person.do('POST', `/jobs/${jobId}/pause`)
  await person.do('POST', `/jobs/${jobId}/resume`)
  await person.do('POST', '/suppressions', { email: 'p3@example.com' })
  await turn(3 * 86_400)
  expect((await person.do('GET', `/jobs/${jobId}`)).counts).toMatchObject({ waiting: 4 })
  const changed = { dataTableId: table.id, records: [{ ...record(1), plan: 'pro' }] }
  await api.ask('/api/v1/public/ingest', { method: 'POST', key: secret, json: changed })
  await turn(60)
  await turn(3_600)
  expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({
    status: 'completed',
    counts: { done: 3 },
  })
  const subjects = (await world.inspect.outbox()).map(({ to, subject }) => `${to} ${subject}`)
  expect(subjects.filter((subject) => subject.endsWith('Second')).length).toBe(3)

  // Uses further features of the service in the test that write times into the database.
  await person.do('POST', `/spinners/${spinner.id}/rehearsals`, {})
  const other = await person.do('POST', `/projects/${project.id}/spinners`, {
    name: 'Daily',
    dataTableId: table.id,
    steps: [email('Daily')],
    starts: { on: 'schedule', cron: '0 9 * * *', timeZone: 'UTC' },
  })
  await person.do('POST', `/spinners/${other.id}/publish`, {})
  await turn(86_400)
  const second = await person.do('POST', `/spinners/${spinner.id}/jobs`)
  await person.do('POST', `/jobs/${second.jobId}/cancel`)
  await person.do('POST', `/spinners/${spinner.id}/pause`)
  await person.do('POST', `/spinners/${spinner.id}/resume`)
  await addSender(world, person.organizationId)
  await readMailboxes(world)
  await person.do('GET', '/overview')
  const columns = await person.do('GET', `/data-tables/${table.id}`)
  expect(columns.columns.length).toBeGreaterThan(0)
  await person.ask('DELETE', `/data-tables/${table.id}/columns/left`)
  await world.container.get(FoldActivity).execute(new AbortController().signal)
  await setTimeout(0)
  await world.settle()

  const found = await columnsOfRealTime()
  expect(found.filter((column) => !(column in allowed))).toEqual([])
})
