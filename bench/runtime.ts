import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Arena, openArena, print, thousands } from './support/arena.ts'
import { Child, moment } from './support/child.ts'
import { addRecords, type Job, runJob } from './support/jobs.ts'
import { addLimitedSenders } from './support/limited-senders.ts'
import { BareClient, requestHead } from './support/load/bare-client.ts'
import { load } from './support/load/load.ts'
import { sizes } from './support/sizes.ts'

const large = sizes.recipients
const small = Math.min(10_000, large)
/**
 * The number of tasks that the floor (bare graphile-worker) runs at the same time, the same as in
 * graphile-worker's own benchmark.
 */
const floorConcurrency = 24
/**
 * The number of jobs that a runtime process runs before the measurement. V8 then has compiled all code: the
 * first job ran at half the rate of the sixth.
 */
const { warmUpJobs } = sizes
const { samples: latencySamples, warmUp: warmUpCalls, turns: latencyTurns } = sizes.latency
const triggersPerSecond = 20

/**
 * Compares a job's recipients per second, through a channel that sends nothing, with the rate of empty
 * graphile-worker tasks in both modes of graphile-worker: unbatched, as it runs by default, and batched. The bench also measures ingest during a job, and the delay from a trigger to its
 * first message.
 */
export async function runtimeBench(): Promise<void> {
  const arena = await openArena()
  await throughput(arena)
  await besideIngest(arena)
  await latency(arena)
}

async function throughput(arena: Arena): Promise<void> {
  const unbatched = await floorPerSecond(arena, 'unbatched')
  const batched = await floorPerSecond(arena, 'batched')
  const ratio = (perSecond: number) => (perSecond / unbatched).toFixed(1)
  const table: string[][] = [
    ['', 'recipients', 'recipients /s', 'to unbatched', 'to batched', 'target', 'done', 'peak RSS MB'],
    ['graphile-worker, unbatched', thousands(small), thousands(unbatched), '1.0', '', '', '', ''],
    ['graphile-worker, batched', thousands(small), thousands(batched), ratio(batched), '1.00', '', '', ''],
  ]
  for (const { contact, words, target } of contacts) {
    await arena.database.query('update spinner_versions set contact = $1', [contact])
    for (const { name, recipients, toBatched, job, peakMemory } of await ratesOf(arena, words))
      table.push([
        name,
        thousands(recipients),
        thousands(job.perSecond),
        ratio(job.perSecond),
        toBatched.toFixed(2),
        target,
        thousands(job.settled),
        String(peakMemory),
      ])
  }
  print(table)
  process.stdout.write(
    'A task of graphile-worker is empty, and nothing of it remains. A recipient leaves a durable outcome, is never\nrepeated after a crash, and with "once per person" has an entry in the contact ledger.\n',
  )
  await underLimits(arena, unbatched)
}

/**
 * Compares the rate of a job whose senders have limits that are never reached with the rate of a job without
 * senders.
 */
async function underLimits(arena: Arena, floor: number): Promise<void> {
  const { database, demo } = arena
  await database.query("update spinner_versions set contact = 'oncePerRecord'")
  const without = await rateOfOneProcess(arena)
  await addLimitedSenders(database, demo)
  const within = await rateOfOneProcess(arena)
  await database.query('delete from senders')
  await database.query("update spinner_versions set steps = steps #- '{0,senders}'")
  const line = (words: string, { perSecond, done }: Job) => [
    words,
    thousands(perSecond),
    (perSecond / without.perSecond).toFixed(2),
    (perSecond / floor).toFixed(1),
    thousands(done),
  ]
  print([
    ['', 'recipients /s', 'ratio', 'to the floor', 'done'],
    line('without senders', without),
    line('two senders with limits', within),
  ])
}

/**
 * The settings of an SMTP server, which organizations need for a sender of kind "deployment". The bench never
 * connects to this server.
 */
const ownServer = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Spindle <spindle@example.com>' }

async function rateOfOneProcess(arena: Arena): Promise<Job> {
  const [runtime] = await startRuntimes(arena, 1, ownServer)
  for (let turn = 0; turn < warmUpJobs; turn++) await runJobOf(arena, small)
  const job = await runJobOf(arena, small)
  await runtime?.stop()
  return job
}

/**
 * The contact settings under which the bench measures jobs. `target` is the least ratio that a job's
 * recipients per second should have to the tasks per second of batched graphile-worker.
 */
const contacts = [
  { contact: 'oncePerRecord', words: 'slices', target: '1.3' },
  { contact: 'oncePerPerson', words: 'once per person', target: '1.0' },
] as const

interface Rate {
  readonly name: string
  readonly recipients: number
  readonly job: Job
  /** The job's recipients per second divided by the tasks per second of batched graphile-worker just before. */
  readonly toBatched: number
  readonly peakMemory: number
}

/** Measures jobs, each directly after batched graphile-worker, because other work on the machine affects both. */
async function ratesOf(arena: Arena, words: string): Promise<readonly Rate[]> {
  const rates: Rate[] = []
  for (const processes of sizes.processes) {
    const name = `${words}, ${processes} ${processes === 1 ? 'process' : 'processes'}`
    for (const recipients of new Set([small, large])) {
      const runtimes = await startRuntimes(arena, processes)
      for (let turn = 0; turn < warmUpJobs; turn++) await runJobOf(arena, small)
      const turns: Pick<Rate, 'job' | 'toBatched'>[] = []
      for (let turn = 0; turn < (recipients === small ? 3 : 1); turn++) {
        const batched = await floorPerSecond(arena, 'batched')
        const job = await runJobOf(arena, recipients)
        turns.push({ job, toBatched: job.perSecond / batched })
      }
      const median = turns.toSorted((a, b) => a.toBatched - b.toBatched)[Math.floor(turns.length / 2)]
      const peakMemory = Math.max(...runtimes.map((runtime) => runtime.peakMemory()))
      if (median !== undefined) rates.push({ name, recipients, ...median, peakMemory })
      for (const runtime of runtimes) await runtime.stop()
    }
  }
  return rates
}

async function runJobOf(arena: Arena, recipients: number): Promise<Job> {
  await addRecords(arena.database, arena.demo.dataTableId, recipients)
  const job = await runJob(arena)
  if (job.done !== recipients) throw new Error(`${job.done} of ${recipients} recipients are done`)
  return job
}

async function besideIngest(arena: Arena): Promise<void> {
  const { service, demo } = arena
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${demo.apiKey}` }
  const record = { name: 'Person', phone: '+1', account_id: 'A-1', email: 'person@example.com' }
  const body = JSON.stringify({ dataTableId: demo.dataTableId, records: [record] })
  const ingest = (seconds: number) =>
    load({ url: `${service}/api/v1/public/ingest`, headers, body, clients: 16, seconds })
  await ingest(sizes.besideSeconds)
  const quiet = await ingest(sizes.besideSeconds)
  const [runtime] = await startRuntimes(arena, 1)
  // Runs a job over all records stored so far, so that the measured job does not include them.
  await runJob(arena)
  await addRecords(arena.database, demo.dataTableId, large)
  const job = runJob(arena)
  await setTimeout(sizes.beginMs)
  const busy = await ingest(sizes.besideSeconds)
  const meanwhile = await job
  // Runs a job over the records that arrived during the measured job, so that they are not part of the next
  // measurement.
  await runJob(arena)
  await runtime?.stop()
  print([
    ['ingest, 16 clients', 'requests /s', 'p99 ms', 'ratio', 'target'],
    ['without a job', thousands(quiet.perSecond), quiet.p99, '1.00', ''],
    [
      'during a large job',
      thousands(busy.perSecond),
      busy.p99,
      (busy.perSecond / quiet.perSecond).toFixed(2),
      '0.85',
    ],
    ['the job meanwhile, recipients', thousands(meanwhile.perSecond), '', '', ''],
  ])
}

/**
 * Compares the delay from a trigger to its first message with the delay of a bare graphile-worker queue.
 * Measures both in alternating turns, because other work on the machine affects both.
 */
async function latency(arena: Arena): Promise<void> {
  const bare: number[] = []
  const triggered: number[] = []
  for (let turn = 0; turn < latencyTurns; turn++) {
    bare.push(...(await bareLatencies(arena)))
    triggered.push(...(await triggerLatencies(arena)))
  }
  const [floor, service] = [bare, triggered].map((samples) => ({
    p50: quantile(samples, 0.5),
    p99: quantile(samples, 0.99),
  }))
  if (floor === undefined || service === undefined) return
  print([
    [`${triggersPerSecond} a second`, 'p50 ms', 'p99 ms', 'p50 ratio', 'target'],
    ['add_job to the start of its task', floor.p50, floor.p99, '1.0', ''],
    ['trigger to its first message', service.p50, service.p99, (service.p50 / floor.p50).toFixed(1), '2.0'],
  ])
}

async function bareLatencies({ environment, database }: Arena): Promise<number[]> {
  const queue = await Child.start({
    script: 'bench/support/floor/queue-floor.ts',
    environment: { ...environment, FLOOR_CONCURRENCY: '4', FLOOR_ENTRIES: '0', FLOOR_WARM_UP: '0' },
  })
  const samples = await sample(queue, async () => {
    const id = randomUUID()
    await database.query({
      name: 'floor_start',
      text: "select graphile_worker.add_job('floor_start', json_build_object('id', $1::text))",
      values: [id],
    })
    return id
  })
  await queue.stop()
  return samples
}

async function triggerLatencies(arena: Arena): Promise<number[]> {
  const { service, demo, database } = arena
  const [runtime] = await startRuntimes(arena, 1)
  if (runtime === undefined) throw new Error('One was started')
  const url = `${service}/api/v1/public/trigger/${demo.spinnerId}`
  const headers = { authorization: `Bearer ${demo.apiKey}`, 'content-length': '0' }
  const request = Buffer.from(`${requestHead(url, headers)}\r\n`)
  const waiting: ((jobId: string) => void)[] = []
  const client = new BareClient(url, fail, (response) => waiting.shift()?.(jobIdOf(response)))
  const samples = await sample(
    runtime,
    () => {
      client.send(request)
      return new Promise((answered) => waiting.push(answered))
    },
    () => addRecords(database, demo.dataTableId, 1),
  )
  client.end()
  await runtime.stop()
  return samples
}

function fail(error: Error): never {
  throw error
}

function jobIdOf(response: string): string {
  const [, jobId = ''] = /"jobId":"([^"]+)"/.exec(response) ?? []
  return jobId
}

/**
 * Returns for each call the milliseconds until the child process reports its effect, such as a first message.
 * Leaves out the first calls, because the process may not listen yet. Prepares each call after the answer to the one
 * before; otherwise that one may take the record of this call, and this one has no effect. Throws an error if an effect
 * does not come within a minute.
 */
async function sample(
  child: Child,
  call: () => Promise<string>,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<number[]> {
  const begun = new Map<string, number>()
  const seen = new Map<string, number>()
  child.onMessage = (what, at) => seen.set(what, at)
  for (let no = -warmUpCalls; no < latencySamples; no++) {
    await prepare()
    const begunAt = moment()
    const called = call().then((what) => void (no >= 0 && begun.set(what, begunAt)))
    await Promise.all([called, setTimeout(1000 / triggersPerSecond)])
  }
  const patience = moment() + 60_000
  const unseen = () => [...begun.keys()].filter((what) => !seen.has(what)).length
  while (unseen() > 0) {
    if (moment() > patience)
      throw new Error(`${unseen()} of ${begun.size} calls had no effect within a minute`)
    await setTimeout(10)
  }
  return [...begun].flatMap(([what, begunAt]) => {
    const at = seen.get(what)
    return at === undefined ? [] : [at - begunAt]
  })
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
}

/** Returns the empty tasks per second of bare graphile-worker in one process. */
async function floorPerSecond(
  { database, environment }: Arena,
  mode: 'batched' | 'unbatched',
): Promise<number> {
  await database.query(
    `select count(*) from graphile_worker.add_jobs(array(
       select row('floor_recipient', json_build_object('recipient', r), null, now(), 1::smallint, null, 0::smallint, null)::graphile_worker.job_spec
         from generate_series(1, $1::int) r))`,
    [2 * small],
  )
  const at: Record<string, number> = {}
  const queue = await Child.start({
    script: 'bench/support/floor/queue-floor.ts',
    environment: {
      ...environment,
      FLOOR_CONCURRENCY: String(floorConcurrency),
      FLOOR_ENTRIES: String(2 * small),
      FLOOR_WARM_UP: String(small),
      FLOOR_BATCHED: mode === 'batched' ? '1' : '0',
    },
  })
  queue.onMessage = (what, when) => {
    at[what] = when
  }
  while (at['last'] === undefined) await setTimeout(50)
  await queue.stop()
  return small / ((at['last'] - (at['first'] ?? 0)) / 1000)
}

async function startRuntimes(
  { environment }: Arena,
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Child[]> {
  const profiling = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
  return Promise.all(
    Array.from({ length: count }, () =>
      Child.start({
        script: 'bench/support/runtime-process.ts',
        environment: { ...environment, ...settings, LOG_LEVEL: 'warn' },
        flags: profiling,
      }),
    ),
  )
}
