import { compareMatched } from './matched-ingest.ts'
import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { inTurns, line } from './support/compare.ts'
import { type Load, load } from './support/load.ts'
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

const { seconds, warmUpSeconds, turns } = sizes

/** Requests and rows per second of the service, as ratios to the floor in the same run. */
export async function ingestBench(): Promise<void> {
  const arena = await openArena()
  if (sizes.atOnePort > 0) return compareProcesses(arena, sizes.atOnePort)
  await compareAll(arena)
  await compareMatched(arena)
}

/** BENCH_PROCESSES=2: the same load on as many processes at one port, as a ratio to one. */
async function compareProcesses(
  { service, demo, database, launchApi }: Arena,
  processes: number,
): Promise<void> {
  const { url: several } = await launchApi({ PROCESSES: String(processes) })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const body = JSON.stringify({ dataTableId: demo.dataTableId, records: [record(1)] })
  const at = (url: string) => (clients: number, duration: number) =>
    load({ url: `${url}/api/v1/public/ingest`, headers, body, clients, seconds: duration })
  const [one, more] = [at(service), at(several)]
  for (const either of [one, more]) await either(64, warmUpSeconds)
  const table: string[][] = [
    ['', '1 /s', `${processes} /s`, 'ratio', '', 'p50 ms', 'p99 ms', '1 p50', '1 p99'],
  ]
  const commits = async () => Number((await database.query(commitsUntilNow)).rows[0]?.commits)
  for (const clients of [16, 64]) {
    const per = { one: 0, more: 0 }
    const counted = async (side: keyof typeof per, run: () => ReturnType<typeof load>) => {
      const before = await commits()
      const figures = await run()
      per[side] += figures.acknowledged / Math.max(1, (await commits()) - before) / turns
      return figures
    }
    const pairs = await inTurns(
      () => counted('one', () => one(clients, seconds)),
      () => counted('more', () => more(clients, seconds)),
    )
    table.push(line(`single, ${clients} clients`, pairs, 1, 1))
    process.stdout.write(
      `${clients} clients: ${per.one.toFixed(1)} requests a commit by one, ${per.more.toFixed(1)} by ${processes}\n`,
    )
  }
  print(table)
}

const commitsUntilNow =
  'select xact_commit as commits from pg_stat_database where datname = current_database()'

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
