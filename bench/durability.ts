import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedServer } from '../src/adapters/postgres/embedded/embedded-server.ts'
import { print, thousands } from './support/arena.ts'
import { type Outcome, Senders } from './support/senders.ts'
import { sizes } from './support/sizes.ts'
import { Spindle } from './support/spindle.ts'
import { starting } from './support/started.ts'

/**
 * The milliseconds after a kill within which the service must acknowledge a request again; otherwise the
 * durability bench fails.
 */
const patienceMs = 60_000

interface Round {
  readonly kind: string
  readonly kills: number
  readonly strike: (spindle: Spindle) => Promise<void>
}

interface Found {
  readonly rows: number
  readonly lost: number
  readonly repeated: number
  readonly refusedButWritten: number
  readonly entered: number
}

/**
 * Kills the service, and then its database, repeatedly while clients send records. At the end checks that
 * every acknowledged record is stored exactly once.
 */
export async function durabilityBench(): Promise<void> {
  await killAndCompare(await Spindle.install())
}

async function killAndCompare(spindle: Spindle): Promise<void> {
  const [serviceKills = 10, databaseKills = 5] = sizes.kills
  const rounds: readonly Round[] = [
    { kind: 'kill -9 of the service', kills: serviceKills, strike: (target) => target.killService() },
    { kind: 'kill -9 of its PostgreSQL', kills: databaseKills, strike: (target) => target.killDatabase() },
  ]
  await spindle.start()
  const senders = new Senders(spindle.url, spindle.demo())
  const table: string[][] = [['', 'kills', 'exits', 'serves again, median s', 'max s']]
  try {
    for (const round of rounds) table.push(await endure(round, spindle, senders))
    await setTimeout(500)
  } finally {
    await senders.stop()
  }
  await spindle.stop()
  const found = await compare(spindle.dataDirectory, senders)
  print(table)
  report(senders, found)
  if (found.lost + found.repeated + found.refusedButWritten > 0 || found.rows !== found.entered) {
    process.exitCode = 1
  }
}

async function endure({ kind, kills, strike }: Round, spindle: Spindle, senders: Senders): Promise<string[]> {
  const away: number[] = []
  const [leastMs = 0, mostMs = 0] = sizes.killEveryMs
  const exitsBefore = spindle.exits
  for (let kill = 0; kill < kills; kill++) {
    await setTimeout(leastMs + Math.random() * (mostMs - leastMs))
    const killedAt = performance.now()
    await strike(spindle)
    while (senders.latestAcknowledged < killedAt) {
      if (performance.now() - killedAt > patienceMs)
        throw new Error(`Not back after ${kind}\n${spindle.log()}`)
      if (!spindle.isUp()) await spindle.start()
      await setTimeout(5)
    }
    away.push((senders.servedAt - killedAt) / 1000)
  }
  const sorted = away.toSorted((a, b) => a - b)
  const seconds = (value: number | undefined) => (value ?? 0).toFixed(2)
  return [
    kind,
    String(kills),
    String(spindle.exits - exitsBefore),
    seconds(sorted[Math.floor(sorted.length / 2)]),
    seconds(sorted.at(-1)),
  ]
}

async function compare(dataDirectory: string, senders: Senders): Promise<Found> {
  const server = await starting(startEmbeddedServer(dataDirectory), ({ stop }) => stop())
  const client = new pg.Client({ connectionString: server.url })
  try {
    await client.connect()
    const times = new Uint8Array(senders.sent)
    const { rows } = await client.query<[number]>({
      text: "select substr(data->>'account_id', 3)::int from records",
      rowMode: 'array',
    })
    for (const [no] of rows) times[no] = (times[no] ?? 0) + 1
    const entered = await client.query<{ sum: string }>('select coalesce(sum(count), 0) as sum from appends')
    const count = (test: (outcome: Outcome, rowsFound: number) => boolean) =>
      times.reduce((sum, found, no) => sum + (test(senders.outcomeOf(no), found) ? 1 : 0), 0)
    return {
      rows: rows.length,
      lost: count((outcome, found) => outcome === 'acknowledged' && found === 0),
      repeated: count((_, found) => found > 1),
      refusedButWritten: count((outcome, found) => outcome === 'refused' && found > 0),
      entered: Number(entered.rows[0]?.sum),
    }
  } finally {
    await client.end()
  }
}

function report(senders: Senders, found: Found): void {
  const { acknowledged, unknown } = senders.counts()
  const lines: readonly (readonly [string, number])[] = [
    ['rows acknowledged', acknowledged],
    ['rows in the table', found.rows],
    ['rows in the ledger', found.entered],
    ['lost rows', found.lost],
    ['rows written twice', found.repeated],
    ['rows written although refused', found.refusedButWritten],
    ['rows of unknown outcome', unknown],
    ['requests of unknown outcome', senders.unknownRequests],
  ]
  process.stdout.write('\n')
  print(lines.map(([name, value]) => [name, thousands(value)]))
  process.stdout.write('\nresponses\n')
  print(senders.answersByName().map(([name, value]) => [`  ${name}`, thousands(value)]))
}
