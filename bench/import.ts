import { readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Arena, openArena, thousands } from './support/arena.ts'
import { load } from './support/load/load.ts'
import { sizes } from './support/sizes.ts'

const { megabytes, besideSeconds } = sizes
const header = 'name,phone,account_id,email\n'
const lineOf = (no: number) => `Person ${no},+1 202 555 ${no % 10_000},A-${no},person${no}@example.com\n`

interface Person {
  readonly authorization: string
}

/**
 * Compares the import of a large CSV with bare INSERT statements of its rows. Measures the import's memory,
 * and the rate of ingest during the import.
 */
export async function importBench(): Promise<void> {
  await measure(await openArena())
}

async function measure(arena: Arena): Promise<void> {
  const { service, demo, database, servicePid } = arena
  const person = await signUp(service)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const body = JSON.stringify({
    dataTableId: demo.dataTableId,
    records: [{ name: 'Person', phone: '+1', account_id: 'A-1', email: 'person@example.com' }],
  })
  const ingest = (seconds: number) =>
    load({ url: `${service}/api/v1/public/ingest`, headers, body, clients: 16, seconds })
  await ingest(besideSeconds)

  const floor = await bareRowsPerSecond(database)
  // Resets the recorded peak memory of the service's process before an import, so that the peak read later is
  // the import's.
  writeFileSync(`/proc/${servicePid}/clear_refs`, '5')
  const before = memoryOf(servicePid)
  const alone = await importCsv(service, person)
  const after = memoryOf(servicePid)
  const ratio = (alone.perSecond / floor).toFixed(2)
  print(`CSV of ${megabytes} MB, ${thousands(alone.rows)} rows`)
  print(`  rows per second      ${thousands(alone.perSecond)}`)
  print(`  bare statements      ${thousands(floor)}   ratio ${ratio}`)
  print(`  memory (RSS)         ${before.now} MB before, at most ${after.peak} MB meanwhile`)

  const quiet = await ingest(besideSeconds)
  const importing = importCsv(service, person)
  await setTimeout(sizes.beginMs)
  const busy = await ingest(besideSeconds)
  const meanwhile = await importing
  const left = (busy.perSecond / quiet.perSecond).toFixed(2)
  print(`ingest, 16 clients, another table`)
  print(`  without an import    ${thousands(quiet.perSecond)}/s   p99 ${quiet.p99} ms`)
  print(`  during an import     ${thousands(busy.perSecond)}/s   p99 ${busy.p99} ms   ratio ${left}`)
  print(`  the import meanwhile ${thousands(meanwhile.perSecond)} rows per second`)
  const { rows } = await database.query<{ counted: string; stored: string }>(
    `select (select sum(l.appended) from data_tables t cross join end_of_ledger(p_table => t.id) l) as counted, (select count(*) from records r
       where exists (select from data_tables t where t.id = r.data_table_id)) as stored`,
  )
  print(
    `rows counted ${thousands(Number(rows[0]?.counted))}, in the tables ${thousands(Number(rows[0]?.stored))}`,
  )
}

/**
 * Measures bare INSERT statements of 500 rows over one connection, without the ledger that an import writes.
 * Returns rows per second.
 */
async function bareRowsPerSecond(database: pg.Client): Promise<number> {
  await database.query('create table bare (id bigint primary key, data jsonb not null)')
  const chunk = JSON.stringify(
    Array.from({ length: 500 }, (_, no) => ({
      name: `Person ${no}`,
      phone: `+1 202 555 ${no}`,
      account_id: `A-${no}`,
      email: `person${no}@example.com`,
    })),
  )
  const chunks = sizes.bareChunks
  const started = performance.now()
  await database.query('begin')
  for (let no = 0; no < chunks; no++) {
    await database.query({
      name: 'bare',
      text: `insert into bare select $1::bigint + r.no, r.data from jsonb_array_elements($2::jsonb) with ordinality r(data, no)`,
      values: [no * 500, chunk],
    })
  }
  await database.query('commit')
  const seconds = (performance.now() - started) / 1000
  await database.query('drop table bare')
  return (chunks * 500) / seconds
}

async function signUp(service: string): Promise<Person> {
  const { token } = await post<{ token: string }>(
    `${service}/api/v1/auth/sign-up`,
    {},
    { email: 'bench@example.com', password: 'a long password', name: 'Bench', organizationName: 'Bench' },
  )
  return { authorization: `Bearer ${token}` }
}

async function importCsv(service: string, person: Person): Promise<{ rows: number; perSecond: number }> {
  const api = `${service}/api/v1`
  const { id: projectId } = await post<{ id: string }>(`${api}/projects`, person, { name: 'Bench' })
  const table = await post<{ id: string }>(`${api}/projects/${projectId}/data-tables`, person, { name: 'B' })
  const started = performance.now()
  const response = await fetch(`${api}/data-tables/${table.id}/imports`, {
    method: 'POST',
    headers: { ...person, 'content-type': 'text/csv' } as Record<string, string>,
    body: Readable.toWeb(Readable.from(csv())) as ReadableStream,
    duplex: 'half',
  })
  const { inserted = 0 } = (await response.json()) as { inserted?: number }
  if (response.status !== 201) throw new Error(`The import answered ${response.status}`)
  return { rows: inserted, perSecond: inserted / ((performance.now() - started) / 1000) }
}

function* csv(): Iterable<Buffer> {
  yield Buffer.from(header)
  // Repeats the same 1,000 rows in the CSV file, because generating new rows would take as long as importing
  // them.
  const piece = Buffer.from(Array.from({ length: 1_000 }, (_, no) => lineOf(no)).join(''))
  for (let sent = 0; sent < megabytes * 1_000_000; sent += piece.length) yield piece
}

async function post<Answer>(url: string, person: Person | object, json: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...person, 'content-type': 'application/json' } as Record<string, string>,
    body: JSON.stringify(json),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as Answer
}

/** Returns the resident memory of a process now and at its peak, in megabytes. */
function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status) ?? []
    return Math.round(Number(kilobytes) / 1024)
  }
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
