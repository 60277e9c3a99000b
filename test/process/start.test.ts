import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { scrape } from '../support/metrics.ts'
import { unusedPort } from '../support/servers/unused-port.ts'
import { until } from '../support/until.ts'
import { halfARequest, ingestBody, openConnection } from './half-a-request.ts'
import { Home, isAlive, type SpindleProcess } from './spindle-process.ts'

let home: Home

function atHome(make = () => Home.prepared()): void {
  beforeAll(async () => {
    home = await make()
  })
  afterAll(() => home.remove())
}

describe('a first start', () => {
  atHome(() => Home.create())

  it('prints commands that work when pasted: ingest by key and by URL, trigger, and a job that completes', async () => {
    const spindle = await home.start()
    await until(() => Promise.resolve(spindle.output.includes('Stop with Ctrl-C')))
    expect(spindle.output).toContain(`Console    ${home.url}/  (sign in as the demo with one click)`)
    expect(spindle.output).toContain(`API docs   ${home.url}/docs`)
    expect(spindle.output).toContain('records left this month')

    const [byKey, byUrl, trigger, look] = curlsIn(spindle.output)
    for (const curl of [byKey, byUrl]) expect(await send(curl)).toEqual([201, { ok: true, inserted: 1 }])
    const [status, { jobId }] = await send(trigger)
    expect([status, jobId]).toEqual([201, expect.any(String)])

    const lookAtJob = { ...look, url: look?.url.replace('$JOB', String(jobId)) ?? '' } as Curl
    await until(async () => (await send(lookAtJob))[1]['status'] === 'completed')
    expect((await send(lookAtJob))[1]['counts']).toMatchObject({ total: 2, done: 2 })
    expect(await spindle.stop('SIGINT')).toBe(0)
    expect(home.database).toBeNull()
  })

  it('prints the key of the demo at the first start only, and then the file that has it, and the ids of the demo', async () => {
    const spindle = await home.start()
    await until(() => Promise.resolve(spindle.output.includes('Stop with Ctrl-C')))
    expect(spindle.output).toContain(`Demo key   in ${join(home.directory, 'demo.json')}`)
    for (const id of [home.demo.dataTableId, home.demo.spinnerId]) expect(spindle.output).toContain(id)
    for (const secret of [home.demo.apiKey, home.demo.ingestToken])
      expect(spindle.output).not.toContain(secret)
    expect(await spindle.stop()).toBe(0)
  })

  it('permits a sign-in to the demo by one click, or by one link on an address that others can reach', async () => {
    const signIn = async () => (await fetch(`${home.url}/api/v1/auth/demo`, { method: 'POST' })).status
    const spindle = await home.start()
    expect(await signIn()).toBe(200)
    expect(await spindle.stop()).toBe(0)
    const known = home.launch({ PUBLIC_API_URL: 'https://spindle.example.com' })
    await home.ready(known)
    expect(await signIn()).toBe(404)
    await until(() => Promise.resolve(known.output.includes('Stop with Ctrl-C')))
    expect(known.output).toContain('Console    https://spindle.example.com/\n')
    const [, token] = /https:\/\/spindle\.example\.com\/demo#(dmo_\w+)/.exec(known.output) ?? []
    const byLink = { method: 'POST', headers: json, body: JSON.stringify({ token }) }
    const openByLink = async () => (await fetch(`${home.url}/api/v1/auth/demo/link`, byLink)).status
    expect([await openByLink(), await openByLink()]).toEqual([200, 400])
    expect(await known.stop()).toBe(0)
  })

  it('shows the figures of the process and its worker at METRICS_PORT, and not on the port of the API', async () => {
    const port = await unusedPort()
    const spindle = home.launch({ METRICS_PORT: String(port), METRICS_TOKEN: metricsToken })
    await home.ready(spindle)
    const url = `http://127.0.0.1:${port}`
    expect((await fetch(`${home.url}/metrics`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`)).status).toBe(401)
    const series = await scrape(url, metricsToken)
    expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(0)
    expect([...series.keys()]).toContain('nodejs_eventloop_lag_seconds')
    expect([series.get('spindle_database_up'), series.get('spindle_runtime_workers')]).toEqual([1, 1])
    expect(await spindle.stop()).toBe(0)
  })
})

describe('a start with the key of a demo that is not in the database', () => {
  atHome()

  it('serves without a demo', async () => {
    expect(await (await home.start()).stop()).toBe(0)
    const gone = { ...home.demo, organizationId: randomUUID() }
    writeFileSync(join(home.directory, 'demo.json'), JSON.stringify(gone))
    const spindle = await home.start()
    await until(() => Promise.resolve(spindle.output.includes('Spindle is running') || spindle.hasExited))
    expect(spindle.output).toContain(`Console    ${home.url}/\n`)
    expect(spindle.output).not.toContain('Demo key')
    const signIn = await fetch(`${home.url}/api/v1/auth/demo`, { method: 'POST' })
    expect([signIn.status, await spindle.stop(), spindle.errors]).toEqual([404, 0, ''])
  })
})

describe('a stop request', () => {
  atHome()

  it('lets an active request finish, then stops the database and exits without an error', async () => {
    const spindle = await home.start()
    const request = await halfARequest(home)
    spindle.signal('SIGTERM')
    await until(async () => !(await home.isReady()))
    await setTimeout(200)
    expect(await request.finish()).toContain('HTTP/1.1 201 ')
    expect(await spindle.exit).toBe(0)
    expect([home.database, existsSync(home.pidFile)]).toEqual([null, false])
  })

  it('stops the runtime while an active request finishes', async () => {
    const signs = join(home.directory, 'health')
    const spindle = home.launch({ HEALTH_DIR: signs })
    await home.ready(spindle)
    expect(readdirSync(signs)).toHaveLength(1)
    const request = await halfARequest(home)
    spindle.signal('SIGTERM')
    // A runtime removes its file at the end of its stop.
    await until(() => Promise.resolve(readdirSync(signs).length === 0))
    expect(await request.finish()).toContain('HTTP/1.1 201 ')
    expect(await spindle.exit).toBe(0)
  })

  it('stops the database even if npm and the terminal both pass on the same Ctrl-C', async () => {
    const spindle = home.launchByNpm()
    await home.ready(spindle)
    spindle.signalGroup('SIGINT')
    spindle.signalGroup('SIGINT')
    await spindle.exit
    expect(home.database).toBeNull()
  })

  it('stops the database even if it is repeated while the database stops', async () => {
    const spindle = await home.start()
    spindle.signalGroup('SIGINT')
    // The repeated signal reaches the command that stops the database too.
    const again = setInterval(() => spindle.signalGroup('SIGINT'), 20)
    const code = await spindle.exit
    clearInterval(again)
    expect([code, home.database]).toEqual([0, null])
  })

  it('works if only npm receives it', async () => {
    const spindle = home.launchByNpm()
    await home.ready(spindle)
    expect(await spindle.stop('SIGTERM')).toBe(0)
    expect(home.database).toBeNull()
  })

  it('does not wait for idle clients', async () => {
    const spindle = await home.start()
    const silent = await openConnection(home)
    const closed = new Promise((resolve) => silent.once('close', resolve))
    const requestedAt = Date.now()
    expect(await spindle.stop()).toBe(0)
    await closed
    // A stop that waited for the client would take 30 seconds, the time that open requests get.
    expect(Date.now() - requestedAt).toBeLessThan(20_000)
  })

  it('leaves no database behind if the start was not finished', async () => {
    const spindle = home.launch()
    await until(() => Promise.resolve(home.database !== null))
    expect(await spindle.stop()).toBe(0)
    expect([home.database, spindle.errors]).toEqual([null, ''])
  })
})

describe('after kill -9', () => {
  atHome()
  let spindle: SpindleProcess
  afterEach(async () => {
    expect(await spindle.stop()).toBe(0)
    expect(home.database).toBeNull()
  })

  it('of the service, the next start uses the database that was left running', async () => {
    const killed = await home.start()
    expect(await ingest('before')).toBe(201)
    const left = home.database
    expect(await killed.stop('SIGKILL')).toBe('SIGKILL')
    spindle = await home.start()
    expect([left, home.database]).toEqual([expect.any(Number), left])
    expect(await ingest('after')).toBe(201)
  })

  it('of the database, the service restarts it immediately', async () => {
    spindle = await home.start()
    const killed = killDatabase()
    await until(() => Promise.resolve(home.database !== null && home.database !== killed))
    await until(() => home.isReady())
    expect(await ingest('after')).toBe(201)
    expect(spindle.hasExited).toBe(false)
  })

  it('of both, a process that has received the number of the database is not mistaken for it', async () => {
    const killed = await home.start()
    await killed.stop('SIGKILL')
    const file = readFileSync(home.pidFile, 'utf8')
    killDatabase()
    const asDatabase = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    const other = spawn('sleep', ['60'], { ...asDatabase, stdio: 'ignore' })
    writeFileSync(home.pidFile, file.replace(/^\d+/, String(other.pid)))
    spindle = await home.start()
    expect(await ingest('after')).toBe(201)
    expect(other.exitCode).toBeNull()
    other.kill()
  })
})

describe('a second service on the same folder', () => {
  atHome()

  it('is refused, and the first one keeps its database', async () => {
    const first = await home.start()
    const { database } = home
    const second = home.launch({ PORT: '0' })
    expect(await second.exit).toBe(1)
    expect(second.errors).toBe(
      `Spindle is already running with the data directory ${home.directory}. Stop it first, or set DATA_DIR and PORT to start a second service.\n`,
    )
    expect(home.database).toBe(database)
    expect(await ingest('still')).toBe(201)
    expect(await first.stop()).toBe(0)
  })
})

describe('an invalid setting', () => {
  atHome()

  it('is reported with one line for each error, before anything is started', async () => {
    const spindle = home.launch({
      PORT: '70000',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      SESSION_SECRET: '',
    })
    expect(await spindle.exit).toBe(1)
    const [heading, ...faults] = spindle.errors.trimEnd().split('\n')
    expect(heading).toBe('Spindle cannot start with this configuration:')
    expect(faults).toEqual([expect.stringContaining('PORT'), expect.stringContaining('SESSION_SECRET')])
    expect(existsSync(home.pidFile)).toBe(false)
  })

  it('such as a used port is named, and no database is left behind', async () => {
    const taker = createServer()
    await new Promise<void>((done) => {
      taker.listen(home.port, '127.0.0.1', done)
    })
    const spindle = home.launch()
    expect(await spindle.exit).toBe(1)
    expect(spindle.errors).toBe(
      `Port ${home.port} is in use. Set PORT to another port, or stop the program that uses it.\n`,
    )
    expect(home.database).toBeNull()
    await new Promise((done) => {
      taker.close(done)
    })
  })
})

/** The token with which the metrics of a tested process are read. */
const metricsToken = 'a-token-of-the-tests'

const json = { 'content-type': 'application/json' }

interface Curl {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Returns the curl commands in the printed output of the tested service, parsed as a shell would parse them. */
function curlsIn(output: string): Curl[] {
  const commands = output.replaceAll(/ \\\n */g, ' ').match(/curl .*$/gm) ?? []
  return commands.map((command) => {
    const headers = [...command.matchAll(/-H '([^:']+): ([^']+)'/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    const [, body] = /-d '([^']+)'/.exec(command) ?? []
    return {
      method: command.includes('-X POST') ? 'POST' : 'GET',
      url: /https?:\/\/\S+/.exec(command)?.[0] ?? '',
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    }
  })
}

async function send(curl: Curl | undefined): Promise<[status: number, body: Record<string, unknown>]> {
  if (curl === undefined) throw new Error('The command is missing')
  const { url, ...request } = curl
  const response = await fetch(url, request)
  return [response.status, (await response.json()) as Record<string, unknown>]
}

async function ingest(accountId: string): Promise<number> {
  const [status] = await send({
    method: 'POST',
    url: `${home.url}/api/v1/public/ingest`,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${home.demo.apiKey}` },
    body: ingestBody(home, accountId),
  })
  return status
}

/** Kills the test's database server; its child processes end with it. */
function killDatabase(): number {
  const { database } = home
  if (database === null || !isAlive(database)) throw new Error('There is no database to kill')
  process.kill(database, 'SIGKILL')
  return database
}
