import pg from 'pg'
import { openArena, print, thousands } from './support/arena.ts'
import { median } from './support/load/compare.ts'
import { type Load, load } from './support/load/load.ts'
import { sizes } from './support/sizes.ts'
import { started } from './support/started.ts'

const record = { name: 'Person', phone: '+1 202 555 0100', account_id: 'A-1', email: 'person@example.com' }

interface Case {
  readonly name: string
  readonly rows: number
  readonly target: number
  readonly options: Pick<Load, 'url' | 'headers' | 'clients' | 'body'>
}

/**
 * What requests come to while a snapshot stays open, as a dump or a forgotten psql holds one, against without in the
 * same run: measured before, at the end of BENCH_SNAPSHOT_SECONDS of ingest under the snapshot, and when it is closed.
 */
export async function snapshotBench(): Promise<void> {
  const { service, demo, database } = await openArena()
  const { seconds, snapshotSeconds, turns } = sizes
  const headers = { authorization: `Bearer ${demo.apiKey}`, 'content-type': 'application/json' }
  const ingest = (rows: number, clients: number) => ({
    url: `${service}/api/v1/public/ingest`,
    headers,
    clients,
    body: JSON.stringify({
      dataTableId: demo.dataTableId,
      records: Array.from({ length: rows }, () => record),
    }),
  })
  const cases: readonly Case[] = [
    { name: 'single, 64 clients', rows: 1, target: 0.7, options: ingest(1, 64) },
    { name: 'single, 16 clients', rows: 1, target: 0.7, options: ingest(1, 16) },
    { name: 'batches of 500, 8 clients (rows)', rows: 500, target: 0.7, options: ingest(500, 8) },
    {
      name: 'triggers of one spinner, 16 clients',
      rows: 1,
      target: 0.7,
      options: {
        url: `${service}/api/v1/public/trigger/${demo.spinnerId}`,
        headers: { authorization: `Bearer ${demo.apiKey}` },
        clients: 16,
      },
    },
  ]
  let refused = 0
  const measure = async (options: Omit<Load, 'seconds'>, forSeconds: number) => {
    const figures = await load({ ...options, seconds: forSeconds })
    refused += figures.refused
    return figures.perSecond
  }
  const measured = async () => {
    const rates = cases.map((): number[] => [])
    for (let turn = 0; turn < turns; turn++)
      for (const [index, { options }] of cases.entries()) rates[index]?.push(await measure(options, seconds))
    return rates.map(median)
  }

  const [main = cases[0]] = cases
  if (main === undefined) throw new Error('There is a case')
  await measure(main.options, sizes.warmUpSeconds)
  const before = await measured()
  const close = await openSnapshot(database)
  process.stdout.write(`a snapshot is opened; ingest, 64 clients, a second\n`)
  const parts = 10
  for (let part = 1; part <= parts; part++) {
    const rate = await measure(main.options, snapshotSeconds / parts)
    process.stdout.write(`  ${Math.round((snapshotSeconds / parts) * part)} s  ${thousands(rate)}\n`)
  }
  const during = await measured()
  await close()
  const after = await measured()

  const table: string[][] = [['', 'without /s', 'with /s', 'ratio', 'target']]
  for (const [index, { name, rows, target }] of cases.entries()) {
    const without = ((before[index] ?? 0) + (after[index] ?? 0)) / 2
    const open = during[index] ?? 0
    table.push([
      name,
      thousands(without * rows),
      thousands(open * rows),
      (open / without).toFixed(2),
      target.toFixed(2),
    ])
  }
  print(table)
  process.stdout.write(`requests refused ${thousands(refused)}\n`)
}

async function openSnapshot(database: pg.Client): Promise<() => Promise<void>> {
  const { host, port, user, password, database: name } = database
  const holder = new pg.Client({
    host,
    port,
    user: user ?? '',
    password: password ?? '',
    database: name ?? '',
  })
  await holder.connect()
  started(() => holder.end())
  await holder.query('begin isolation level repeatable read')
  await holder.query('select 1')
  return async () => {
    await holder.query('commit')
  }
}
