import { setTimeout } from 'node:timers/promises'
import { print, thousands } from '../../bench/support/arena.ts'
import { Deployment, type Worker } from '../process/deployment.ts'
import { SmtpSink } from './smtp-sink.ts'

/**
 * Kills runtimes at random while they send. At the end everybody must be in one final state, and nobody may
 * have been written to twice. The messages go to the outbox, or with CHAOS_SMTP=1 by SMTP.
 */
const recipients = Number(process.env['CHAOS_RECIPIENTS'] ?? 20_000)
const kills = Number(process.env['CHAOS_KILLS'] ?? 100)
const runtimes = 2
/**
 * Small limits, so that the job outlasts the kills: 20,000 messages took the outbox 15 seconds, enough for
 * five kills. With CHAOS_MESSAGE_MS=80 one job of 20,000 outlasts a hundred kills.
 */
const slicesAtOnce = 1
const messagesAtOnce = 10
const connections = 5
const messageMs = Number(process.env['CHAOS_MESSAGE_MS'] ?? 40)
const patienceMs = 120_000

interface Recipient {
  readonly record_id: string
  readonly state: string
  readonly messages: number
}

const sink = process.env['CHAOS_SMTP'] === '1' ? await SmtpSink.start(messageMs) : null
const deployment = await Deployment.create({
  LOG_LEVEL: 'info',
  RUNTIME_CONCURRENCY: String(slicesAtOnce),
  SEND_CONCURRENCY: String(messagesAtOnce),
  ...(sink === null
    ? {}
    : {
        SMTP_CONNECTIONS: String(connections),
        SMTP_URL: sink.url,
        MAIL_FROM: 'Spindle <spindle@example.com>',
      }),
})
await deployment.query(
  `create function take_as_long_as_mail() returns trigger language plpgsql as
   $$ begin perform pg_sleep(${messageMs / 1000}); return new; end $$;
   create trigger as_long_as_mail before insert on outbox for each row execute function take_as_long_as_mail()`,
)
let faults = 0
try {
  let killed = 0
  const workers = await Promise.all(Array.from({ length: runtimes }, () => deployment.startWorker()))
  // Starts further jobs until the wanted number of runtimes was killed while a job ran.
  for (let job = 1; killed < kills; job++) {
    const begun = performance.now()
    const jobId = await deployment.trigger(recipients)
    const before = killed
    while (killed < kills && !(await isCompleted(jobId))) {
      await setTimeout(Math.random() * 400)
      await killOne(workers)
      killed++
    }
    await completes(jobId)
    faults += await look(job, jobId, killed - before)
    process.stdout.write(`  ${Math.round((performance.now() - begun) / 1000)} seconds\n`)
  }
} finally {
  await deployment.close()
  await sink?.close()
}
process.exit(faults === 0 ? 0 : 1)

async function killOne(workers: Worker[]): Promise<void> {
  const index = Math.floor(Math.random() * workers.length)
  await workers[index]?.kill()
  workers[index] = await deployment.startWorker()
}

async function isCompleted(jobId: string): Promise<boolean> {
  const [job] = await deployment.query<{ status: string }>('select status from jobs where id = $1', [jobId])
  return job?.status === 'completed'
}

async function completes(jobId: string): Promise<void> {
  for (const until = performance.now() + patienceMs; !(await isCompleted(jobId)); await setTimeout(100)) {
    if (performance.now() > until) throw new Error('The job does not come to its end')
  }
}

/** Prints the outcome of a job, with the state of its recipients. Returns the number of broken promises. */
async function look(job: number, jobId: string, hits: number): Promise<number> {
  const found = await deployment.query<Recipient>(
    `select r.record_id, r.state, coalesce(o.messages, 0)::int as messages
       from recipients r
       left join (select record_id, count(*) as messages from outbox where job_id = $1 group by record_id) o using (record_id)
      where r.job_id = $1`,
    [jobId],
  )
  const [counted] = await deployment.query<{ sum: number }>(
    'select sum(done + skipped + failed + unconfirmed)::int as sum from slices where job_id = $1',
    [jobId],
  )
  const messagesOf = (one: Recipient) => sink?.taken.get(one.record_id) ?? one.messages
  const count = (test: (one: Recipient) => boolean) => found.filter(test).length
  const unconfirmed = count(({ state }) => state === 'unconfirmed')
  // A kill leaves at most twice as many SMTP messages in doubt as there are connections, however many slices
  // are processed.
  const mostInDoubt = hits * (sink === null ? slicesAtOnce * messagesAtOnce : 2 * connections)
  const promises: readonly (readonly [name: string, value: number, kept: boolean])[] = [
    ['recipients', found.length, found.length === recipients],
    ['in one final state, by the slices', counted?.sum ?? 0, counted?.sum === recipients],
    ['done', count(({ state }) => state === 'done'), true],
    [`unconfirmed (at most ${thousands(mostInDoubt)})`, unconfirmed, unconfirmed <= mostInDoubt],
    ...none('in no final state, or failed', ({ state }) => state !== 'done' && state !== 'unconfirmed'),
    ...none('done and not written to', (one) => one.state === 'done' && messagesOf(one) === 0),
    ...none('written to twice', (one) => messagesOf(one) > 1),
  ]
  process.stdout.write(
    `\njob ${job}, kills ${hits}, messages to the ${sink === null ? 'outbox' : 'SMTP sink'}\n`,
  )
  print(promises.map(([name, value, kept]) => [`  ${name}`, thousands(value), kept ? '' : 'BROKEN']))
  return promises.filter(([, , kept]) => !kept).length

  function none(name: string, test: (one: Recipient) => boolean): [string, number, boolean][] {
    const value = count(test)
    return [[name, value, value === 0]]
  }
}
