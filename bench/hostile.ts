import { Readable } from 'node:stream'
import { createGzip, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { digestOf, newSecret } from '../src/adapters/security/secret.ts'
import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { Bystander } from './support/bystander.ts'
import { Fuzz } from './support/fuzz.ts'
import { load } from './support/load/load.ts'
import { residentMegabytes } from './support/load/resident.ts'
import { sizes } from './support/sizes.ts'
import { started } from './support/started.ts'

const maxWaitMs = 200
const maxGrowthMB = 150

/**
 * The attacker that the hostile bench simulates: a user with an account of their own, who stays within the
 * documented limits.
 */
interface Attacker {
  readonly url: string
  readonly token: string
  readonly session: Readonly<Record<string, string>>
  readonly dataTableId: string
  readonly spinnerId: string
  readonly recordIds: readonly string[]
}

interface Attack {
  readonly name: string
  readonly run: (attacker: Attacker) => Promise<readonly number[]>
}

const longCell = 'a b '.repeat(200_000)
const json = { 'content-type': 'application/json' }
const forged = () => ({ authorization: `Bearer ${newSecret('svc')}` })
const slowText = `{% assign a = name | split: "" %}{{ 1${' | plus: a'.repeat(500)} }}`
const operands = `{% if ${Array(9_000).fill('name').join(' or ')} %}x{% endif %}`
const email = (text: string) => ({ type: 'email', to: '{{ email }}', subject: 'Hello', text })

const attacks: readonly Attack[] = [
  { name: 'a preview of eight rows, filters that never end', run: (who) => preview(who, slowText) },
  {
    name: 'a preview with remove_last over 1 MB cells',
    run: (who) => preview(who, '{{ name | remove_last: "b" }}'),
  },
  { name: 'a preview with 9,000 operands', run: (who) => preview(who, operands) },
  {
    name: 'saving {% liquid %} with 8,000 tags',
    run: (who) => patchSteps(who, [email(`{% liquid\n${'echo name\n'.repeat(8_000)}%}`)]),
  },
  {
    name: 'a forged key, 5 MB of values in 7.6 kB of gzip',
    run: ({ url }) =>
      times(5, () =>
        send(
          'POST',
          `${url}/public/ingest`,
          { ...json, ...forged(), 'content-encoding': 'gzip' },
          manyValuesInGzip,
        ),
      ),
  },
  {
    name: 'a good session, 430,000 unknown keys',
    run: ({ url, session }) =>
      times(5, () => send('POST', `${url}/projects`, { ...json, ...session }, manyKeys)),
  },
  { name: '4.8 MB of numbers as steps', run: (who) => patchSteps(who, Array(2_400_000).fill(1)) },
  { name: '200,000 record ids', run: (who) => preview(who, 'x', Array(200_000).fill('1')) },
  {
    name: '200,000 metadata columns',
    run: ({ url, session, dataTableId }) =>
      times(5, () =>
        send(
          'PATCH',
          `${url}/data-tables/${dataTableId}`,
          { ...json, ...session },
          JSON.stringify({ metadataColumns: Array(200_000).fill('email') }),
        ),
      ),
  },
  {
    name: `a CSV row of ${thousands(sizes.megabytes * 5)} MB of commas in gzip`,
    run: async ({ url, session, dataTableId }) => [
      await sendStream(
        `${url}/data-tables/${dataTableId}/imports`,
        { ...session, 'content-type': 'text/csv', 'content-encoding': 'gzip' },
        Readable.from(commas(sizes.megabytes * 5)).pipe(createGzip({ level: 1 })),
      ),
    ],
  },
]

const manyValuesInGzip = gzipSync(`{"records":[${'[],'.repeat(1_600_000)}[]]}`)
const manyKeys = `{${Array.from({ length: 430_000 }, (_, no) => `"k${no}":1`).join(',')}}`

/**
 * Measures how much one attacking client slows down others: the longest wait of another client's requests,
 * and the growth of the service's memory.
 */
export async function hostileBench(): Promise<void> {
  const arena = await openArena()
  const attacker = await signUp(arena)
  const bystander = bystanderOf(arena)
  started(() => bystander.stop())
  // Runs each attack once before the measurement, because the first requests to a new process are slow even
  // without an attack.
  for (const warmUp of attacks) if (sizes.warmUpSeconds > 1) await warmUp.run(attacker)
  await bystander.longest()
  const rows = [['', 'answers', '/healthz waits ms', 'ingest waits ms', 'target', 'RSS grows MB', 'target']]
  const lineOf = async (name: string, work: () => Promise<readonly number[]>) => {
    const before = residentMegabytes(arena.servicePid)
    const answers = await work()
    const { healthz, ingest } = await bystander.longest()
    const grown = residentMegabytes(arena.servicePid) - before
    rows.push([
      name,
      countsOf(answers),
      healthz.toFixed(0),
      ingest.toFixed(0),
      String(maxWaitMs),
      grown.toFixed(0),
      String(maxGrowthMB),
    ])
  }
  for (const { name, run } of attacks) await lineOf(name, () => run(attacker))
  await lineOf(`${thousands(sizes.fuzzed)} fuzzed requests`, () => fuzz(arena, attacker))
  print(rows)
  await bystander.stop()
  await coldStatistics(arena)
}

/**
 * Measures the ingest rate of 64 organizations before and after many organizations were added that PostgreSQL
 * has not analyzed yet.
 */
async function coldStatistics({ service, database }: Arena): Promise<void> {
  const ingest = async () => {
    const { rows } = await database.query<{ key: string; id: string }>(
      `select o.name as key, t.id from organizations o join data_tables t on t.organization_id = o.id
        where o.name like 'svc%' order by random() limit 64`,
    )
    const figures = await Promise.all(
      rows.map(({ key, id }) =>
        load({
          url: `${service}/api/v1/public/ingest`,
          headers: { ...json, authorization: `Bearer ${key}` },
          body: JSON.stringify({ dataTableId: id, records: [{ name: 'Ada' }] }),
          clients: 1,
          seconds: sizes.seconds,
        }),
      ),
    )
    return figures.reduce((sum, { perSecond }) => sum + perSecond, 0)
  }
  for (const table of ['organizations', 'stored_data_tables', 'api_keys', 'stored_projects', 'meters'])
    await database.query(`alter table ${table} set (autovacuum_enabled = false)`)
  await addOrganizations(database, 64)
  // The first requests after the attacks prepare statements and read keys, so they are not measured.
  await ingest()
  const few = await ingest()
  await addOrganizations(database, sizes.organizations)
  const many = await ingest()
  print([
    ['single records of 64 organizations', '/s', 'ratio', 'target'],
    ['where there are few', thousands(few), '1.00', ''],
    [
      `beside ${thousands(sizes.organizations)} new ones, not analyzed`,
      thousands(many),
      (many / few).toFixed(2),
      '0.90',
    ],
  ])
}

/**
 * Adds organizations to the database. The API key of each is also the organization's name, and each has one
 * data table with one column.
 */
async function addOrganizations(database: pg.Client, count: number): Promise<void> {
  const secrets = Array.from({ length: count }, () => newSecret('svc'))
  await database.query(
    `with secrets as (
       select s.secret, s.digest, gen_random_uuid() as organization, gen_random_uuid() as project
         from unnest($1::text[], $2::text[]) s(secret, digest)
     ), new_organizations as (
       insert into organizations (id, name, plan_id, created_at) select organization, secret, 'unlimited', now() from secrets
     ), new_keys as (
       insert into api_keys (id, organization_id, name, scopes, digest, prefix, last4, created_at)
       select gen_random_uuid(), organization, 'Key', '{ingest}', digest, 'svc_', 'last', now() from secrets
     ), new_projects as (
       insert into projects (id, organization_id, name, created_at)
       select project, organization, 'Project', now() from secrets
     )
     insert into data_tables (id, organization_id, project_id, name, columns, missing_columns,
                              schema_version, ingest_token_digest, ingest_token_ciphertext, created_at)
     select gen_random_uuid(), organization, project, 'Table', '[{"name":"name","isMetadata":false}]', 'reject',
            1, digest, '', now() from secrets`,
    [secrets, secrets.map((secret) => digestOf('svc', secret))],
  )
}

function bystanderOf({ service, demo }: Arena): Bystander {
  const headers = { ...json, authorization: `Bearer ${demo.apiKey}` }
  const record = { name: 'Ada', phone: '+1 202 555 0100', account_id: 'A-1', email: 'ada@example.com' }
  return new Bystander({
    service,
    headers,
    body: JSON.stringify({ dataTableId: demo.dataTableId, records: [record] }),
  })
}

async function fuzz(
  { service, demo: { apiKey } }: Arena,
  { token: session, dataTableId, spinnerId }: Attacker,
): Promise<number[]> {
  const document = (await (await fetch(`${service}/openapi.json`)).json()) as ConstructorParameters<
    typeof Fuzz
  >[1]
  const requests = new Fuzz(
    sizes.fuzzed,
    document,
    { session, apiKey, others: ['', session, apiKey, newSecret('svc'), 'x'.repeat(5_000)] },
    [dataTableId, spinnerId, crypto.randomUUID(), newSecret('tbl'), '1'],
  )
  const answers: number[] = []
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (answers.length < sizes.fuzzed) {
        const { method, path, headers, body } = requests.next()
        answers.push(await send(method, service + path, headers, body))
      }
    }),
  )
  return answers
}

async function signUp({ service }: Arena): Promise<Attacker> {
  const url = `${service}/api/v1`
  const post = async <Answer>(
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<Answer> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const password = 'correct horse battery staple'
  const account = { email: 'hostile@example.com', password, name: 'Bench', organizationName: 'Bench' }
  const { token } = await post<{ token: string }>('/auth/sign-up', {}, account)
  const session = { authorization: `Bearer ${token}` }
  const { id: projectId } = await post<{ id: string }>('/projects', session, { name: 'Bench' })
  const { id: dataTableId } = await post<{ id: string }>(`/projects/${projectId}/data-tables`, session, {
    name: 'B',
  })
  const imports = `${url}/data-tables/${dataTableId}/imports`
  for (let no = 0; no < 8; no++)
    await send(
      'POST',
      imports,
      { ...session, 'content-type': 'text/csv' },
      `name,email\n${longCell},row${no}@example.com\n`,
    )
  await send(
    'PATCH',
    `${url}/data-tables/${dataTableId}`,
    { ...json, ...session },
    '{"metadataColumns":["name","email"]}',
  )
  const { id: spinnerId } = await post<{ id: string }>(`/projects/${projectId}/spinners`, session, {
    name: 'Bench',
    dataTableId,
    steps: [email('x')],
  })
  const listed = await fetch(`${url}/data-tables/${dataTableId}/records`, { headers: session })
  const { items } = (await listed.json()) as { items: { id: string }[] }
  return { url, token, session, dataTableId, spinnerId, recordIds: items.map(({ id }) => id) }
}

async function preview(who: Attacker, text: string, recordIds = who.recordIds): Promise<readonly number[]> {
  const body = JSON.stringify({ steps: [email(text)], recordIds })
  const path = `${who.url}/spinners/${who.spinnerId}/preview`
  return times(2, () => send('POST', path, { ...json, ...who.session }, body))
}

function patchSteps({ url, session, spinnerId }: Attacker, steps: unknown): Promise<readonly number[]> {
  const body = JSON.stringify({ steps })
  return times(3, () => send('PATCH', `${url}/spinners/${spinnerId}`, { ...json, ...session }, body))
}

async function times(count: number, work: () => Promise<number>): Promise<readonly number[]> {
  const answers: number[] = []
  for (let no = 0; no < Math.min(count, sizes.turns); no++) answers.push(await work())
  return answers
}

/**
 * Sends a request and returns the HTTP status of its answer; 0 if the connection failed before the whole
 * answer was read.
 */
async function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
): Promise<number> {
  return statusOf(
    fetch(url, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) }),
  )
}

function sendStream(url: string, headers: Readonly<Record<string, string>>, body: Readable): Promise<number> {
  return statusOf(
    fetch(url, { method: 'POST', headers, body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
  )
}

async function statusOf(answering: Promise<Response>): Promise<number> {
  try {
    const answer = await answering
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

function* commas(megabytes: number): Iterable<Buffer> {
  const piece = Buffer.alloc(1_000_000, ',')
  for (let sent = 0; sent < megabytes; sent++) yield piece
}

function countsOf(answers: readonly number[]): string {
  const byStatus = Map.groupBy(answers, (status) => status)
  return [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `${status}: ${thousands(all.length)}`)
    .join(', ')
}
