import { compareMatched } from './matched-ingest.ts'
import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { inTurns, line } from './support/load/compare.ts'
import { cpuTime, parentOf } from './support/load/cpu-time.ts'
import { type Figures, type Load, load } from './support/load/load.ts'
import { sizes } from './support/sizes.ts'

const record = (index: number) => ({
  name: `Person ${index}`,
  phone: `+1 202 555 ${String(index).padStart(4, '0')}`,
  account_id: `A-${index}`,
  email: `person${index}@example.com`,
})

interface Case {
  readonly name: string
  readonly rows: number
  readonly clients: number
  readonly target: number
}

const cases: readonly Case[] = [
  { name: 'single, 16 clients', rows: 1, clients: 16, target: 1.0 },
  { name: 'single, 64 clients', rows: 1, clients: 64, target: 2.0 },
  { name: 'batches of 500, 8 clients (rows)', rows: 500, clients: 8, target: 0.7 },
]

const { seconds, warmUpSeconds } = sizes

/**
 * Compares the ingest rate of the service with the rate of the floor, a minimal server with one INSERT per
 * request. The rates are requests or rows per second.
 */
export async function ingestBench(): Promise<void> {
  const arena = await openArena()
  if (sizes.atOnePort > 0) return compareProcesses(arena, sizes.atOnePort)
  await compareAll(arena)
  await compareMatched(arena)
}

/** Compares the ingest rate of BENCH_PROCESSES API processes at one port with the rate of one process. */
async function compareProcesses(
  { service, servicePid, demo, database, launchApi }: Arena,
  processes: number,
): Promise<void> {
  const several = await launchApi({ PROCESSES: String(processes) })
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = parentOf(rows[0]?.pid ?? 0)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const body = JSON.stringify({ dataTableId: demo.dataTableId, records: [record(1)] })
  const sides = [new Side(service, servicePid, server), new Side(several.url, several.pid, server)] as const
  const [one, more] = sides
  const options = { headers, body, seconds }
  for (const side of sides) await side.load({ ...options, clients: 64, seconds: warmUpSeconds })
  const table = [['', '1 /s', `${processes} /s`, 'ratio', '', 'p50 ms', 'p99 ms', '1 p50', '1 p99']]
  const costs = [
    ['µs of CPU for a request', 'API, 1', `API, ${processes}`, 'PostgreSQL, 1', `PostgreSQL, ${processes}`],
  ]
  for (const clients of [16, 64, 256]) {
    for (const side of sides) side.forget()
    const pairs = await inTurns(
      () => one.load({ ...options, clients }),
      () => more.load({ ...options, clients }),
    )
    table.push(line(`single, ${clients} clients`, pairs, 1, 1))
    costs.push([
      `single, ${clients} clients`,
      ...[one.apiCost, more.apiCost, one.databaseCost, more.databaseCost].map((cost) => cost.toFixed(0)),
    ])
  }
  print(table)
  print(costs)
}

/**
 * `Side` is one of the two API deployments that the bench compares. It sums the CPU time that its API
 * processes and the database spend on its requests.
 */
class Side {
  readonly #url: string
  readonly #pid: number
  readonly #database: number
  #spent = { api: 0, database: 0, requests: 0 }

  constructor(url: string, pid: number, database: number) {
    this.#url = url
    this.#pid = pid
    this.#database = database
  }

  async load(options: Omit<Load, 'url'>): Promise<Figures> {
    const [api, database] = [cpuTime(this.#pid), cpuTime(this.#database)]
    const figures = await load({ ...options, url: `${this.#url}/api/v1/public/ingest` })
    this.#spent.api += cpuTime(this.#pid) - api
    this.#spent.database += cpuTime(this.#database) - database
    this.#spent.requests += figures.acknowledged
    return figures
  }

  forget(): void {
    this.#spent = { api: 0, database: 0, requests: 0 }
  }

  get apiCost(): number {
    return (this.#spent.api * 1000) / this.#spent.requests
  }

  get databaseCost(): number {
    return (this.#spent.database * 1000) / this.#spent.requests
  }
}

async function compareAll({ floor, service, demo, database }: Arena): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const bodyOf = (rows: number) =>
    JSON.stringify({
      dataTableId: demo.dataTableId,
      records: Array.from({ length: rows }, (_, index) => record(index)),
    })
  let acknowledgedRows = 0
  const toFloor = (options: Omit<Load, 'url'>) => load({ ...options, url: `${floor}/records` })
  const toService = async (options: Omit<Load, 'url'>, rows: number) => {
    const figures = await load({ ...options, url: `${service}/api/v1/public/ingest` })
    acknowledgedRows += figures.acknowledged * rows
    return figures
  }

  const warmUp = { headers, body: bodyOf(1), clients: 64, seconds: warmUpSeconds }
  await toFloor(warmUp)
  await toService(warmUp, 1)

  const table: string[][] = [
    ['', 'floor /s', 'service /s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'floor p50', 'floor p99'],
  ]
  for (const { name, rows, clients, target } of cases) {
    const options = { headers, body: bodyOf(rows), clients, seconds }
    const pairs = await inTurns(
      () => toFloor(options),
      () => toService(options, rows),
    )
    table.push(line(name, pairs, rows, target))
  }
  const options = { headers, body: bodyOf(1), clients: 64, seconds }
  const pairs = await inTurns(
    () => toService(options, 1),
    () => toService({ ...options, keyed: true }, 1),
  )
  table.push(line('Idempotency-Key against none, 64 clients', pairs, 1, 0.7))
  print(table)

  const { rows } = await database.query<{ stored: string; entered: string }>(
    'select (select count(*) from records) as stored, (select sum(count) from appends) as entered',
  )
  const { stored = '', entered = '' } = rows[0] ?? {}
  process.stdout.write(
    `rows acknowledged ${thousands(acknowledgedRows)}, in the table ${thousands(Number(stored))}, in the ledger ${thousands(Number(entered))}\n`,
  )
}
