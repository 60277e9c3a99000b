import type { Deployment } from '../../process/deployment.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { numbered, type Scenario, setting } from '../stage/scenario.ts'
import { Crew, deploy, pauseUpTo, reaches, slowOutbox } from '../stage/stage.ts'

const addresses = setting('PEOPLE', 600)
/** The number of records that the scenario adds for each job. Each of its two tables has two jobs. */
const records = setting('RECORDS', 1_500)
const messageMs = 25
const patienceMs = 120_000

/**
 * A chaos scenario that kills runtimes at random while they send to people who are in many records of two
 * tables. Over these tables two spinners run two jobs each at the same time. Twice all jobs are cancelled
 * halfway, and other jobs take the returned records. Every spinner writes once per person: at the end nobody
 * may have two messages of one spinner, and nobody may be left out.
 */
export const people: Scenario = {
  about: 'kill -9 of runtimes with each address in many records, two tables and two spinners',
  runs: numbered(setting('RUNS', 20)),
  run: async (name) => {
    const deployment = await deploy({ LOG_LEVEL: 'info', RUNTIME_CONCURRENCY: '2', SEND_CONCURRENCY: '10' })
    await slowOutbox(deployment, messageMs)
    const places = [deployment.first, await deployment.addPlace()]
    const crew = await Crew.start(deployment)
    const trigger = (size: number) =>
      Promise.all(places.map((place) => deployment.trigger(size, place, addresses)))
    const disturb = async () => {
      await pauseUpTo(600)
      if (crew.kills === 0 || crew.kills === 2) {
        await cancelAll(deployment)
        await trigger(1)
      }
      await crew.killOne()
    }
    const jobsEnd = () =>
      reaches('no job runs', async () => !(await isRunning(deployment)), patienceMs, disturb)
    // Starts all jobs of the scenario together, over records of the same people.
    for (let job = 0; job < 2; job++) await trigger(records)
    await jobsEnd()
    // Starts one more job in the scenario, for the records that cancelled jobs returned late, because runtimes
    // still held them or were killed with them.
    await trigger(1)
    await jobsEnd()
    return { [name]: [plain('kills', crew.kills), ...(await look(deployment))] }
  },
}

async function cancelAll(deployment: Deployment): Promise<void> {
  const jobs = await deployment.query<{ id: string }>(
    "select id from jobs where status in ('queued', 'running')",
  )
  // Ignores a refused cancel, because the job may have ended before it.
  await Promise.allSettled(jobs.map(({ id }) => deployment.cancel(id)))
}

interface Written {
  readonly spinner: string
  readonly address: string
}

async function look(deployment: Deployment): Promise<readonly Figure[]> {
  const jobs = await deployment.query<{ id: string; spinner: string }>(
    'select id, spinner_id as spinner from jobs',
  )
  const spinnerOf = new Map(jobs.map(({ id, spinner }) => [id, spinner]))
  const written = (await deployment.messages()).map(({ jobId, to }) => `${spinnerOf.get(jobId)} ${to}`)
  const doubted = await deployment.query<Written>(
    `select c.spinner_id as spinner, c.address from sent_emails c
       join recipients r on r.job_id = c.root_job_id and r.slice = c.slice and r.record_id = c.record_id
       join slices s on s.job_id = r.job_id and s.no = r.slice
      where r.status = 'unconfirmed' or (r.status = 'pending' and r.record_id = any(s.sending))`,
  )
  const [rows] = await deployment.query<{ wrong: number; wentBack: number }>(
    `select count(*) filter (
              where r.status not in ('done', 'unconfirmed') and r.reason is distinct from 'RECORD_RELEASED'
                and (r.status <> 'pending' or r.record_id <> all(s.sending))
                and (r.status <> 'skipped' or r.reason not in ('DUPLICATE_ADDRESS', 'ALREADY_CONTACTED') or r.evidence is null)
            )::int as wrong,
            (select sum(released_records)::int from jobs) + count(*) filter (where r.reason = 'RECORD_RELEASED')::int as "wentBack"
       from recipients r join slices s on s.job_id = r.job_id and s.no = r.slice`,
  )
  const reached = new Set([...written, ...doubted.map(({ spinner, address }) => `${spinner} ${address}`)])
  const spinners = new Set(spinnerOf.values()).size
  return [
    plain('went back', rows?.wentBack ?? 0),
    plain('messages', written.length),
    plain('in doubt', doubted.length),
    exactly('duplicates', written.length - new Set(written).size),
    exactly('left out', spinners * addresses - reached.size),
    exactly('without a reason', rows?.wrong ?? 0),
  ]
}

/** Returns whether jobs of the scenario are running, or a cancelled job has not returned all of its records yet. */
async function isRunning(deployment: Deployment): Promise<boolean> {
  const jobs = await deployment.query(
    "select from jobs where status in ('queued', 'running') or releases_records",
  )
  return jobs.length > 0
}
