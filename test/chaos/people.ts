import { setTimeout } from 'node:timers/promises'
import { print, thousands } from '../../bench/support/arena.ts'
import { Deployment, type Worker } from '../process/deployment.ts'

/**
 * Kills runtimes at random while they send to people who are in many records of two tables. Over these tables
 * two spinners run two jobs each at the same time. Twice all jobs are cancelled halfway, and other jobs take
 * the returned records. Every spinner writes once per person: at the end nobody may have two messages of one
 * spinner, and nobody may be left out.
 */
const runs = Number(process.env['CHAOS_RUNS'] ?? 20)
const people = Number(process.env['CHAOS_PEOPLE'] ?? 600)
/** The number of records that each job adds to its table. Each of the two tables has two jobs. */
const records = Number(process.env['CHAOS_RECORDS'] ?? 1_500)
const messageMs = 25
const patienceMs = 120_000

interface Found {
  readonly wentBack: number
  readonly messages: number
  readonly duplicates: number
  readonly inDoubt: number
  readonly leftOut: number
  readonly wrong: number
}

let faults = 0
const table: string[][] = [
  ['run', 'kills', 'went back', 'messages', 'in doubt', 'duplicates', 'left out', 'without a reason'],
]
for (let run = 1; run <= runs; run++) {
  const deployment = await Deployment.create({
    LOG_LEVEL: 'info',
    RUNTIME_CONCURRENCY: '2',
    SEND_CONCURRENCY: '10',
  })
  try {
    const { kills, found } = await once(deployment)
    faults += found.duplicates + found.leftOut + found.wrong
    table.push(
      [
        run,
        kills,
        found.wentBack,
        found.messages,
        found.inDoubt,
        found.duplicates,
        found.leftOut,
        found.wrong,
      ].map((value) => thousands(value)),
    )
  } finally {
    await deployment.close()
  }
}
print(table)
process.exit(faults === 0 ? 0 : 1)

async function once(deployment: Deployment): Promise<{ kills: number; found: Found }> {
  await deployment.query(
    `create function take_as_long_as_mail() returns trigger language plpgsql as
     $$ begin perform pg_sleep(${messageMs / 1000}); return new; end $$;
     create trigger as_long_as_mail before insert on outbox for each row execute function take_as_long_as_mail()`,
  )
  const places = [deployment.first, await deployment.addPlace()]
  const workers = await Promise.all([deployment.startWorker(), deployment.startWorker()])
  // Starts all jobs together, over records of the same people.
  for (let job = 0; job < 2; job++)
    await Promise.all(places.map((place) => deployment.trigger(records, place, people)))
  const triggerAgain = () => Promise.all(places.map((place) => deployment.trigger(1, place, people)))
  let kills = 0
  for (let isLast = false; ; isLast = true) {
    for (const until = performance.now() + patienceMs; await isRunning(deployment); kills++) {
      if (performance.now() > until) throw new Error('The jobs do not come to their end')
      await setTimeout(Math.random() * 600)
      if (kills === 0 || kills === 2) {
        await cancelAll(deployment)
        await triggerAgain()
      }
      await killOne(deployment, workers)
    }
    if (isLast) return { kills, found: await look(deployment) }
    // Starts a job for the recipients of cancelled jobs that runtimes held, or were killed with.
    await triggerAgain()
  }
}

async function cancelAll(deployment: Deployment): Promise<void> {
  const jobs = await deployment.query<{ id: string }>(
    "select id from jobs where status in ('queued', 'running')",
  )
  // Ignores refusals, because a job may have ended before its cancel.
  await Promise.allSettled(jobs.map(({ id }) => deployment.cancel(id)))
}

interface Written {
  readonly spinner: string
  readonly address: string
}

async function look(deployment: Deployment): Promise<Found> {
  const jobs = await deployment.query<{ id: string; spinner: string }>(
    'select id, spinner_id as spinner from jobs',
  )
  const spinnerOf = new Map(jobs.map(({ id, spinner }) => [id, spinner]))
  const written = (await deployment.messages()).map(({ jobId, to }) => `${spinnerOf.get(jobId)} ${to}`)
  const doubted = await deployment.query<Written>(
    `select c.spinner_id as spinner, c.address from contacts c
       join recipients r on r.job_id = c.root_job_id and r.slice = c.slice and r.record_id = c.record_id
       join slices s on s.job_id = r.job_id and s.no = r.slice
      where r.state = 'unconfirmed' or (r.state = 'pending' and r.record_id = any(s.sending))`,
  )
  const [rows] = await deployment.query<{ wrong: number; wentBack: number }>(
    `select count(*) filter (
              where r.state not in ('done', 'unconfirmed') and r.reason is distinct from 'RETURNED'
                and (r.state <> 'pending' or r.record_id <> all(s.sending))
                and (r.state <> 'skipped' or r.reason not in ('DUPLICATE_ADDRESS', 'ALREADY_CONTACTED') or r.evidence is null)
            )::int as wrong,
            (select sum(returned)::int from jobs) + count(*) filter (where r.reason = 'RETURNED')::int as "wentBack"
       from recipients r join slices s on s.job_id = r.job_id and s.no = r.slice`,
  )
  const reached = new Set([...written, ...doubted.map(({ spinner, address }) => `${spinner} ${address}`)])
  const spinners = new Set(spinnerOf.values()).size
  return {
    wentBack: rows?.wentBack ?? 0,
    messages: written.length,
    duplicates: written.length - new Set(written).size,
    inDoubt: doubted.length,
    leftOut: spinners * people - reached.size,
    wrong: rows?.wrong ?? 0,
  }
}

async function killOne(deployment: Deployment, workers: Worker[]): Promise<void> {
  const index = Math.floor(Math.random() * workers.length)
  await workers[index]?.kill()
  workers[index] = await deployment.startWorker()
}

/** Returns whether jobs are running, or a cancelled job has not returned all of its records yet. */
async function isRunning(deployment: Deployment): Promise<boolean> {
  const jobs = await deployment.query("select from jobs where status in ('queued', 'running') or gives_back")
  return jobs.length > 0
}
