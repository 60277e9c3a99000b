import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addRecords } from '../../../bench/support/jobs.ts'
import { started } from '../../../bench/support/started.ts'
import type { Deployment } from '../../process/deployment.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { createTenant } from '../../support/tenant.ts'
import { atMost, exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import type { SmtpSink } from '../stage/smtp-sink.ts'
import {
  countIn,
  deploy,
  mailsByPerson,
  openSink,
  pauseUpTo,
  peopleTwice,
  say,
  sendingTo,
} from '../stage/stage.ts'

const moves = setting('MOVES', 4)
const killsPerMove = setting('KILLS', 3)
const seeded = setting('RECORDS', 100_000)
const clients = setting('CLIENTS', 4)
const batch = 5
const promisedMs = 10_000
const patienceMs = 600_000

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cells = ['eu1', 'us2'] as const
type Cell = (typeof cells)[number]

/**
 * The two deployments (cells) between which the scenario moves an organization, each with the port of its API
 * and its settings.
 */
type Cells = Readonly<
  Record<
    Cell,
    {
      readonly deployment: Deployment
      readonly port: number
      readonly settings: Readonly<Record<string, string>>
    }
  >
>

/**
 * A chaos scenario that moves an organization back and forth between two deployments while records arrive and
 * mail is sent. It kills the process that moves it at random several times in each move. At the end every
 * acknowledged record must be there once, and everybody must have been written to once. No request may have
 * been refused for longer than promised.
 */
export const move: Scenario = {
  about: 'kill -9 of the process that moves an organization between two cells under load',
  runs: ['run'],
  run: async (name) => {
    const sink = await openSink(5)
    const places: Cells = { eu1: await openCell('eu1', sink), us2: await openCell('us2', sink) }
    const { deployment } = places.eu1
    const tenant = await createTenant(deployment)
    const { organizationId, dataTableId, spinnerId } = tenant
    await deployment.query(`update organizations set plan_id = 'unlimited' where id = $1`, [organizationId])
    if (seeded > 0) await deployment.withClient((client) => addRecords(client, dataTableId, seeded, null))
    // Marks the records from before the scenario as taken, so that no job writes to their people.
    await deployment.query(
      `update spinners s set taken_seq = t.last_seq, taken_records = t.appended from data_tables t where t.id = s.data_table_id and s.id = $1`,
      [spinnerId],
    )
    const load = new Load(places, tenant.secrets.apiKey, { dataTableId, spinnerId })
    started(() => load.stop())
    const sending = load.send()
    await setTimeout(2_000)
    const moved = await moveBackAndForth(places, organizationId, load)
    load.stop()
    await sending
    await load.triggerLast()
    await jobsEnd(places[load.home].deployment, organizationId)
    return { [name]: [...moved, ...(await look(places, dataTableId, load, sink))] }
  },
}

async function openCell(cell: Cell, sink: SmtpSink): Promise<Cells[Cell]> {
  const settings = { CELL: cell, RUNTIME_CONCURRENCY: '2', SEND_CONCURRENCY: '10', ...sendingTo(sink) }
  const deployment = await deploy(settings)
  const port = await unusedPort()
  await deployment.startApi(port)
  await deployment.startWorker()
  return { deployment, port, settings }
}

/** `Load` sends records and triggers in the move scenario, and repeats each request until it is accepted. */
class Load {
  /** The names of the scenario's records that the service has acknowledged. */
  readonly acknowledged = new Set<string>()
  /**
   * The milliseconds for which a client of the scenario was refused before the same request was accepted, and
   * whether a kill happened meanwhile.
   */
  readonly refusals: { readonly ms: number; readonly killed: boolean }[] = []
  /** The number of responses in the scenario that neither accept a request nor tell the caller to repeat it. */
  unexpected = 0
  /** Whether the scenario is killing the process that moves the organization. */
  isKilling = false
  /**
   * The cell that holds the scenario's organization now, learned from the answers. A proxy would route requests
   * to it.
   */
  home: Cell = 'eu1'
  #isDone = false
  readonly #places: Cells
  readonly #apiKey: string
  readonly #target: { readonly dataTableId: string; readonly spinnerId: string }

  constructor(
    places: Cells,
    apiKey: string,
    target: { readonly dataTableId: string; readonly spinnerId: string },
  ) {
    this.#places = places
    this.#apiKey = apiKey
    this.#target = target
  }

  async send(): Promise<void> {
    await Promise.all([
      ...Array.from({ length: clients }, (_, client) => this.#ingest(client)),
      this.#triggerRepeatedly(),
    ])
  }

  stop(): void {
    this.#isDone = true
  }

  /** Triggers the scenario's spinner once more after all clients have stopped, for the records that are left. */
  async triggerLast(): Promise<void> {
    this.#isDone = false
    await this.#ignoreWarnings(`trigger/${this.#target.spinnerId}`, {})
  }

  maxRefusalLength(killed: boolean): number {
    return Math.max(0, ...this.refusals.filter((refusal) => refusal.killed === killed).map(({ ms }) => ms))
  }

  async #ingest(client: number): Promise<void> {
    const { dataTableId } = this.#target
    for (let no = 0; !this.#isDone; no++) {
      const names = Array.from({ length: batch }, (_, index) => `c${client}-${no}-${index}`)
      const records = names.map((name) => ({
        name,
        phone: '1',
        account_id: name,
        email: `${name}@example.com`,
      }))
      if (await this.#ignoreWarnings('ingest', { dataTableId, records }))
        for (const name of names) this.acknowledged.add(name)
      await setTimeout(30)
    }
  }

  async #triggerRepeatedly(): Promise<void> {
    while (!this.#isDone) {
      await this.#ignoreWarnings(`trigger/${this.#target.spinnerId}`, {})
      await setTimeout(1_000)
    }
  }

  /** Repeats a request of the scenario with the same idempotency key until it is accepted. */
  async #ignoreWarnings(path: string, body: unknown): Promise<boolean> {
    const headers = {
      authorization: `Bearer ${this.#apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    let refusedSince: number | null = null
    let cell = this.home
    const sawKilling = this.isKilling
    for (let tries = 0; !(this.#isDone && tries > 5_000); tries++) {
      const response = await fetch(`http://127.0.0.1:${this.#places[cell].port}/api/v1/public/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }).catch(() => null)
      await response?.arrayBuffer().catch(() => null)
      if (response?.status === 201) {
        if (refusedSince !== null)
          this.refusals.push({
            ms: performance.now() - refusedSince,
            killed: sawKilling || this.isKilling,
          })
        return true
      }
      if (response?.status === 421) {
        cell = response.headers.get('x-spindle-cell') as Cell
        this.home = cell
        continue
      }
      if (response !== null && response.status !== 503) {
        this.unexpected++
        return false
      }
      refusedSince ??= performance.now()
      await setTimeout(20)
    }
    return false
  }
}

async function moveBackAndForth(
  places: Cells,
  organizationId: string,
  load: Load,
): Promise<readonly Figure[]> {
  let failed = 0
  let longest = 0
  let quietMs = 5_000
  for (let nth = 0; nth < moves; nth++) {
    const [from, to] = nth % 2 === 0 ? (['eu1', 'us2'] as const) : (['us2', 'eu1'] as const)
    const begun = performance.now()
    // Kills nothing during the scenario's first move, because most real moves are not disturbed.
    load.isKilling = nth > 0
    for (let kill = 0; kill < (load.isKilling ? killsPerMove : 0); kill++) {
      const mover = startMover(places, from, to, organizationId)
      await Promise.race([pauseUpTo(Math.max(3_000, quietMs * 1.1)).then(() => setTimeout(700)), mover.ended])
      mover.kill()
      await mover.ended
      say(`move ${nth + 1}: killed ${kill + 1}: ${mover.said().trim().split('\n').at(-1)}`)
    }
    const mover = startMover(places, from, to, organizationId)
    const code = await mover.ended
    if (code !== 0) failed++
    say(`move ${nth + 1} ${from} -> ${to}: ${code}\n${mover.said().trim()}`)
    const lasted = performance.now() - begun
    longest = Math.max(longest, lasted)
    if (!load.isKilling) quietMs = lasted
    await setTimeout(1_500)
    load.isKilling = false
  }
  return [
    plain('moves', moves),
    exactly('moves that failed', failed),
    plain('movers killed', (moves - 1) * killsPerMove),
    plain('longest move, ms', longest),
  ]
}

function startMover(places: Cells, from: Cell, to: Cell, organizationId: string) {
  const { NODE_OPTIONS: _, ...own } = process.env
  const words = ['--organization', organizationId, '--to', places[to].deployment.server.url, '--cell', to]
  const child = spawn(process.execPath, ['src/admin.ts', 'move-organization', ...words], {
    cwd: root,
    env: {
      ...own,
      ...places[from].settings,
      DATABASE_URL: places[from].deployment.server.url,
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

async function jobsEnd(deployment: Deployment, organizationId: string): Promise<void> {
  const open = `select count(*) from jobs where organization_id = $1 and status not in ('completed', 'failed')`
  for (const end = performance.now() + patienceMs; performance.now() < end; await setTimeout(500))
    if ((await countIn(deployment, open, [organizationId])) === 0) return
}

async function look(
  places: Cells,
  dataTableId: string,
  load: Load,
  sink: SmtpSink,
): Promise<readonly Figure[]> {
  const { acknowledged, home, refusals, unexpected } = load
  const { deployment } = places[home]
  const names = await deployment.query<{ name: string; count: number }>(
    `select data ->> 'name' as name, count(*)::int as count from records where data_table_id = $1 and data ->> 'phone' = '1' group by 1`,
    [dataTableId],
  )
  const there = new Map(names.map(({ name, count }) => [name, count]))
  const mails = mailsByPerson(sink)
  const [ledger] = await deployment.query<{ appended: number; records: number; unconfirmed: number }>(
    `select (select l.appended::int from end_of_ledger(t.id) l), (select count(*)::int from records where data_table_id = $1) as records,
            (select count(*)::int from recipients r join jobs j on j.id = r.job_id
              where j.organization_id = t.organization_id and r.status = 'unconfirmed') as unconfirmed
       from data_tables t where id = $1`,
    [dataTableId],
  )
  const other = places[home === 'eu1' ? 'us2' : 'eu1'].deployment
  return [
    plain('records there before', seeded),
    plain('records acknowledged', acknowledged.size),
    exactly('lost', [...acknowledged].filter((name) => !there.has(name)).length),
    exactly('doubled', names.filter(({ count }) => count > 1).length),
    exactly('in the ledger, not in the table', (ledger?.appended ?? 0) - (ledger?.records ?? 0)),
    exactly(
      'left in the other cell',
      await countIn(other, 'select count(*) from records where data_table_id = $1', [dataTableId]),
    ),
    plain('mails', sink.mails.length),
    exactly('written to twice', peopleTwice(sink)),
    exactly('not written to', [...there.keys()].filter((name) => !mails.has(`${name}@example.com`)).length),
    exactly('in doubt', ledger?.unconfirmed ?? -1),
    exactly('answers that are neither 201, 421 nor 503', unexpected),
    plain('requests refused for a while', refusals.length),
    atMost('longest refusal, ms', load.maxRefusalLength(false), promisedMs),
    plain('longest refusal with kills, ms', load.maxRefusalLength(true)),
  ]
}
