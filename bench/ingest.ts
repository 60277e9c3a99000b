import { compareMatched } from './matched-ingest.ts'
import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { costHead, costLine, inTurns, line } from './support/load/compare.ts'
import { withCost } from './support/load/cpu-time.ts'
import { type Load, load } from './support/load/load.ts'
import { recordOf } from './support/load/public-requests.ts'
import { sizes } from './support/sizes.ts'

interface Case {
  readonly name: string
  readonly rows: number
  readonly clients: number
  readonly target: number
}

const cases: readonly Case[] = [
  { name: 'single, 16 clients', rows: 1, clients: 16, target: 1.2 },
  { name: 'single, 64 clients', rows: 1, clients: 64, target: 2.2 },
  { name: 'batches of 500, 8 clients (rows)', rows: 500, clients: 8, target: 0.9 },
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
  { service, serviceProcesses, demo, launchApi }: Arena,
  processes: number,
): Promise<void> {
  const several = await launchApi({ PROCESSES: String(processes) })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const body = JSON.stringify({ dataTableId: demo.dataTableId, records: [recordOf(1)] })
  const side = (url: string, api: number) => (clients: number, lasting: number) =>
    withCost({ ...serviceProcesses, api }, () =>
      load({ url: `${url}/api/v1/public/ingest`, headers, body, clients, seconds: lasting }),
    )
  const one = side(service, serviceProcesses.api)
  const more = side(several.url, several.pid)
  for (const warmUp of [one, more]) await warmUp(64, warmUpSeconds)
  const table = [['', '1 /s', `${processes} /s`, 'ratio', '', 'p50 ms', 'p99 ms', '1 p50', '1 p99']]
  const costs = [costHead('1', String(processes))]
  for (const clients of [16, 64, 256]) {
    const name = `single, ${clients} clients`
    const pairs = await inTurns(
      () => one(clients, seconds),
      () => more(clients, seconds),
    )
    table.push(line(name, pairs, 1, 1))
    costs.push(costLine(name, pairs))
  }
  print(table)
  print(costs)
}

async function compareAll(arena: Arena): Promise<void> {
  const { floor, floorProcesses, service, serviceProcesses, demo, database } = arena

  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const bodyOf = (rows: number) =>
    JSON.stringify({
      dataTableId: demo.dataTableId,
      records: Array.from({ length: rows }, (_, index) => recordOf(index)),
    })
  let acknowledgedRows = 0
  const toFloor = (options: Omit<Load, 'url'>) =>
    withCost(floorProcesses, () => load({ ...options, url: `${floor}/records` }))
  const toService = async (options: Omit<Load, 'url'>, rows: number) => {
    const figures = await withCost(serviceProcesses, () =>
      load({ ...options, url: `${service}/api/v1/public/ingest` }),
    )
    acknowledgedRows += figures.acknowledged * rows
    return figures
  }

  const warmUp = { headers, body: bodyOf(1), clients: 64, seconds: warmUpSeconds }
  await toFloor(warmUp)
  await toService(warmUp, 1)

  const table: string[][] = [
    ['', 'floor /s', 'service /s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'floor p50', 'floor p99'],
  ]
  const costs = [costHead('floor', 'service')]
  for (const { name, rows, clients, target } of cases) {
    const options = { headers, body: bodyOf(rows), clients, seconds }
    const pairs = await inTurns(
      () => toFloor(options),
      () => toService(options, rows),
    )
    table.push(line(name, pairs, rows, target))
    costs.push(costLine(name, pairs))
  }
  const options = { headers, body: bodyOf(1), clients: 64, seconds }
  const wrongColumn = bodyOf(1).replace('"email"', '"emial"')
  for (const [name, changed, target] of [
    ['Idempotency-Key against none, 64 clients', { keyed: true }, 0.92],
    ['wrong column against accepted, 64 clients', { body: wrongColumn }, 0],
  ] as const) {
    const pairs = await inTurns(
      () => toService(options, 1),
      () => toService({ ...options, ...changed }, 1),
    )
    table.push(line(name, pairs, 1, target))
    costs.push(costLine(name, pairs))
  }
  print(table)
  print(costs)

  const { rows } = await database.query<{ stored: string; entered: string }>(
    'select (select count(*) from records) as stored, (select sum(count) from appends) as entered',
  )
  const { stored = '', entered = '' } = rows[0] ?? {}
  process.stdout.write(
    `rows acknowledged ${thousands(acknowledgedRows)}, in the table ${thousands(Number(stored))}, in the ledger ${thousands(Number(entered))}\n`,
  )
}
