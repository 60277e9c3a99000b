import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { scrape } from '../../support/metrics.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'
import { halfARequest, ingestBody, openConnection } from '../half-a-request.ts'
import { Home, isAlive, type SpindleProcess } from '../spindle-process.ts'

const two = { PROCESSES: '2', POOL_SIZE: '60', DEFAULT_PLAN: 'unlimited' }

let home: Home
let metricsPort: number
beforeAll(async () => {
  home = await Home.prepared()
  metricsPort = await unusedPort()
})
afterAll(() => home.remove())

/** Returns the ids of the live processes of the tested service that have logged, oldest first. */
function childrenOf(spindle: SpindleProcess): number[] {
  const pids = [...spindle.output.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid))
  return [...new Set(pids)].filter(isAlive)
}

/** Posts a record to the tested public API. Returns true if the record was acknowledged. */
async function ingest(accountId: string): Promise<boolean> {
  try {
    const response = await fetch(`${home.url}/api/v1/public/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${home.demo.apiKey}` },
      body: ingestBody(home, accountId),
    })
    return response.status === 201
  } catch {
    return false
  }
}

const accepted = 'spindle_records_accepted_total{source="apiKey"}'
const metrics = () => scrape(`http://127.0.0.1:${metricsPort}`)
const acceptedByAll = async () => (await metrics()).get(accepted) ?? 0

describe('two processes on one port', () => {
  let spindle: SpindleProcess
  let children: readonly number[]
  beforeAll(async () => {
    spindle = home.launch({ ...two, METRICS_PORT: String(metricsPort) })
    await until(async () => {
      if (spindle.hasExited)
        throw new Error(`It ended instead of serving:\n${spindle.output}${spindle.errors}`)
      return spindle.output.includes('Stop with Ctrl-C') && childrenOf(spindle).length === 2
    })
    children = childrenOf(spindle)
  })

  it('both serve, with one welcome message and combined metrics', async () => {
    const connections = Array.from({ length: 8 }, (_, no) =>
      fetch(`${home.url}/healthz`, { headers: { connection: 'close', 'user-agent': `${no}` } }),
    )
    expect((await Promise.all(connections)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    const series = await metrics()
    expect(series.get('spindle_http_requests_total{method="GET",route="/healthz",status="200"}')).toBe(8)
    expect([series.get('spindle_database_up'), series.get('spindle_runtime_workers')]).toEqual([1, 2])
    const served = (pid: number) => new RegExp(`"pid":${pid},"requestId".*"route":"/healthz"`)
    await until(() => Promise.resolve(children.every((pid) => served(pid).test(spindle.output))))
    expect(spindle.output.match(/Spindle is running/g)).toHaveLength(1)
  })

  it('have a database that takes the connections of both', async () => {
    const [{ most } = { most: 0 }] = await query<{ most: number }>(
      "select current_setting('max_connections')::int as most",
    )
    expect(most).toBeGreaterThan(2 * (60 + 4 + 3))
  })

  it('close a connection that a killed process was passed and had not accepted', async () => {
    const [stopped = 0] = children
    process.kill(stopped, 'SIGSTOP')
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openConnection(home)))
    let answered = 0
    let closed = 0
    for (const socket of sockets) {
      socket.once('data', () => answered++)
      socket.once('close', () => closed++)
      socket.write('GET /healthz HTTP/1.1\r\nHost: spindle\r\nConnection: close\r\n\r\n')
    }
    await until(() => answered === 3 && closed === 3)
    process.kill(stopped, 'SIGKILL')
    await until(() => closed === 4)
    expect(answered).toBe(3)
    await until(() => childrenOf(spindle).length === 2)
    children = childrenOf(spindle)
  })

  it('lose nothing that was acknowledged when one is killed and replaced', async () => {
    const acknowledged: string[] = []
    const over = new AbortController()
    const client = async (name: number) => {
      for (let no = 0; !over.signal.aborted; no++) {
        const accountId = `${name}-${no}`
        if (await ingest(accountId)) acknowledged.push(accountId)
        else await setTimeout(10)
      }
    }
    const clients = Array.from({ length: 4 }, (_, name) => client(name))
    await until(() => Promise.resolve(acknowledged.length > 20))
    const before = await acceptedByAll()
    process.kill(children[0] ?? 0, 'SIGKILL')
    await until(() => Promise.resolve(childrenOf(spindle).filter((pid) => pid !== children[0]).length === 2))
    const left = acknowledged.length
    await until(() => Promise.resolve(acknowledged.length > left + 20))
    over.abort()
    await Promise.all(clients)
    // Each process answers with the same figures for a second.
    await until(async () => (await acceptedByAll()) > before)
    expect(spindle.output).toMatch(`"ended":${children[0]},"code":null,"signal":"SIGKILL"`)
    const rows = await query<{ id: string }>("select data->>'account_id' as id from records")
    const stored = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((accountId) => !stored.has(accountId))).toEqual([])
  })

  it('answer active requests when they are stopped, and end with the database', async () => {
    const request = await halfARequest(home)
    const running = childrenOf(spindle)
    spindle.signal('SIGTERM')
    await until(async () => !(await home.isReady()))
    expect(await request.finish()).toContain('HTTP/1.1 201 ')
    expect(await spindle.exit).toBe(0)
    expect([home.database, spindle.errors, running.filter(isAlive)]).toEqual([null, '', []])
  })
})

it('processes that cannot start end with the message of one of them', async () => {
  const database = await createTestDatabase()
  const taker = createServer()
  await new Promise<void>((done) => {
    taker.listen(home.port, '127.0.0.1', done)
  })
  const api = home.launchApi({ ...two, DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) })
  expect(await api.exit).toBe(1)
  expect(api.errors).toBe(
    `Port ${home.port} is in use. Set PORT to another port, or stop the program that uses it.\n`,
  )
  await new Promise((done) => {
    taker.close(done)
  })
  await database.drop()
})

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const inFolder = (file: string) => readFileSync(join(home.directory, 'postgres', file), 'utf8')
  const port = Number(inFolder('cluster/postmaster.pid').split('\n')[3])
  const password = inFolder('password')
  const sql = new pg.Client({ host: '127.0.0.1', port, user: 'spindle', database: 'spindle', password })
  await sql.connect()
  const { rows } = await sql.query<Row>(text)
  await sql.end()
  return rows
}
