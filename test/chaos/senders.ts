import { setTimeout } from 'node:timers/promises'
import { print, thousands } from '../../bench/support/arena.ts'
import { Ids } from '../../src/ports/ids.ts'
import { Deployment, type Worker } from '../process/deployment.ts'

/**
 * Kills runtimes at random while they send by two senders with limits of a day, in zones in which it is another one. At
 * the end no sender has sent more than it may, nobody was written to twice, and everybody else has a time of their own.
 */
const runs = Number(process.env['CHAOS_RUNS'] ?? 20)
const recipients = Number(process.env['CHAOS_RECIPIENTS'] ?? 3_000)
const limits = [
  { address: 'ada@first.example', timeZone: 'Asia/Kathmandu', dailyLimit: 400 },
  { address: 'bob@second.example', timeZone: 'America/New_York', dailyLimit: 150 },
] as const
const messageMs = 10
const patienceMs = 180_000

let faults = 0
const table: string[][] = [
  ['run', 'kills', 'messages', 'in doubt', 'waiting', 'over a limit', 'duplicates', 'without a time'],
]
for (let run = 1; run <= runs; run++) {
  const deployment = await Deployment.create({
    LOG_LEVEL: 'info',
    RUNTIME_CONCURRENCY: '2',
    SEND_CONCURRENCY: '10',
  })
  try {
    const { kills, ...found } = await once(deployment)
    faults += found.overLimit + found.duplicates + found.withoutTime
    table.push(
      [
        run,
        kills,
        found.messages,
        found.inDoubt,
        found.waiting,
        found.overLimit,
        found.duplicates,
        found.withoutTime,
      ].map((value) => thousands(value)),
    )
  } finally {
    await deployment.close()
  }
}
print(table)
process.exit(faults === 0 ? 0 : 1)

async function once(deployment: Deployment) {
  await deployment.query(
    `create function take_as_long_as_mail() returns trigger language plpgsql as
     $$ begin perform pg_sleep(${messageMs / 1000}); return new; end $$;
     create trigger as_long_as_mail before insert on outbox for each row execute function take_as_long_as_mail()`,
  )
  const senders = await addSenders(deployment)
  const workers = await Promise.all([deployment.startWorker(), deployment.startWorker()])
  const jobId = await deployment.trigger(recipients)
  let kills = 0
  for (const until = performance.now() + patienceMs; await isUnderWay(deployment, jobId); kills++) {
    if (performance.now() > until) throw new Error('The job does not come to rest')
    await setTimeout(Math.random() * 600)
    await killOne(deployment, workers)
  }
  return { kills, ...(await look(deployment, jobId, senders)) }
}

async function addSenders(deployment: Deployment): Promise<readonly string[]> {
  const ids = deployment.container.get(Ids)
  const senders: string[] = []
  for (const { address, timeZone, dailyLimit } of limits) {
    const id = ids.next()
    senders.push(id)
    await deployment.query(
      `insert into senders (id, organization_id, kind, name, address, time_zone, daily_limit, created_at)
       values ($1, $2, 'deployment', 'Ada', $3, $4, $5, now())`,
      [id, deployment.demo.organizationId, address, timeZone, dailyLimit],
    )
  }
  await deployment.query('update spinner_versions set steps = jsonb_set(steps, $1, $2)', [
    '{0,senders}',
    JSON.stringify(senders),
  ])
  return senders
}

async function look(deployment: Deployment, jobId: string, senders: readonly string[]) {
  const written = (await deployment.messages()).map(({ to }) => to)
  const bySender = await deployment.query<{ sender: string; messages: number }>(
    `select sender_id as sender, count(*)::int as messages from recipients
      where job_id = $1 and state in ('done', 'unconfirmed') group by sender_id`,
    [jobId],
  )
  const [rows] = await deployment.query<{ waiting: number; inDoubt: number; withoutTime: number }>(
    `select count(*) filter (where state = 'waiting')::int as waiting,
            count(*) filter (where state = 'unconfirmed')::int as "inDoubt",
            (count(*) filter (where state = 'waiting') - count(distinct (evidence ->> 'senderId', due_at)) filter (where state = 'waiting')
             + count(*) filter (where state = 'waiting' and evidence ->> 'senderId' is null))::int as "withoutTime"
       from recipients where job_id = $1`,
    [jobId],
  )
  const over = bySender.map(({ sender, messages }) =>
    Math.max(0, messages - (limits[senders.indexOf(sender)]?.dailyLimit ?? 0)),
  )
  return {
    messages: written.length,
    inDoubt: rows?.inDoubt ?? 0,
    waiting: rows?.waiting ?? 0,
    overLimit: over.reduce((sum, one) => sum + one, 0),
    duplicates: written.length - new Set(written).size,
    withoutTime: rows?.withoutTime ?? 0,
  }
}

/** Until everybody was written to, is in doubt, or waits for another day. */
async function isUnderWay(deployment: Deployment, jobId: string): Promise<boolean> {
  const [job] = await deployment.query<{ pending: boolean }>(
    `select j.cut_seq < j.to_seq or exists (
              select from recipients r where r.job_id = j.id and r.state = 'pending')
            or exists (select from slices s where s.job_id = j.id and s.lease_until is not null) as pending
       from jobs j where j.id = $1`,
    [jobId],
  )
  return job?.pending ?? true
}

async function killOne(deployment: Deployment, workers: Worker[]): Promise<void> {
  const index = Math.floor(Math.random() * workers.length)
  await workers[index]?.kill()
  workers[index] = await deployment.startWorker()
}
