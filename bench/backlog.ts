import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { Child } from './support/child.ts'
import { inTurns, line } from './support/load/compare.ts'
import { load } from './support/load/load.ts'
import { sizes } from './support/sizes.ts'

/** A target for each figure, at any number of jobs that wait. */
const sweepTargetMs = 5
const metricsTargetMs = 50

/** What jobs cost that only wait: the sweep of the runtimes, the metrics, and ingest and triggers beside them. */
export async function backlogBench(): Promise<void> {
  const arena = await openArena()
  const { database, service, demo } = arena
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const record = { name: 'Ada', phone: '+1 202 555 0100', account_id: 'A-1', email: 'ada@example.com' }
  const body = JSON.stringify({ dataTableId: demo.dataTableId, records: [record] })
  const options = { headers, body, clients: 64, seconds: sizes.seconds }
  const ingest = () => load({ ...options, url: `${service}/api/v1/public/ingest` })
  const measure = async () => {
    const pairs = await inTurns(ingest, ingest)
    return { pairs, sweepMs: await sweepMs(arena), metricsMs: await metricsMs(service) }
  }
  const runtimes = await Promise.all(
    [1, 2].map(() =>
      Child.start({ script: 'bench/support/runtime-process.ts', environment: arena.environment }),
    ),
  )
  await load({ ...options, url: `${service}/api/v1/public/ingest`, seconds: sizes.warmUpSeconds })
  const before = await measure()
  await addWaitingJobs(arena, sizes.waitingJobs)
  // What comes in over days has been looked after meanwhile.
  await database.query('vacuum analyze jobs, slices, recipients')
  await database.query('checkpoint')
  const after = await measure()
  const pairs = before.pairs.map((pair, index) => ({
    base: pair.compared,
    compared: after.pairs[index]?.base ?? pair.compared,
  }))
  const { rows } = await database.query<{ jobs: string }>(
    "select count(*) as jobs from jobs where status = 'running'",
  )
  process.stdout.write(`jobs that wait, two runtimes beside them: ${thousands(Number(rows[0]?.jobs))}\n`)
  print([
    ['', 'without /s', 'with /s', 'ratio', 'target', 'p50 ms', 'p99 ms', 'p50 without', 'p99 without'],
    line('single records, 64 clients', pairs, 1, 0.9),
  ])
  print([
    ['', 'without ms', 'with ms', 'target ms'],
    ['a sweep, median', before.sweepMs.toFixed(1), after.sweepMs.toFixed(1), String(sweepTargetMs)],
    ['/metrics, median', before.metricsMs.toFixed(1), after.metricsMs.toFixed(1), String(metricsTargetMs)],
  ])
  for (const runtime of runtimes) await runtime.stop()
}

/** As twenty triggers a second leave them behind whose spinner begins with a wait of three days. */
async function addWaitingJobs({ database, demo }: Arena, count: number): Promise<void> {
  const chunk = 100_000
  for (let added = 0; added < count; added += chunk)
    await database.query(
      `with waiting as (
         insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status,
                           from_seq, from_records, to_seq, to_records, cut_seq, created_at, started_at)
         select gen_random_uuid(), s.organization_id, s.id, s.published_version, s.data_table_id, 'api', 'running',
                0, 0, 0, 1, 0, now(), now()
           from spinners s cross join generate_series(1, $2::int)
          where s.id = $1
         returning id
       ), slices_of as (
         insert into slices (job_id, no, organization_id, due_at, waiting)
         select w.id, 1, s.organization_id, now() + interval '3 days', 1 from waiting w, spinners s where s.id = $1
       )
       insert into recipients (job_id, slice, record_id, state, step, due_at, updated_at)
       select id, 1, 512, 'waiting', 1, now() + interval '3 days', now() from waiting`,
      [demo.spinnerId, Math.min(chunk, count - added)],
    )
}

async function sweepMs({ database }: Arena): Promise<number> {
  return medianMs(() =>
    database.query(
      "select * from due_organizations(p_after => '00000000-0000-0000-0000-000000000000', p_most => 500, p_now => clock_timestamp())",
    ),
  )
}

function metricsMs(service: string): Promise<number> {
  return medianMs(async () => {
    await (await fetch(`${service}/metrics`)).text()
    // It is read at most once a second.
    await new Promise((done) => setTimeout(done, 1_050))
  }, 1_050)
}

async function medianMs(work: () => Promise<unknown>, less = 0): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < sizes.samples; turn++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun - less)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(sizes.samples / 2)] ?? 0
}
