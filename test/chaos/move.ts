import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { print, thousands } from '../../bench/support/arena.ts'
import { addRecords } from '../../bench/support/jobs.ts'
import { freePort } from '../../src/adapters/postgres/embedded/free-port.ts'
import { Deployment } from '../process/deployment.ts'
import { createTenant } from '../support/tenant.ts'
import { SmtpSink } from './smtp-sink.ts'

/**
 * Moves an organization back and forth between two deployments while records arrive and mail is sent. Kills
 * the mover at random several times in each move. At the end every acknowledged record must be there once,
 * and everybody must have been written to once. No request may have been refused for longer than promised.
 */
const moves = Number(process.env['CHAOS_MOVES'] ?? 4)
const killsPerMove = Number(process.env['CHAOS_KILLS'] ?? 3)
const seeded = Number(process.env['CHAOS_RECORDS'] ?? 100_000)
const clients = Number(process.env['CHAOS_CLIENTS'] ?? 4)
const batch = 5
const promisedMs = 10_000
const patienceMs = 600_000

const root = fileURLToPath(new URL('../..', import.meta.url))
const sink = await SmtpSink.start(5)
const cells = ['eu1', 'us2'] as const
type Cell = (typeof cells)[number]
const settings = (cell: Cell) => ({
  CELL: cell,
  SMTP_URL: sink.url,
  MAIL_FROM: 'Spindle <spindle@example.com>',
  RUNTIME_CONCURRENCY: '2',
  SEND_CONCURRENCY: '10',
})
const deployments = {
  eu1: await Deployment.create(settings('eu1')),
  us2: await Deployment.create(settings('us2')),
}
const ports = { eu1: await freePort(), us2: await freePort() }
let faults = 0

/** The durations in milliseconds for which a client was refused before the same request was accepted. */
const refusals: { readonly ms: number; readonly killed: boolean }[] = []
const acknowledged = new Set<string>()
let isKilling = false
const state = { isDone: false }
/** The cell that holds the organization now, learned from the answers. A proxy would route requests to it. */
let home: Cell = 'eu1'
let unexpected = 0

try {
  for (const cell of cells) {
    await deployments[cell].startApi(ports[cell])
    await deployments[cell].startWorker()
  }
  const tenant = await createTenant(deployments.eu1)
  const { organizationId, dataTableId, spinnerId } = tenant
  await deployments.eu1.query(`update organizations set plan_id = 'unlimited' where id = $1`, [
    organizationId,
  ])
  if (seeded > 0) await deployments.eu1.withClient((client) => addRecords(client, dataTableId, seeded, null))
  // Marks the records from before the trial as taken, so that no job writes to their people.
  await deployments.eu1.query(
    `update spinners s set taken_seq = t.last_seq, taken_records = t.appended from data_tables t where t.id = s.data_table_id and s.id = $1`,
    [spinnerId],
  )
  const headers = { authorization: `Bearer ${tenant.secrets.apiKey}`, 'content-type': 'application/json' }

  /** Repeats a request with the same idempotency key until it is accepted. */
  async function insist(path: string, body: unknown): Promise<boolean> {
    const key = randomUUID()
    let refusedSince: number | null = null
    let cell = home
    const sawKilling = isKilling
    for (let tries = 0; !(state.isDone && tries > 5_000); tries++) {
      const response = await fetch(`http://127.0.0.1:${ports[cell]}/api/v1/public/${path}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      }).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      if (response?.status === 201) {
        if (refusedSince !== null)
          refusals.push({ ms: performance.now() - refusedSince, killed: sawKilling || isKilling })
        return true
      }
      if (response?.status === 421) {
        cell = response.headers.get('x-spindle-cell') as Cell
        home = cell
        continue
      }
      if (response !== null && response.status !== 503) {
        unexpected++
        return false
      }
      refusedSince ??= performance.now()
      await setTimeout(20)
    }
    return false
  }

  async function send(client: number): Promise<void> {
    for (let no = 0; !state.isDone; no++) {
      const names = Array.from({ length: batch }, (_, index) => `c${client}-${no}-${index}`)
      const records = names.map((name) => ({
        name,
        phone: '1',
        account_id: name,
        email: `${name}@example.com`,
      }))
      if (await insist('ingest', { dataTableId, records })) for (const name of names) acknowledged.add(name)
      await setTimeout(30)
    }
  }
  async function start(): Promise<void> {
    while (!state.isDone) {
      await insist(`trigger/${spinnerId}`, {})
      await setTimeout(1_000)
    }
  }

  const work = [...Array.from({ length: clients }, (_, client) => send(client)), start()]
  await setTimeout(2_000)
  const durations: number[] = []
  const quiet: number[] = []
  for (let move = 0; move < moves; move++) {
    const from = cells[move % 2] as Cell
    const to = cells[(move + 1) % 2] as Cell
    const begun = performance.now()
    // Kills nothing during the first move, because most real moves are not disturbed.
    isKilling = move > 0
    for (let kill = 0; kill < (isKilling ? killsPerMove : 0); kill++) {
      const mover = startMover(from, to, organizationId)
      await Promise.race([
        setTimeout(700 + Math.random() * Math.max(3_000, (quiet[0] ?? 5_000) * 1.1)),
        mover.ended,
      ])
      mover.kill()
      await mover.ended
      const last = mover.said().trim().split('\n').at(-1)
      process.stderr.write(`move ${move + 1}: killed ${kill + 1}: ${last}\n`)
    }
    const mover = startMover(from, to, organizationId)
    const code = await mover.ended
    if (code !== 0) faults++
    process.stderr.write(`move ${move + 1} ${from} -> ${to}: ${code}\n${mover.said().trim()}\n`)
    durations.push(performance.now() - begun)
    if (!isKilling) quiet.push(performance.now() - begun)
    await setTimeout(1_500)
    isKilling = false
  }
  state.isDone = true
  await Promise.all(work)
  state.isDone = false
  await insist(`trigger/${spinnerId}`, {})
  const last = deployments[home]
  const ended = performance.now() + patienceMs
  const open = `select count(*)::int as count from jobs where organization_id = $1 and status not in ('completed', 'failed')`
  while (((await last.query<{ count: number }>(open, [organizationId]))[0]?.count ?? 0) > 0) {
    if (performance.now() > ended) break
    await setTimeout(500)
  }
  const names = await last.query<{ name: string; count: number }>(
    `select data ->> 'name' as name, count(*)::int as count from records where data_table_id = $1 and data ->> 'phone' = '1' group by 1`,
    [dataTableId],
  )
  const there = new Map(names.map(({ name, count }) => [name, count]))
  const lost = [...acknowledged].filter((name) => !there.has(name)).length
  const doubled = names.filter(({ count }) => count > 1).length
  const mails = new Map<string, number>()
  for (const { to } of sink.mails) mails.set(to, (mails.get(to) ?? 0) + 1)
  const twice = [...mails.values()].filter((count) => count > 1).length
  const unwritten = [...there.keys()].filter((name) => !mails.has(`${name}@example.com`)).length
  const [ledger] = await last.query<{
    appended: number
    records: number
    unconfirmed: number
    seeded: number
  }>(
    `select appended::int, (select count(*)::int from records where data_table_id = $1) as records,
            (select count(*)::int from recipients r join jobs j on j.id = r.job_id
              where j.organization_id = t.organization_id and r.state = 'unconfirmed') as unconfirmed
       from data_tables t where id = $1`,
    [dataTableId],
  )
  const [other] = await deployments[home === 'eu1' ? 'us2' : 'eu1'].query<{ count: number }>(
    'select count(*)::int as count from records where data_table_id = $1',
    [dataTableId],
  )
  const longest = (killed: boolean) =>
    Math.max(0, ...refusals.filter((one) => one.killed === killed).map(({ ms }) => ms))
  const rows: [string, number, number | null][] = [
    ['moves', moves, null],
    ['movers killed', (moves - 1) * killsPerMove, null],
    ['records there before', seeded, null],
    ['records acknowledged', acknowledged.size, null],
    ['lost', lost, 0],
    ['doubled', doubled, 0],
    ['in the ledger, not in the table', (ledger?.appended ?? 0) - (ledger?.records ?? 0), 0],
    ['left in the other cell', other?.count ?? -1, 0],
    ['mails', sink.mails.length, null],
    ['written to twice', twice, 0],
    ['not written to', unwritten, 0],
    ['in doubt', ledger?.unconfirmed ?? -1, 0],
    ['answers that are neither', unexpected, 0],
    ['requests refused for a while', refusals.length, null],
    ['longest, ms', longest(false), null],
    ['longest with kills, ms', longest(true), null],
    ['longest beyond what is promised, ms', Math.max(0, longest(false) - promisedMs), 0],
    ['longest move, ms', Math.max(...durations), null],
  ]
  faults += rows.filter(([, value, wanted]) => wanted !== null && value !== wanted).length
  print(
    rows.map(([name, value, wanted]) => [
      name,
      thousands(value),
      wanted !== null && value !== wanted ? 'BROKEN' : '',
    ]),
  )
} finally {
  state.isDone = true
  for (const cell of cells) await deployments[cell].close()
  await sink.close()
}
process.exit(faults === 0 ? 0 : 1)

function startMover(from: Cell, to: Cell, organizationId: string) {
  const { NODE_OPTIONS: _, ...own } = process.env
  const words = ['--organization', organizationId, '--to', deployments[to].server.url, '--cell', to]
  const child = spawn(process.execPath, ['src/admin.ts', 'move-organization', ...words], {
    cwd: root,
    env: {
      ...own,
      ...settings(from),
      DATABASE_URL: deployments[from].server.url,
      SESSION_SECRET: 'x'.repeat(32),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString()
    })
  return {
    ended: new Promise<number | null>((done) => child.once('exit', (code) => done(code))),
    kill: () => child.kill('SIGKILL'),
    said: () => text,
  }
}
