import { setTimeout } from 'node:timers/promises'
import { print, thousands } from '../../bench/support/arena.ts'
import { freePort } from '../../src/adapters/postgres/embedded/free-port.ts'
import { Deployment, type Worker } from '../process/deployment.ts'

/**
 * Kills the API and the runtime at random while triggers bring their records, beside plain ingest and plain
 * triggers. Clients repeat unanswered requests with the same idempotency key. At the end every record must be
 * in exactly one job, and every job that brought records must have just these. Every trigger must have
 * started one job, and nobody may have been written to twice.
 */
const kills = Number(process.env['CHAOS_KILLS'] ?? 200)
const clients = 8
const patienceMs = 180_000

class Refused extends Error {}

const deployment = await Deployment.create({ LOG_LEVEL: 'info', SEND_CONCURRENCY: '10' })
const port = await freePort()
const processes: Record<'api' | 'runtime', Worker> = {
  api: await deployment.startApi(port),
  runtime: await deployment.startWorker(),
}
const sent = { triggers: 0, records: 0, repeated: 0 }
/** The number of records that each job brought with its trigger, by job id. */
const brought = new Map<string, number>()
let faults = 0
const over = new AbortController()
try {
  const sending = Promise.all(Array.from({ length: clients }, (_, client) => send(client)))
  let killed = 0
  for (; killed < kills; killed++) {
    await setTimeout(100 + Math.random() * 500)
    const which = Math.random() < 0.6 ? 'api' : 'runtime'
    await processes[which].kill()
    processes[which] = await (which === 'api' ? deployment.startApi(port) : deployment.startWorker())
    process.stderr.write(`${killed + 1} ${which} ${JSON.stringify(sent)}\n`)
  }
  over.abort()
  await sending
  // The last trigger names no records, so its job takes all ingested records that are left.
  await answered('last', '/public/trigger', {})
  await ended()
  const found = await look()
  faults = found.wrongJobs + found.jobsTooMany + found.notInOneJob + found.duplicates + found.leftOut
  print([
    [
      'kills',
      'triggers',
      'repeated',
      'records',
      'jobs too many',
      'wrong jobs',
      'not in one job',
      'in doubt',
      'twice',
      'left out',
    ],
    [
      killed,
      sent.triggers,
      sent.repeated,
      found.records,
      found.jobsTooMany,
      found.wrongJobs,
      found.notInOneJob,
      found.inDoubt,
      found.duplicates,
      found.leftOut,
    ].map((value) => thousands(value)),
  ])
} finally {
  await deployment.close()
}
process.exit(faults === 0 ? 0 : 1)

async function send(client: number): Promise<void> {
  for (let turn = 0; !over.signal.aborted; turn++) {
    const key = `${client}-${turn}`
    const count = 1 + (turn % 3)
    const records = Array.from({ length: count }, (_, no) => lead(`${key}-${no}`))
    sent.records += count
    if (turn % 4 === 3) {
      await answered(key, '/public/ingest', { dataTableId: deployment.demo.dataTableId, records })
      if (turn % 8 !== 7) continue
      await answered(`${key}-plain`, '/public/trigger', {})
      sent.triggers++
      continue
    }
    const { jobId } = await answered(key, '/public/trigger', { records })
    sent.triggers++
    brought.set(jobId, count)
  }
}

function lead(name: string) {
  return { name, phone: '1', account_id: name, email: `p${name}@example.com` }
}

/** Repeats a trigger or ingest request until it is answered, and returns the answer. */
async function answered(key: string, route: string, json: object): Promise<{ jobId: string }> {
  const path = route === '/public/trigger' ? `${route}/${deployment.demo.spinnerId}` : route
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${deployment.demo.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(json),
        signal: AbortSignal.timeout(15_000),
      })
      if (response.status === 201) return (await response.json()) as { jobId: string }
      if (response.status < 500 && response.status !== 409)
        throw new Refused(`${path} answered ${response.status}: ${await response.text()}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    sent.repeated++
    await setTimeout(30)
  }
}

async function ended(): Promise<void> {
  const running = "select id from jobs where status in ('queued', 'running') limit 1"
  for (const until = performance.now() + patienceMs; (await deployment.query(running)).length > 0; ) {
    if (performance.now() > until) throw new Error('The jobs do not come to their end')
    await setTimeout(200)
  }
}

async function look() {
  const jobs = await deployment.query<{ id: string; size: number; recipients: number }>(
    `select j.id, (j.to_records - j.from_records)::int as size, count(r.record_id)::int as recipients
       from jobs j left join recipients r on r.job_id = j.id group by j.id`,
  )
  const wrongJobs = jobs.filter(
    ({ id, size, recipients }) => size !== recipients || (brought.get(id) ?? size) !== size,
  )
  const [rows] = await deployment.query<{ records: number; once: number; doubted: number }>(
    `select (select count(*) from records)::int as records,
            (select count(*) from (select record_id from recipients group by 1 having count(*) = 1) o)::int as once,
            (select count(*) from recipients where state = 'unconfirmed')::int as doubted`,
  )
  const { records = 0, once = 0, doubted = 0 } = rows ?? {}
  const written = (await deployment.messages()).map(({ to }) => to)
  const distinct = new Set(written).size
  return {
    records,
    jobsTooMany: Math.abs(jobs.length - sent.triggers - 1),
    wrongJobs: wrongJobs.length,
    notInOneJob: records - once + Math.abs(sent.records - records),
    inDoubt: doubted,
    duplicates: written.length - distinct,
    leftOut: Math.max(0, records - distinct - doubted),
  }
}
