import { setTimeout } from 'node:timers/promises'
import type { Deployment } from '../../process/deployment.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import { countIn, deploy, reaches, say } from '../stage/stage.ts'

const kills = setting('KILLS', 200)
const clients = 8
const patienceMs = 180_000

class Refused extends Error {}

/**
 * A chaos scenario that kills the API and the runtime at random while trigger requests bring their records,
 * beside plain ingest and plain triggers. Clients repeat unanswered requests with the same idempotency key. At
 * the end every record must be in exactly one job, and every job that brought records must have just these.
 * Every trigger must have started one job, and nobody may have been written to twice.
 */
export const named: Scenario = {
  about: 'kill -9 of API and runtime during triggers with records: each record is in one job',
  runs: ['run'],
  run: async (name) => {
    const deployment = await deploy({ LOG_LEVEL: 'info', SEND_CONCURRENCY: '10' })
    const port = await unusedPort()
    const start = {
      api: () => deployment.startApi(port),
      runtime: () => deployment.startWorker(),
    }
    const processes = { api: await start.api(), runtime: await start.runtime() }
    const callers = new Clients(deployment, port)
    const sending = callers.send()
    for (let killed = 0; killed < kills; killed++) {
      await setTimeout(100 + Math.random() * 500)
      const which = Math.random() < 0.6 ? 'api' : 'runtime'
      await processes[which].kill()
      processes[which] = await start[which]()
      say(`${killed + 1} ${which} ${JSON.stringify(callers.sent)}`)
    }
    callers.stop()
    await sending
    // The scenario's last trigger names no records, so its job takes all ingested records that are left.
    await callers.answered('last', '/public/trigger', {})
    const running = "select count(*) from jobs where status in ('queued', 'running')"
    await reaches('no job runs', async () => (await countIn(deployment, running)) === 0, patienceMs)
    return { [name]: [plain('kills', kills), ...(await look(deployment, callers))] }
  },
}

/** `Clients` send records and triggers in the scenario, and repeat each request until it is answered. */
class Clients {
  readonly sent = { triggers: 0, records: 0, repeated: 0 }
  /** The number of records that the trigger request of each job brought, by job id. */
  readonly brought = new Map<string, number>()
  readonly #deployment: Deployment
  readonly #port: number
  readonly #over = new AbortController()

  constructor(deployment: Deployment, port: number) {
    this.#deployment = deployment
    this.#port = port
  }

  async send(): Promise<void> {
    await Promise.all(Array.from({ length: clients }, (_, client) => this.#send(client)))
  }

  stop(): void {
    this.#over.abort()
  }

  async #send(client: number): Promise<void> {
    for (let turn = 0; !this.#over.signal.aborted; turn++) {
      const key = `${client}-${turn}`
      const count = 1 + (turn % 3)
      const records = Array.from({ length: count }, (_, no) => lead(`${key}-${no}`))
      this.sent.records += count
      if (turn % 4 === 3) {
        const { dataTableId } = this.#deployment.demo
        await this.answered(key, '/public/ingest', { dataTableId, records })
        if (turn % 8 !== 7) continue
        await this.answered(`${key}-plain`, '/public/trigger', {})
        this.sent.triggers++
        continue
      }
      const { jobId } = await this.answered(key, '/public/trigger', { records })
      this.sent.triggers++
      this.brought.set(jobId, count)
    }
  }

  /** Repeats a trigger or ingest request of the scenario until it is answered, and returns the answer. */
  async answered(key: string, route: string, json: object): Promise<{ jobId: string }> {
    const { apiKey, spinnerId } = this.#deployment.demo
    const path = route === '/public/trigger' ? `${route}/${spinnerId}` : route
    for (;;) {
      try {
        const response = await fetch(`http://127.0.0.1:${this.#port}/api/v1${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${apiKey}`,
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
      this.sent.repeated++
      await setTimeout(30)
    }
  }
}

function lead(name: string) {
  return { name, phone: '1', account_id: name, email: `p${name}@example.com` }
}

async function look(deployment: Deployment, { sent, brought }: Clients): Promise<readonly Figure[]> {
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
            (select count(*) from recipients where status = 'unconfirmed')::int as doubted`,
  )
  const { records = 0, once = 0, doubted = 0 } = rows ?? {}
  const written = (await deployment.messages()).map(({ to }) => to)
  const distinct = new Set(written).size
  return [
    plain('triggers', sent.triggers),
    plain('repeated', sent.repeated),
    plain('records', records),
    exactly('jobs too many or too few', Math.abs(jobs.length - sent.triggers - 1)),
    exactly('wrong jobs', wrongJobs.length),
    exactly('not in one job', records - once + Math.abs(sent.records - records)),
    plain('in doubt', doubted),
    exactly('twice', written.length - distinct),
    exactly('left out', Math.max(0, records - distinct - doubted)),
  ]
}
