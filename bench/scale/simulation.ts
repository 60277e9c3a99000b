import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { type Arena, openArena } from '../support/arena.ts'
import { Child } from '../support/child.ts'
import { addRecords, runJob } from '../support/jobs.ts'
import { load } from '../support/load/load.ts'
import { residentMegabytes } from '../support/load/resident.ts'
import { sizes as chosen } from '../support/sizes.ts'
import { started } from '../support/started.ts'
import type { Costs, Mix, Point } from './model.ts'
import { addOrganizations } from './organizations.ts'
import { difference, memoryOfServer, type Pids, postmasterOf, usageOf } from './usage.ts'

export interface Simulated {
  readonly points: readonly Point[]
  /**
   * The largest number of database locks held at a time, and of requests waiting for a lock, by kind of work.
   */
  readonly locks: Readonly<Record<string, { readonly held: number; readonly waiting: number }>>
  readonly memory: { readonly api: number; readonly runtime: number; readonly postgres: number }
}

const record = { name: 'Ada Lovelace', phone: '+44 20 7946 0000', account_id: 'A-1' }
const rowsOfBatch = 500
const { settleMs } = chosen
const month = 30 * 86_400
const mail = {
  type: 'email',
  to: '{{ email }}',
  subject: 'Welcome, {{ name }}',
  text: 'Hello {{ name }},\n\nthank you for your interest. We will be in touch.\n',
}

/**
 * `Simulation` puts a known number of units of each kind of work into one deployment, several times, and
 * measures their costs.
 */
export class Simulation {
  readonly #arena: Arena
  readonly #postmaster: number
  readonly #smtpUrl: string
  /** The number of recipients of the warm-up job, after which V8 has compiled the code that runs jobs. */
  readonly #warmUp: number
  readonly #onPoint: (point: Point) => void
  readonly #points: Point[] = []
  readonly #locks: Record<string, { held: number; waiting: number }> = {}
  #runtime: Child | null = null
  #runtimeMemory = 0
  #people = 0

  static async run(sizes: readonly number[], onPoint: (point: Point) => void): Promise<Simulated> {
    const arena = await openArena()
    const postmaster = await postmasterOf(arena.database)
    // Turns off PostgreSQL's full-page writes, because their number depends on the time of checkpoints and
    // not on the work. The cost model has a factor for them.
    await arena.database.query('alter system set full_page_writes = off')
    await arena.database.query('alter system set autovacuum = off')
    await arena.database.query('select pg_reload_conf()')
    const warmUp = Math.ceil((sizes[0] ?? 0) / 10)
    const simulation = new Simulation(arena, postmaster, await startMailServer(), warmUp, onPoint)
    await simulation.#all(sizes)
    return {
      points: simulation.#points,
      locks: simulation.#locks,
      memory: {
        api: residentMegabytes(arena.servicePid),
        runtime: simulation.#runtimeMemory,
        postgres: memoryOfServer(simulation.#postmaster),
      },
    }
  }

  private constructor(
    arena: Arena,
    postmaster: number,
    smtpUrl: string,
    warmUp: number,
    onPoint: (point: Point) => void,
  ) {
    this.#onPoint = onPoint
    this.#warmUp = warmUp
    this.#arena = arena
    this.#postmaster = postmaster
    this.#smtpUrl = smtpUrl
  }

  async #all(sizes: readonly number[]): Promise<void> {
    const [smallest = 0] = sizes
    await this.#ingest(smallest, 64)
    for (const size of sizes) await this.#point('recordAmongOthers', size, () => this.#ingest(size, 64))
    for (const size of sizes) {
      const fewer = Math.ceil(size / 8)
      await this.#point('recordAlone', fewer, () => this.#ingest(fewer, 1))
    }
    for (const size of sizes)
      await this.#point('recordInBatch', 5 * size, () => this.#ingestBatches(5 * size))
    await this.#takeAllRecords()
    await this.#recipients('recipient', sizes, 'set keeps_bodies = false')
    await this.#recipients('recipientWithBody', sizes, 'set keeps_bodies = true')
    await this.#mixed(sizes.at(-1) ?? 0)
    await this.#waiting(sizes)
    for (const size of sizes) {
      await this.#point('organization', size, () => addOrganizations(this.#arena, size))
    }
  }

  async #recipients(
    kind: 'recipient' | 'recipientWithBody',
    sizes: readonly number[],
    set: string,
  ): Promise<void> {
    await this.#arena.database.query(`update organizations ${set}`)
    await this.#withRuntime(async () => {
      await this.#job(this.#warmUp)
      for (const size of sizes) {
        const fewer = Math.ceil(size / 4)
        await this.#addRecords(fewer)
        await this.#point(kind, fewer, async () => {
          await runJob(this.#arena)
        })
      }
    })
    await this.#arena.database.query('update organizations set keeps_bodies = false')
  }

  /**
   * Measures all kinds of work at the same time, as on a busy day. No unit cost is computed from this
   * measurement, so it shows whether the unit costs add up.
   */
  async #mixed(size: number): Promise<void> {
    await this.#withRuntime(async () => {
      await this.#job(this.#warmUp)
      const fewer = Math.ceil(size / 4)
      await this.#addRecords(fewer)
      const mix = { recipient: fewer, recordAmongOthers: size, recordInBatch: 5 * size }
      await this.#measure('all at once', mix, async () => {
        await Promise.all([runJob(this.#arena), this.#ingest(size, 64), this.#ingestBatches(5 * size)])
      })
      await this.#takeAllRecords()
    })
  }

  async #waiting(sizes: readonly number[]): Promise<void> {
    await this.#arena.database.query('update spinner_versions set steps = $1', [
      JSON.stringify([{ type: 'wait', seconds: month }, mail]),
    ])
    await this.#withRuntime(async () => {
      await this.#addRecords(this.#warmUp)
      await this.#trigger(this.#warmUp)
      for (const size of sizes) {
        await this.#addRecords(size)
        await this.#point('waitingRecipient', size, () => this.#trigger(size))
      }
      await this.#triggerWithRecords(Math.ceil(this.#warmUp / 10))
      for (const size of sizes) {
        const fewer = Math.ceil(size / 4)
        await this.#point('waitingJob', fewer, () => this.#triggerWithRecords(fewer))
      }
    })
  }

  async #withRuntime(work: () => Promise<void>): Promise<void> {
    const { environment } = this.#arena
    this.#runtime = await Child.start({
      script: 'bench/support/runtime-process.ts',
      environment: {
        ...environment,
        LOG_LEVEL: 'warn',
        BENCH_SENDS_MAIL: '1',
        SMTP_URL: this.#smtpUrl,
        MAIL_FROM: 'Spindle <spindle@example.com>',
      },
    })
    await work()
    this.#runtimeMemory = Math.max(this.#runtimeMemory, this.#runtime.peakMemory())
    await this.#runtime.stop()
    this.#runtime = null
  }

  #point(kind: keyof Mix, units: number, work: () => Promise<void>): Promise<void> {
    return this.#measure(kind, { [kind]: units }, work)
  }

  async #measure(name: string, mix: Mix, work: () => Promise<void>): Promise<void> {
    const { database } = this.#arena
    const watch = new LockWatch(this.#arena)
    await this.#tidyUp()
    await database.query('checkpoint')
    const before = await this.#usage()
    watch.begin()
    await work()
    await setTimeout(settleMs)
    await this.#tidyUp()
    const measured = difference(await this.#usage(), before)
    const { held, waiting } = await watch.end()
    const most = this.#locks[name] ?? { held: 0, waiting: 0 }
    this.#locks[name] = { held: Math.max(most.held, held), waiting: Math.max(most.waiting, waiting) }
    const point = { name, mix, measured }
    this.#points.push(point)
    this.#onPoint(point)
  }

  /**
   * Vacuums the tables before and at the end of each measurement, because the bench turns autovacuum off. The
   * cost of vacuuming thus counts with the work that caused it.
   */
  async #tidyUp(): Promise<void> {
    await this.#arena.database.query(
      'vacuum records, appends, jobs, slices, recipients, deliveries, contacts, messages, graphile_worker._private_jobs',
    )
  }

  #usage(): Promise<Costs> {
    const pids: Pids = {
      api: this.#arena.servicePid,
      runtime: this.#runtime?.pid ?? null,
      postmaster: this.#postmaster,
    }
    return usageOf(this.#arena.database, pids)
  }

  async #ingest(records: number, clients: number): Promise<void> {
    await this.#load('/public/ingest', records, clients, (no) => ({
      dataTableId: this.#arena.demo.dataTableId,
      records: [this.#person(no)],
    }))
  }

  async #ingestBatches(records: number): Promise<void> {
    await this.#load('/public/ingest', Math.ceil(records / rowsOfBatch), 8, (no) => ({
      dataTableId: this.#arena.demo.dataTableId,
      records: Array.from({ length: rowsOfBatch }, (_, row) => this.#person(no * rowsOfBatch + row)),
    }))
  }

  async #triggerWithRecords(jobs: number): Promise<void> {
    const path = `/public/trigger/${this.#arena.demo.spinnerId}`
    const before = await this.#waitingNow()
    await this.#load(path, jobs, 32, (no) => ({ records: [this.#person(no)] }))
    await this.#waits(before + jobs)
  }

  async #load(path: string, requests: number, clients: number, json: (no: number) => object): Promise<void> {
    const { service, demo } = this.#arena
    const longest = Buffer.byteLength(JSON.stringify(json(9_999_999)))
    const padded = () => Buffer.from(JSON.stringify(json(this.#people++)).padEnd(longest))
    const { refused } = await load({
      url: `${service}/api/v1${path}`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` },
      make: { length: longest, next: padded },
      clients: Math.min(clients, requests),
      seconds: 600,
      requests,
    })
    if (refused > 0) throw new Error(`${refused} requests were refused`)
  }

  #person(no: number): object {
    return { ...record, email: `person${no}@example.com` }
  }

  async #addRecords(count: number): Promise<void> {
    const { database, demo } = this.#arena
    await addRecords(database, demo.dataTableId, count)
  }

  /**
   * Marks all records stored so far as taken by a job, so that no later job of the bench includes them. The mark
   * is read from the ledger, because the counters in `data_tables` do not include ingested records.
   */
  async #takeAllRecords(): Promise<void> {
    await this.#arena.database.query('select exclude_existing_records(p_spinner => id) from spinners')
  }

  async #job(recipients: number): Promise<void> {
    await this.#addRecords(recipients)
    await runJob(this.#arena)
  }

  /**
   * Starts a job over the records that no job has taken, and returns when all of its recipients are in a wait
   * step.
   */
  async #trigger(recipients: number): Promise<void> {
    const { service, demo } = this.#arena
    const before = await this.#waitingNow()
    const response = await fetch(`${service}/api/v1/public/trigger/${demo.spinnerId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.apiKey}` },
    })
    if (!response.ok) throw new Error(await response.text())
    await this.#waits(before + recipients)
  }

  async #waits(recipients: number): Promise<void> {
    for (const until = performance.now() + 300_000; performance.now() < until; await setTimeout(50)) {
      if ((await this.#waitingNow()) >= recipients) return
    }
    throw new Error(`${await this.#waitingNow()} recipients wait, and not ${recipients}`)
  }

  async #waitingNow(): Promise<number> {
    const { rows } = await this.#arena.database.query<{ waiting: string }>(
      'select coalesce(sum(waiting), 0) as waiting from slices',
    )
    return Number(rows[0]?.waiting)
  }
}

/**
 * Starts a mail server for the bench that accepts every mail at once. The service's measured cost does not
 * include the mail server.
 */
async function startMailServer(): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.once('end', () => done())
    },
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  started(() => new Promise<void>((closed) => server.close(() => closed())))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

class LockWatch {
  readonly #arena: Arena
  #most = { held: 0, waiting: 0 }
  #isOver = false
  #looking: Promise<void> = Promise.resolve()

  constructor(arena: Arena) {
    this.#arena = arena
  }

  begin(): void {
    this.#looking = this.#look()
  }

  async end(): Promise<{ readonly held: number; readonly waiting: number }> {
    this.#isOver = true
    await this.#looking
    return this.#most
  }

  async #look(): Promise<void> {
    for (; !this.#isOver; await setTimeout(250)) {
      const { rows } = await this.#arena.database.query<{ held: number; waiting: number }>(
        `select count(*) filter (where granted)::int as held, count(*) filter (where not granted)::int as waiting
           from pg_locks where pid <> pg_backend_pid()`,
      )
      const { held = 0, waiting = 0 } = rows[0] ?? {}
      this.#most = { held: Math.max(this.#most.held, held), waiting: Math.max(this.#most.waiting, waiting) }
    }
  }
}
