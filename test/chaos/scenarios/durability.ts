import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { starting } from '../../../bench/support/started.ts'
import { startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import { Clients, type Outcome } from '../durability/clients.ts'
import { KilledService } from '../durability/killed-service.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import { pauseUpTo, reaches, say } from '../stage/stage.ts'

const kills = setting('KILLS', 10)
/** The shortest time in milliseconds between two kills of the scenario. The longest time is four times as long. */
const apartMs = setting('APART_MS', 500)
/**
 * The milliseconds after a kill within which the service must acknowledge a request again; otherwise the run
 * of the durability scenario fails.
 */
const patienceMs = 60_000

interface Target {
  readonly kills: number
  readonly kill: (service: KilledService) => Promise<void> | void
}

const targets: Readonly<Record<string, Target>> = {
  'kill -9 of the service': { kills, kill: (service) => service.killService() },
  'kill -9 of its PostgreSQL': { kills: Math.ceil(kills / 2), kill: (service) => service.killDatabase() },
}

/**
 * A chaos scenario that kills the whole service of `npm start`, or its database, at random while clients send
 * records. After each kill the service must acknowledge requests again. At the end every acknowledged record
 * must be stored exactly once and no refused record may be stored. The ledger must count as many records as the
 * table has.
 */
export const durability: Scenario = {
  about: 'kill -9 of npm start or its database during ingest: each acknowledged record is stored once',
  runs: Object.keys(targets),
  run: async (name) => {
    const target = targets[name] as Target
    const service = await KilledService.start()
    const clients = new Clients(service.home.url, service.home.demo)
    let away: readonly number[]
    try {
      away = await killRepeatedly(target, service, clients)
      await setTimeout(apartMs)
    } finally {
      await clients.stop()
    }
    await service.stop()
    return {
      [name]: [
        plain('kills', target.kills),
        plain('restarts of the service', service.restarts),
        seconds('serves again, median', away[Math.floor(away.length / 2)]),
        seconds('serves again, longest', away.at(-1)),
        ...(await look(service.home.directory, clients)),
      ],
    }
  },
}

/**
 * Kills the target of a run and waits after each kill until the service has acknowledged a request that began
 * after it. Returns these waiting times in milliseconds, shortest first.
 */
async function killRepeatedly(
  { kills: wanted, kill }: Target,
  service: KilledService,
  clients: Clients,
): Promise<readonly number[]> {
  const away: number[] = []
  while (away.length < wanted) {
    await setTimeout(apartMs)
    await pauseUpTo(3 * apartMs)
    const killedAt = performance.now()
    await kill(service)
    try {
      await reaches(
        'the service acknowledges requests again',
        () => clients.latestAcknowledged >= killedAt,
        patienceMs,
        () => {
          service.startIfEnded()
          return setTimeout(5)
        },
      )
    } catch (error) {
      say(service.log)
      throw error
    }
    away.push(clients.servedAt - killedAt)
    say(`${away.length} of ${wanted} kills, ${clients.sent} records sent`)
  }
  return away.toSorted((a, b) => a - b)
}

function seconds(name: string, milliseconds = 0): Figure {
  return plain(`${name}, s`, milliseconds, (milliseconds / 1_000).toFixed(2))
}

/** Compares the records in the database of a run with the answers that the clients got. */
async function look(directory: string, clients: Clients): Promise<readonly Figure[]> {
  const { numbers, inLedger } = await stored(directory)
  const times = new Uint8Array(clients.sent)
  for (const no of numbers) times[no] = (times[no] ?? 0) + 1
  const count = (test: (outcome: Outcome, found: number) => boolean) =>
    times.reduce((sum, found, no) => sum + (test(clients.outcomeOf(no), found) ? 1 : 0), 0)
  const { acknowledged, unknown } = clients.counts()
  return [
    plain('records acknowledged', acknowledged),
    plain('records in the table', numbers.length),
    exactly('records in the ledger', inLedger, numbers.length),
    exactly(
      'lost records',
      count((outcome, found) => outcome === 'acknowledged' && found === 0),
    ),
    exactly(
      'records written twice',
      count((_, found) => found > 1),
    ),
    exactly(
      'records written although refused',
      count((outcome, found) => outcome === 'refused' && found > 0),
    ),
    plain('records of unknown outcome', unknown),
    plain('requests of unknown outcome', clients.unknownRequests),
    ...clients.answersByName().map(([answer, requests]) => plain(`answers ${answer}`, requests)),
  ]
}

/**
 * Returns the numbers of the records in the database of a run, and how many records its ledger counts. Starts
 * the database, which ended with the service.
 */
async function stored(directory: string): Promise<{ numbers: readonly number[]; inLedger: number }> {
  const server = await starting(startEmbeddedServer(directory), ({ stop }) => stop())
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const { rows } = await client.query<[number]>({
      text: "select substr(data->>'account_id', 3)::int from records",
      rowMode: 'array',
    })
    const ledger = await client.query<{ sum: string }>('select coalesce(sum(count), 0) as sum from appends')
    return { numbers: rows.map(([no]) => no), inLedger: Number(ledger.rows[0]?.sum) }
  } finally {
    await client.end()
  }
}
