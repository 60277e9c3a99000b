import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { readRelease, thisRelease } from '../../src/adapters/postgres/schema/release.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { checkOutFormer } from '../support/former-version.ts'
import { openScratch } from '../support/scratch.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'
import { commandOf } from './programs.ts'
import { Home, type SpindleProcess } from './spindle-process.ts'

type Body = Record<string, unknown>
type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Body>

const present = fileURLToPath(new URL('../..', import.meta.url))

/**
 * In this test the former version creates and migrates the database. This version then migrates it
 * while the former API runs, and starts its runtimes afterwards.
 */
describe('while this version is rolled out', () => {
  let database: TestDatabase
  let code: Readonly<Record<'former' | 'present', string>>
  let homes: Readonly<Record<'former' | 'present', Home>>
  let token: string
  let key: string
  let tableId: string
  let spinnerId: string
  let waitingId: string

  beforeAll(async () => {
    code = { former: openScratch(), present }
    checkOutFormer(code.former)
    database = await createEmptyDatabase()
    homes = { former: await Home.create(), present: await Home.create() }
    migrateWith(code.former, environment())
    await homes.former.ready(homes.former.launchApi(environment(), code.former))
    await setUp(asking(homes.former))
    await migrate(database.url)
    await homes.present.ready(homes.present.launchApi(environment()))
  })
  afterAll(async () => {
    await homes.former.remove()
    await homes.present.remove()
    await database.drop()
    rmSync(code.former, { recursive: true, force: true })
  })

  const environment = () => environmentOf(database)

  it.each(['former', 'present'] as const)('the API of the %s version is ready', async (version) => {
    await until(() => homes[version].isReady())
  })

  it.each([
    ['former', 'former'],
    ['former', 'present'],
    ['present', 'former'],
  ] as const)(
    'what the API of the %s version accepts and starts is completed by a worker of the %s version',
    async (api, runtime) => {
      const ask = asking(homes[api])
      const worker = await startWorker(runtime)
      const names = [1, 2, 3].map((no) => `${api}-${runtime}-${no}`)
      const [one = '', ...others] = names
      const once = { authorization: `Bearer ${key}`, 'idempotency-key': one }
      const ingest = (at: Ask) =>
        at('POST', '/public/ingest', { dataTableId: tableId, records: [lead(one)] }, once)
      expect(await ingest(ask)).toMatchObject({ inserted: 1 })
      // Sends the test's request again, with the same idempotency key, to an API process of the other release
      // of Spindle. It recognizes the repeat and inserts nothing.
      const other = api === 'former' ? 'present' : 'former'
      expect(await ingest(asking(homes[other]))).toMatchObject({ inserted: 1 })
      const csv = `name,email\n${others.map((name) => Object.values(lead(name)).join(',')).join('\n')}\n`
      expect(await ask('POST', `/data-tables/${tableId}/imports`, csv)).toMatchObject({ inserted: 2 })
      const { jobId } = await ask('POST', `/public/trigger/${spinnerId}`, undefined, once)
      await becomes(ask, jobId, 'completed')
      expect(await ask('GET', `/jobs/${String(jobId)}`)).toMatchObject({ counts: { total: 3, done: 3 } })
      const { items } = await ask('GET', `/outbox?jobId=${String(jobId)}`)
      expect((items as Body[]).map(({ to }) => String(to)).toSorted(byText)).toEqual(
        names.map((name) => lead(name).email).toSorted(byText),
      )
      expect(await worker.stop()).toBe(0)
    },
  )

  it.each([
    ['former', 'present'],
    ['present', 'former'],
  ] as const)(
    'a job on a worker of the %s version is cancelled at the API of the %s version',
    async (runtime, api) => {
      const worker = await startWorker(runtime)
      const ask = asking(homes[api])
      const { jobId } = await ask('POST', `/spinners/${waitingId}/jobs`)
      await becomes(ask, jobId, 'running')
      expect(await ask('POST', `/jobs/${String(jobId)}/cancel`)).toMatchObject({ status: 'cancelled' })
      expect(await worker.stop()).toBe(0)
    },
  )

  it('a job on a worker of the former version is paused, and continues when it is resumed', async () => {
    const [ask, worker] = [asking(homes.present), await startWorker('former')]
    const { jobId } = await ask('POST', `/spinners/${waitingId}/jobs`)
    await becomes(ask, jobId, 'running')
    const held = await ask('POST', `/jobs/${String(jobId)}/pause`)
    expect(held).toMatchObject({ status: 'paused' })
    expect(await asking(homes.former)('GET', `/jobs/${String(jobId)}`)).toMatchObject({ status: 'paused' })
    expect(await ask('POST', `/spinners/${waitingId}/pause`)).toMatchObject({
      pause: { at: expect.any(String) },
    })
    await ask('POST', `/spinners/${waitingId}/resume`)
    expect(await ask('POST', `/jobs/${String(jobId)}/resume`)).toMatchObject({ status: 'running' })
    expect(await worker.stop()).toBe(0)
  })

  it('both versions update the same record of a table with match columns', async () => {
    const [former, now] = [asking(homes.former), asking(homes.present)]
    const { projectId } = await now('GET', `/data-tables/${tableId}`)
    const { id } = await now('POST', `/projects/${String(projectId)}/data-tables`, { name: 'Matched' })
    await now('POST', `/data-tables/${String(id)}/imports`, 'name,email\nGrace,grace@example.com\n')
    await now('PATCH', `/data-tables/${String(id)}`, { match: { columns: ['email'], onMatch: 'update' } })
    const authorization = { authorization: `Bearer ${key}` }
    for (const [at, name] of [
      [former, 'Grace B.'],
      [now, 'Grace H.'],
    ] as const) {
      const records = [{ ...lead('grace'), name }]
      expect(await at('POST', '/public/ingest', { dataTableId: id, records }, authorization)).toMatchObject({
        inserted: 0,
        updated: 1,
      })
    }
    expect(await former('GET', `/data-tables/${String(id)}`)).toMatchObject({ recordCount: 1 })
  })

  describe('and the next version migrates, with columns, a changed function and two removed ones', () => {
    let directory: string
    /** A worker that was started before the next version migrated. */
    let worker: SpindleProcess

    beforeAll(async () => {
      directory = openScratch()
      cpSync(join(present, 'migrations'), directory, { recursive: true })
      const path = (name: string) => join(directory, 'functions', `${name}.sql`)
      const { version } = thisRelease()
      // Migrates once in the test with an extra SQL function `farewell`, which the present version does not have.
      const farewell = 'create or replace function farewell() returns int language sql as $$ select 1 $$;'
      writeFileSync(path('farewell'), farewell)
      await migrate(database.url, readRelease(directory, version))
      rmSync(path('farewell'))
      await migrate(database.url)
      worker = await startWorker('present')
      await completesOne('before')
      const dated = ['records', 'jobs', 'slices'].map((table) => `alter table ${table} add note text;`)
      writeFileSync(join(directory, '20991231000000_notes.sql'), dated.join('\n'))
      const [jobKey, append] = [path('job/state/job_key'), path('table/append/append_entries')]
      edit(jobKey, jobKey, '::text, 0)', '::text, 0::bigint)')
      edit(append, path('append_notes'), 'function append_entries(', 'function append_notes(')
      rmSync(append)
      await migrate(database.url, readRelease(directory, '99.0.0'))
    })
    afterAll(async () => {
      rmSync(directory, { recursive: true, force: true })
      await worker.stop()
    })

    it('the present API accepts and starts, and the present worker completes', async () => {
      await completesOne('after')
      expect(worker.hasExited).toBe(false)
      await until(() => homes.present.isReady())
    })

    it('present processes that are restarted are accepted', async () => {
      const restarted = await startWorker('present')
      await worker.stop()
      const another = await Home.create()
      try {
        await another.ready(another.launchApi(environment()))
        await completesOne('again', another)
      } finally {
        await another.remove()
      }
      expect(await restarted.stop()).toBe(0)
    })

    it('the function that only the former version could call is gone', async () => {
      const sql = new pg.Client({ connectionString: database.url })
      await sql.connect()
      const { rows } = await sql.query<{ proname: string }>(
        "select proname from pg_proc where proname in ('farewell', 'append_entries', 'append_notes') order by 1",
      )
      await sql.end()
      expect(rows.map(({ proname }) => proname)).toEqual(['append_entries', 'append_notes'])
    })

    function edit(from: string, to: string, words: string, others: string): void {
      const text = readFileSync(from, 'utf8')
      expect(text).toContain(words)
      writeFileSync(to, text.replace(words, others))
    }

    async function completesOne(name: string, home = homes.present): Promise<void> {
      const ask = asking(home)
      const once = { authorization: `Bearer ${key}`, 'idempotency-key': name }
      const records = [lead(name)]
      expect(await ask('POST', '/public/ingest', { dataTableId: tableId, records }, once)).toMatchObject({
        inserted: 1,
      })
      const { jobId } = await ask('POST', `/public/trigger/${spinnerId}`, undefined, once)
      await becomes(ask, jobId, 'completed')
      expect(await ask('GET', `/jobs/${String(jobId)}`)).toMatchObject({ counts: { total: 1, done: 1 } })
    }
  })

  async function startWorker(version: 'former' | 'present'): Promise<SpindleProcess> {
    const worker = homes[version].launchWorker(environment(), code[version])
    await until(async () => {
      if (worker.hasExited) throw new Error(`It ended instead of starting:\n${worker.output}${worker.errors}`)
      return worker.output.includes('runtime started')
    })
    return worker
  }

  async function becomes(ask: Ask, jobId: unknown, status: string): Promise<void> {
    await until(async () => (await ask('GET', `/jobs/${String(jobId)}`))['status'] === status)
  }

  /**
   * Returns a function that sends the test's requests to the API of a running service: text as CSV, other
   * bodies as JSON. Requests are signed in unless a header differs.
   */
  function asking(home: Home): Ask {
    return async (method, path, body, headers = {}) => {
      const isText = typeof body === 'string'
      const type = { 'content-type': isText ? 'text/csv' : 'application/json' }
      const response = await fetch(`${home.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : type), ...headers },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Body
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    }
  }

  async function setUp(ask: Ask): Promise<void> {
    const account = { email: 'ada@example.com', password: 'correct horse battery staple', name: 'Ada' }
    token = String((await ask('POST', '/auth/sign-up', { ...account, organizationName: 'Engines' }))['token'])
    const { id: projectId } = await ask('POST', '/projects', { name: 'Spring' })
    tableId = String(
      (await ask('POST', `/projects/${String(projectId)}/data-tables`, { name: 'Leads' }))['id'],
    )
    await ask('POST', `/data-tables/${tableId}/imports`, 'name,email\nGrace,grace@example.com\n')
    await ask('PATCH', `/data-tables/${tableId}`, { metadataColumns: ['name', 'email'] })
    key = String((await ask('POST', '/api-keys', { name: 'CRM', scopes: ['ingest', 'trigger'] }))['secret'])
    const mail = { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello {{ name }}' }
    const published = async (name: string, audience: string, steps: unknown[]) => {
      const draft = { name, dataTableId: tableId, audience, steps }
      const { id } = await ask('POST', `/projects/${String(projectId)}/spinners`, draft)
      await ask('POST', `/spinners/${String(id)}/publish`)
      return String(id)
    }
    spinnerId = await published('Welcome', 'new', [mail])
    waitingId = await published('Later', 'all', [{ type: 'wait', seconds: 3600 }, mail])
    // Starts a job over the imported records in the test, so that each job below has only its own records.
    await ask('POST', `/spinners/${spinnerId}/jobs`)
  }
})

/** Migrates a test database with the code in a folder, such as that of a former version. */
function migrateWith(code: string, environment: Readonly<Record<string, string>>): void {
  const command = commandOf('migrate', [], code)
  const { status, stderr } = spawnSync(process.execPath, command.words, {
    cwd: command.cwd,
    env: { ...command.env, ...environment },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
}

function environmentOf({ url }: TestDatabase): Readonly<Record<string, string>> {
  return { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32), DEFAULT_PLAN: 'unlimited' }
}

function lead(name: string): { readonly name: string; readonly email: string } {
  return { name, email: `${name}@example.com` }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}
