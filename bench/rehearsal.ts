import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { Child } from './support/child.ts'
import { addRecords } from './support/jobs.ts'
import { load } from './support/load/load.ts'
import { residentMegabytes } from './support/load/resident.ts'
import { sizes } from './support/sizes.ts'

const { rehearsed, besideSeconds } = sizes

/** What a dry run answers, as far as it is compared. */
interface Told {
  readonly audience: { readonly eligible: number }
  readonly steps: readonly { readonly sends: number; readonly skips: number; readonly fails: number }[]
  readonly reasons: readonly { readonly code: string; readonly count: number }[]
}

/**
 * A dry run over records of which some would be skipped and some fail, then the job: what the one said beside what the
 * other did. Then ingest, alone and beside a dry run.
 */
export async function rehearsalBench(): Promise<void> {
  const arena = await openArena()
  await agreement(arena)
  await besideIngest(arena)
}

async function agreement(arena: Arena): Promise<void> {
  const { database, demo, servicePid } = arena
  await addRecords(database, demo.dataTableId, rehearsed)
  // One in a hundred has no address, one in fifty no name, one in forty the address of the one before it.
  await database.query(
    `update records r set data = case
         when id % 100 = 3 then data || '{"email": "none"}'
         when id % 50 = 7 then data || '{"name": ""}'
         when id % 40 = 9 then data || jsonb_build_object('email', 'person' || id - 1 || '@example.com')
         else data end
      where data_table_id = $1`,
    [demo.dataTableId],
  )
  await database.query(
    `insert into suppressions (id, organization_id, email, reason, created_at)
     select gen_random_uuid(), $1, data ->> 'email', 'added', now() from records
      where data_table_id = $2 and id % 64 = 5 on conflict do nothing`,
    [demo.organizationId, demo.dataTableId],
  )
  await database.query('analyze')
  const seconds: number[] = []
  const before = residentMegabytes(servicePid)
  let peak = before
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(servicePid))
  }, 100)
  let told: Told | null = null
  for (let turn = 0; turn < 3; turn++) {
    const begunAt = performance.now()
    told = await dryRun(arena)
    seconds.push((performance.now() - begunAt) / 1000)
  }
  clearInterval(looking)
  if (told === null) throw new Error('It was rehearsed')
  const did = await jobOf(arena)
  const [best = 0] = seconds.toSorted((a, b) => a - b)
  print([
    ['dry run', 'records', 'first s', 'best s', 'records /s', 'target s', 'MB before', 'MB peak'],
    [
      'over the whole audience',
      thousands(rehearsed),
      seconds[0]?.toFixed(2) ?? '',
      best.toFixed(2),
      thousands(rehearsed / best),
      '10.00',
      thousands(before),
      thousands(peak),
    ],
  ])
  const rows = [...new Set([...Object.keys(did), ...told.reasons.map(({ code }) => code)])].toSorted()
  const rehearsedOf = (what: string) =>
    what === 'messages'
      ? (told?.steps.reduce((sum, { sends }) => sum + sends, 0) ?? 0)
      : (told?.reasons.find(({ code }) => code === what)?.count ?? 0)
  print([
    ['what the dry run said and the job did', 'said', 'did'],
    ...rows.map((what) => [what, thousands(rehearsedOf(what)), thousands(did[what] ?? 0)]),
  ])
  const differing = rows.filter((what) => rehearsedOf(what) !== (did[what] ?? 0))
  if (differing.length > 0) throw new Error(`They do not agree on ${differing.join(', ')}`)
}

async function dryRun({ service, demo }: Arena): Promise<Told> {
  const response = await fetch(`${service}/api/v1/public/trigger/${demo.spinnerId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ dryRun: true }),
  })
  if (response.status !== 200) throw new Error(`A dry run is answered, not ${response.status}`)
  return (await response.json()) as Told
}

async function jobOf({
  service,
  demo,
  database,
  environment,
}: Arena): Promise<Readonly<Record<string, number>>> {
  const runtime = await Child.start({
    script: 'bench/support/runtime-process.ts',
    environment: { ...environment, LOG_LEVEL: 'warn' },
  })
  const response = await fetch(`${service}/api/v1/public/trigger/${demo.spinnerId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.apiKey}` },
  })
  const { jobId } = (await response.json()) as { jobId: string }
  for (;;) {
    const { rows } = await database.query<{ ended: boolean; more: boolean }>(
      `select j.finished_at is not null as ended,
              exists (select from slices s where s.job_id = j.id and s.state = 'open') as more
         from jobs j where j.id = $1`,
      [jobId],
    )
    if (rows[0]?.ended) break
    // Wait steps are not waited for.
    await database.query(
      "update recipients set due_at = now() where job_id = $1 and state = 'waiting' and due_at > now()",
      [jobId],
    )
    await database.query(
      "update slices set due_at = now() where job_id = $1 and state = 'open' and due_at > now()",
      [jobId],
    )
    await new Promise((done) => setTimeout(done, 100))
  }
  await runtime.stop()
  const { rows } = await database.query<{ what: string; count: string }>(
    `select reason as what, count(*) from recipients where job_id = $1 and reason is not null group by 1
     union all select 'messages', count(*) from deliveries where job_id = $1 and state = 'sent'`,
    [jobId],
  )
  return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]))
}

async function besideIngest(arena: Arena): Promise<void> {
  const { service, demo, database } = arena
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const record = { name: 'Person', phone: '+1', account_id: 'A-1', email: 'person@example.com' }
  const body = JSON.stringify({ dataTableId: demo.dataTableId, records: [record] })
  const ingest = (seconds: number) =>
    load({ url: `${service}/api/v1/public/ingest`, headers, body, clients: 16, seconds })
  await ingest(besideSeconds)
  const quiet = await ingest(besideSeconds)
  await addRecords(database, demo.dataTableId, rehearsed)
  const dry = dryRun(arena)
  const busy = await ingest(besideSeconds)
  await dry
  print([
    ['ingest, 16 clients', 'requests /s', 'p99 ms', 'ratio'],
    ['without a dry run', thousands(quiet.perSecond), quiet.p99, '1.00'],
    ['during a dry run', thousands(busy.perSecond), busy.p99, (busy.perSecond / quiet.perSecond).toFixed(2)],
  ])
}
