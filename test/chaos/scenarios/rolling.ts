import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { started, starting } from '../../../bench/support/started.ts'
import { startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import { Home, type SpindleProcess } from '../../process/spindle-process.ts'
import { checkOutReleased } from '../../support/former-version.ts'
import { openScratch } from '../../support/scratch.ts'
import { until } from '../../support/until.ts'
import { Balancer, Load } from '../rolling/load.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import type { Scenario } from '../stage/scenario.ts'
import type { SmtpSink } from '../stage/smtp-sink.ts'
import { mailsByPerson, openSink, peopleTwice, say, sendingTo } from '../stage/stage.ts'

const clients = Number(process.env['ROLLING_CLIENTS'] ?? 16)
const betweenMs = 1_000 * Number(process.env['ROLLING_SECONDS'] ?? 4)
const pauseMs = 20
const reportMs = 5_000
/** The e-mail address of the user who sets up the scenario's organization. */
const address = 'ada@example.com'
const patienceMs = 120_000

const present = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * A chaos scenario that upgrades a deployment of the former version under load, in the order of
 * docs/operate/upgrades.md. The migration runs beside a report whose transaction is open. Then the runtimes are
 * replaced one by one, and then the APIs. One API is first taken out of the balancer; the other is stopped
 * without notice. ROLLING_FROM names another commit than the last one of the former version.
 */
export const rolling: Scenario = {
  about: 'an upgrade from the former version under load, process by process',
  runs: ['run'],
  run: async (name) => {
    const former = openFolder()
    const from = checkOutReleased(former, process.env['ROLLING_FROM'])
    const server = await starting(startEmbeddedServer(openFolder()), ({ stop }) => stop())
    const sink = await openSink(5)
    const sql = new pg.Client({ connectionString: server.url })
    await sql.connect()
    started(() => sql.end())
    const upgrade = new Upgrade(server.url, sink)

    await upgrade.migrateBy(former)
    const oldApis = [await upgrade.startApi(former), await upgrade.startApi(former)]
    const oldRuntimes = [await upgrade.startRuntime(former), await upgrade.startRuntime(former)]
    const invitation = await upgrade.invite(former)
    const { token, key, dataTableId, spinnerId } = await setUp(oldApis[0]?.url ?? '', invitation)
    const balancer = new Balancer()
    for (const { url } of oldApis) balancer.add(url)
    const load = new Load(balancer)
    load.ingest(clients, pauseMs, dataTableId, key)
    load.trigger(500, spinnerId, key)
    load.look(200, token)
    say(`${from}: two APIs, two runtimes, ${clients} clients`)
    await setTimeout(betweenMs)

    const report = openReport(server.url)
    await upgrade.migrateBy(present)
    await report
    say('migrated')
    await setTimeout(betweenMs)

    for (const old of oldRuntimes) {
      await upgrade.startRuntime(present)
      await ends(old)
      say('a runtime replaced')
      await setTimeout(betweenMs)
    }
    for (const [index, old] of oldApis.entries()) {
      balancer.add((await upgrade.startApi(present)).url)
      const isTaken = index === 0
      if (isTaken) {
        balancer.remove(old.url)
        await setTimeout(1_000)
      }
      const ended = ends(old.api)
      if (!isTaken) {
        await setTimeout(300)
        balancer.remove(old.url)
      }
      await ended
      say(`an API replaced${isTaken ? '' : ', with its balancer still sending to it'}`)
      await setTimeout(betweenMs)
    }
    await load.end()
    say('no more load')
    await restIsSent(sql, balancer.next(), spinnerId, key)
    return { [name]: await look(sql, sink, load) }
  },
}

function openFolder(): string {
  const folder = openScratch()
  started(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** `Upgrade` starts processes of the former and the present version on one database, for the upgrade scenario. */
class Upgrade {
  readonly #environment: Readonly<Record<string, string>>

  constructor(url: string, sink: SmtpSink) {
    this.#environment = {
      DATABASE_URL: url,
      SESSION_SECRET: 'x'.repeat(32),
      DEFAULT_PLAN: 'unlimited',
      ...sendingTo(sink),
    }
  }

  async migrateBy(code: string): Promise<void> {
    await this.#run(code, 'migrate')
  }

  /** Returns an invitation of the operator, because an organization without one may send only a few e-mails. */
  async invite(code: string): Promise<string> {
    const printed = await this.#run(code, 'admin', 'invite', '--email', address)
    return /#(inv_\w+)/.exec(printed)?.[1] ?? ''
  }

  /** Runs a program of a version to its end. Returns what it has printed. */
  async #run(code: string, program: string, ...words: readonly string[]): Promise<string> {
    const { NODE_OPTIONS: _, ...own } = process.env
    const child = spawn(process.execPath, [`src/${program}.ts`, ...words], {
      cwd: code,
      env: { ...own, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
    child.stderr.on('data', (text: Buffer) => say(text.toString().trim()))
    const [status] = (await once(child, 'close')) as [number | null]
    if (status !== 0) throw new Error(`${program} of ${code} ended with ${status}`)
    return printed
  }

  async startApi(code: string): Promise<{ readonly url: string; readonly api: SpindleProcess }> {
    const home = await newHome()
    const api = home.launchApi(this.#environment, code)
    await home.ready(api)
    return { url: home.url, api }
  }

  async startRuntime(code: string): Promise<SpindleProcess> {
    const runtime = (await newHome()).launchWorker(this.#environment, code)
    await until(async () => {
      if (runtime.hasExited)
        throw new Error(`It ended instead of starting:\n${runtime.output}${runtime.errors}`)
      return runtime.output.includes('runtime started')
    }, patienceMs)
    return runtime
  }
}

function newHome(): Promise<Home> {
  return starting(Home.create(), (home) => home.remove())
}

async function ends(old: SpindleProcess): Promise<void> {
  const code = await old.stop()
  if (code !== 0) throw new Error(`A process of the former version ended with ${code}:\n${old.errors}`)
}

/**
 * Counts records in a transaction that stays open during the scenario's upgrade, like a report of a person who
 * leaves their desk.
 */
async function openReport(url: string): Promise<void> {
  const reader = new pg.Client({ connectionString: url, application_name: 'a report' })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from records, recipients where false')
  await reader.query('select count(*) from jobs')
  await setTimeout(reportMs)
  await reader.end()
}

async function setUp(
  url: string,
  invitation: string,
): Promise<Record<'token' | 'key' | 'dataTableId' | 'spinnerId', string>> {
  let token = ''
  const ask = async (method: string, path: string, body?: unknown) => {
    const isText = typeof body === 'string'
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': isText ? 'text/csv' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const account = { email: address, password: 'correct horse battery staple', name: 'Ada', invitation }
  token = String((await ask('POST', '/auth/sign-up', { ...account, organizationName: 'Engines' }))['token'])
  const { id: projectId } = await ask('POST', '/projects', { name: 'Spring' })
  const table = await ask('POST', `/projects/${String(projectId)}/data-tables`, { name: 'Leads' })
  const dataTableId = String(table['id'])
  await ask('POST', `/data-tables/${dataTableId}/imports`, 'name,email\nGrace,grace@example.com\n')
  await ask('PATCH', `/data-tables/${dataTableId}`, { metadataColumns: ['name', 'email'] })
  const { secret } = await ask('POST', '/api-keys', { name: 'CRM', scopes: ['ingest', 'trigger'] })
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello {{ name }}' }]
  const draft = { name: 'Welcome', dataTableId, audience: 'new', steps }
  const { id } = await ask('POST', `/projects/${String(projectId)}/spinners`, draft)
  await ask('POST', `/spinners/${String(id)}/publish`)
  return { token, key: String(secret), dataTableId, spinnerId: String(id) }
}

/** Starts one more job over the scenario's remaining records, and waits until all jobs have ended. */
async function restIsSent(sql: pg.Client, url: string, spinnerId: string, key: string): Promise<void> {
  await fetch(`${url}/api/v1/public/trigger/${spinnerId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  const open = "select count(*) from jobs where status not in ('completed', 'failed', 'cancelled')"
  await until(async () => (await count(sql, open)) === 0, patienceMs)
}

async function count(sql: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(text, values)
  return Number(rows[0]?.count)
}

async function look(sql: pg.Client, sink: SmtpSink, load: Load): Promise<readonly Figure[]> {
  const mails = mailsByPerson(sink)
  const answers = [...load.statuses].toSorted(([a], [b]) => a - b)
  const of5xx = answers.reduce((sum, [status, times]) => sum + (status >= 500 ? times : 0), 0)
  const lost = await count(
    sql,
    "select count(*) from unnest($1::text[]) wanted (email) where not exists (select from records where data ->> 'email' = wanted.email)",
    [load.acknowledged],
  )
  const doubled = await count(
    sql,
    "select count(*) from (select from records group by data ->> 'email' having count(*) > 1) t",
  )
  for (const refusal of load.refusals.slice(0, 5)) say(refusal)
  return [
    ...answers.map(([status, times]) => plain(`answers ${status}`, times)),
    plain('requests repeated because their connection was refused or cut off', load.repeated),
    exactly('answers of 5xx', of5xx),
    plain('records acknowledged', load.acknowledged.length),
    exactly('records lost', lost),
    exactly('records doubled', doubled),
    plain('jobs', await count(sql, 'select count(*) from jobs')),
    exactly('people who got no mail', load.acknowledged.filter((email) => !mails.has(email)).length),
    exactly('people who got it twice', peopleTwice(sink)),
    exactly(
      'recipients in doubt',
      await count(sql, "select count(*) from recipients where status = 'unconfirmed'"),
    ),
  ]
}
