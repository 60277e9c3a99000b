import { openArena, print, thousands } from './support/arena.ts'
import { inTurns, line } from './support/load/compare.ts'
import { load } from './support/load/load.ts'
import { sizes } from './support/sizes.ts'

/**
 * Compares the triggers per second of the service with a floor that writes one row and one add_job in a
 * transaction.
 */
export async function triggerBench(): Promise<void> {
  const { floor, service, demo, database } = await openArena()
  const { seconds } = sizes
  const headers = { authorization: `Bearer ${demo.apiKey}` }
  let acknowledged = 0
  const toFloor = (clients: number) => load({ url: `${floor}/trigger`, headers, clients, seconds })
  const toService = async (clients: number, json: object | null = null) => {
    const figures = await load({
      url: `${service}/api/v1/public/trigger/${demo.spinnerId}`,
      headers: json === null ? headers : { ...headers, 'content-type': 'application/json' },
      ...(json === null ? {} : { body: JSON.stringify(json) }),
      clients,
      seconds,
    })
    acknowledged += figures.acknowledged
    return figures
  }
  await toFloor(16)
  await toService(16)
  const table: string[][] = [
    ['', 'floor /s', 'service /s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'floor p50', 'floor p99'],
  ]
  for (const clients of [16, 64]) {
    const pairs = await inTurns(
      () => toFloor(clients),
      () => toService(clients),
    )
    table.push(line(`triggers of one spinner, ${clients} clients`, pairs, 1, 1.0))
  }
  print(table)
  const record = {
    name: 'Ada Lovelace',
    phone: '+44 20 7946 0000',
    account_id: 'A-1',
    email: 'ada@example.com',
  }
  const bringing = { records: [record] }
  await toService(16, bringing)
  const { rows: known } = await database.query<{ id: string }>('select id from records order by id limit 1')
  const named: string[][] = [
    ['', 'plain /s', 'named /s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'plain p50', 'plain p99'],
  ]
  for (const [name, json, target] of [
    ['with one record, 64 clients', bringing, 0.5],
    ['by one id, 64 clients', { recordIds: [known[0]?.id ?? ''] }, 0.5],
  ] as const) {
    const pairs = await inTurns(
      () => toService(64),
      () => toService(64, json),
    )
    named.push(line(name, pairs, 1, target))
  }
  print(named)
  const { rows } = await database.query<{ jobs: string }>('select count(*) as jobs from jobs')
  process.stdout.write(
    `triggers acknowledged ${thousands(acknowledged)}, jobs ${thousands(Number(rows[0]?.jobs))}\n`,
  )
}
