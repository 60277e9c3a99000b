import { createService } from '../src/composition/service.ts'
import { readConfig } from '../src/config.ts'
import type { Mapping } from '../src/domain/arrival/mapping/mapping.ts'
import { createLogger } from '../src/operation/process/logger.ts'
import { Secrets } from '../src/ports/account/secrets.ts'
import { Ids } from '../src/ports/ids.ts'
import { UnitOfWork } from '../src/ports/unit-of-work.ts'
import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { inTurns, line, median, type Pair } from './support/load/compare.ts'
import { type Figures, type Load, load } from './support/load/load.ts'
import { NumberedBody } from './support/load/numbered-body.ts'
import { pacedLoad } from './support/load/paced-load.ts'
import { residentMegabytes } from './support/load/resident.ts'
import { sizes } from './support/sizes.ts'

const { seconds } = sizes
const no = NumberedBody.place

const own = {
  name: `Person ${no}`,
  phone: '+1 202 555 0100',
  account_id: `A-${no}`,
  email: `person${no}@example.com`,
}
/**
 * The request body of the arrivals bench: a contact as a CRM's workflow sends it. The bench's mapping reads
 * four of its fields and ignores the others.
 */
const foreign = {
  'Contact ID': no,
  'Full Name': `Person ${no}`,
  'Phone Number': '+1 202 555 0100',
  'Email Address': `person${no}@example.com`,
  'Lifecycle Stage': 'lead',
  Country: 'Switzerland',
  properties: { utm_source: 'newsletter', utm_campaign: 'spring' },
}

/**
 * A request body of the arrivals bench with an additional field, whose name differs in every request. Each
 * body thus has a format of its own that no mapping matches.
 */
const strange = { ...foreign, [`Custom field ${no}`]: 'yes' }

const mapping: Mapping = {
  name: 'CRM',
  match: { where: [], requires: [] },
  root: [],
  fields: [
    { column: 'name', from: [{ path: ['Full Name'] }], transform: [{ do: 'trim' }] },
    { column: 'phone', from: [{ path: ['Phone Number'] }], transform: [] },
    { column: 'account_id', from: [{ path: ['Contact ID'] }], transform: [] },
    { column: 'email', from: [{ path: ['Email Address'] }], transform: [{ do: 'lower' }] },
  ],
  action: 'insert',
}

interface Case {
  readonly name: string
  readonly rows: number
  readonly clients: number
  readonly target: number
  readonly body: object
  readonly table: 'single' | 'batch' | 'none'
}

const cases: readonly Case[] = [
  { name: 'mapped, single, 64 clients', rows: 1, clients: 64, target: 0.5, body: foreign, table: 'single' },
  {
    name: 'mapped, batches of 100, 16 clients (rows)',
    rows: 100,
    clients: 16,
    target: 0.4,
    body: { notifications: Array.from({ length: 100 }, () => foreign) },
    table: 'batch',
  },
  { name: 'held, single, 64 clients', rows: 1, clients: 64, target: 0.5, body: foreign, table: 'none' },
]

/**
 * Compares how many requests per second two tables accept: an open table that gets a foreign body format, and
 * a strict table that gets the API's own format.
 */
export async function arrivalsBench(): Promise<void> {
  const arena = await openArena()
  const { service, demo } = arena
  const tokens = await openTables(arena)
  const headers = { 'content-type': 'application/json' }
  let sent = 0
  const loadOf = (token: string, body: object, clients: number, lasting = seconds): Load => {
    const numbered = new NumberedBody(JSON.stringify(body))
    const make = { length: numbered.length, next: () => numbered.with(() => sent++) }
    const url = `${service}/api/v1/public/data-tables/ingest/${token}`
    return { url, headers, make, clients, seconds: lasting }
  }
  const to = (...sends: Parameters<typeof loadOf>): Promise<Figures> => load(loadOf(...sends))
  const table = [
    ['', 'strict /s', 'open /s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'strict p50', 'strict p99'],
  ]
  const paced = [
    [
      'half of the open rate',
      'sent /s',
      'answered /s',
      'p50 ms',
      'p99 ms',
      'best p99',
      'target',
      'strict p99',
    ],
  ]
  await to(demo.ingestToken, { records: [own] }, 64, sizes.warmUpSeconds)
  for (const { name, rows, clients, target, body, table: kind } of cases) {
    const strict = { records: Array.from({ length: rows }, () => own) }
    await to(tokens[kind], body, clients, sizes.besideSeconds)
    const pairs = await inTurns(
      () => to(demo.ingestToken, strict, clients),
      () => to(tokens[kind], body, clients),
    )
    table.push(line(name, pairs, rows, target))
    const perSecond = median(pairs.map(({ compared }) => compared.perSecond)) / 2
    const halves = await inTurns(
      () => pacedLoad({ ...loadOf(demo.ingestToken, strict, clients), perSecond }),
      () => pacedLoad({ ...loadOf(tokens[kind], body, clients), perSecond }),
    )
    paced.push(half(name, halves, perSecond * rows, rows))
  }
  print(table)
  print(paced)
  print(
    await unknownFormats(arena, (requests) =>
      load({ ...loadOf(tokens.strange, strange, 64, 600), requests }),
    ),
  )
}

/**
 * Returns the bench's result row for requests sent at half of the measured rate. It has the medians of all
 * turns, and the lowest p99 of any turn, because other work on the machine can raise one turn's p99.
 */
function half(name: string, pairs: readonly Pair[], sent: number, rows: number): string[] {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick))
  return [
    `${name}, half load`,
    thousands(sent),
    thousands(of(({ compared }) => compared.perSecond) * rows),
    String(of(({ compared }) => compared.p50)),
    String(of(({ compared }) => compared.p99)),
    String(Math.min(...pairs.map(({ compared }) => compared.p99))),
    '50',
    String(of(({ base }) => base.p99)),
  ]
}

/**
 * Measures how many rows and bytes request bodies of unknown formats add to the database. No table but
 * `arrivals` may grow, which grows by one row per body.
 */
async function unknownFormats(
  { database, servicePid }: Arena,
  send: (requests: number) => Promise<Figures>,
): Promise<string[][]> {
  const look = async () => {
    const { rows } = await database.query<
      Record<'arrivals' | 'claims' | 'mappings' | 'bytes' | 'weighed', string>
    >(
      `select (select count(*) from arrivals) as arrivals, (select count(*) from arrival_claims) as claims,
              (select count(*) from mappings) as mappings, (select sum(held_bytes + other_bytes) from arrival_usage) as weighed,
              pg_total_relation_size('arrivals') + pg_total_relation_size('arrival_claims')
                + pg_total_relation_size('arrival_usage') as bytes`,
    )
    const [row] = rows
    if (row === undefined) throw new Error('There is always one row')
    return row
  }
  const table = [
    ['unknown formats', 'arrivals', 'claims', 'mappings', 'MB on disk', 'MB counted', 'process MB'],
  ]
  const before = await look()
  const megabytes = (now: string, then: string) => ((Number(now) - Number(then)) / 1024 / 1024).toFixed(1)
  const note = (name: string, now: typeof before) => {
    const more = (what: 'arrivals' | 'claims' | 'mappings') =>
      thousands(Number(now[what]) - Number(before[what]))
    table.push([
      name,
      more('arrivals'),
      more('claims'),
      more('mappings'),
      megabytes(now.bytes, before.bytes),
      megabytes(now.weighed, before.weighed),
      residentMegabytes(servicePid).toFixed(0),
    ])
  }
  note('before', before)
  let held = 0
  for (let round = 1; round <= 3; round++) {
    held += (await send(sizes.unknownFormats)).acknowledged
    note(`after ${thousands(held)}`, await look())
  }
  return table
}

async function openTables({ demo, environment }: Arena): Promise<Record<Case['table'] | 'strange', string>> {
  const { container, close } = createService(
    readConfig(environment),
    environment['DATABASE_URL'] ?? '',
    createLogger('silent'),
  )
  const { organizationId, dataTableId } = demo
  const add = async (root: Mapping['root'] | null): Promise<string> => {
    const id = container.get(Ids).next()
    const token = container.get(Secrets).ingestToken(id)
    const now = new Date()
    await container.get(UnitOfWork).run(async (tx) => {
      const like = await tx.dataTables.find(organizationId, dataTableId)
      if (like === null) throw new Error('The demo has a table')
      const { digest: ingestTokenDigest, ciphertext: ingestTokenCiphertext } = token
      await tx.dataTables.add({
        ...like,
        id,
        acceptsAnyFormat: true,
        ingestTokenDigest,
        ingestTokenCiphertext,
      })
      if (root === null) return
      const place = {
        id: container.get(Ids).next(),
        organizationId,
        dataTableId: id,
        position: 0,
        version: 1,
      }
      await tx.mappings.replace(id, [{ ...mapping, root, ...place, createdAt: now, updatedAt: now }])
    })
    return token.secret
  }
  const tokens = {
    single: await add([]),
    batch: await add(['notifications', { all: true }]),
    none: await add(null),
    strange: await add(null),
  }
  await close()
  return tokens
}
