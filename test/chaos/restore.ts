import { setTimeout } from 'node:timers/promises'
import { print, thousands } from '../../bench/support/arena.ts'
import { addRecords } from '../../bench/support/jobs.ts'
import { stopStarted } from '../../bench/support/started.ts'
import type { DatabaseServer, Deployment } from '../process/deployment.ts'
import { fromArchive, fromBackup, type WayBack } from './recovery/way-back.ts'
import { SmtpSink } from './smtp-sink.ts'

/**
 * Loses the database while thousands of messages are being sent. A backup is taken halfway and the work
 * continues. A job that no backup knows starts a second spinner, and everything is destroyed. The restored
 * deployment is checked and started, and everybody triggers once more. Nobody may get two messages of one
 * spinner.
 *
 * CHAOS_RECOVERY=archive recovers a PostgreSQL with its own means, from a base backup and the archived log.
 */
const recipients = Number(process.env['CHAOS_RECIPIENTS'] ?? 4_000)
const messageMs = Number(process.env['CHAOS_MESSAGE_MS'] ?? 30)
const patienceMs = 120_000

const sink = await SmtpSink.start(messageMs)
const settings = {
  LOG_LEVEL: 'info',
  SMTP_URL: sink.url,
  MAIL_FROM: 'Spindle <spindle@example.com>',
  SMTP_CONNECTIONS: '10',
}
const way: WayBack = process.env['CHAOS_RECOVERY'] === 'archive' ? fromArchive() : fromBackup()
const before = await way.create(settings)
const lost = await before.addPlace()
const untouched = await before.addPlace()
const { demo } = before
let jobId = ''
let atBackup = 0
try {
  await untilTheLoss()
} finally {
  await before.close()
}
await setTimeout(10 * messageMs)
const sentBefore = sink.mails.length
say(`destroyed: ${sentBefore} messages had gone out, ${sentBefore - atBackup} of them after the backup\n`)

const after = await way.comeBack(demo, settings)
let faults = 0
try {
  await after.startWorker()
  await after.startWorker()
  // Triggers the spinners again after the restore, like a client that starts them every hour.
  const [again] = await Promise.all([
    after.trigger(100),
    after.trigger(100, lost),
    after.trigger(100, untouched),
  ])
  await met(async () => (await countOf(after, again, 'done')) === 100, 'what is new after the restore')
  await met(async () => (await open(after)) === 0, 'nobody is left who is due')
  await setTimeout(2_000)
  faults = await look()
} finally {
  await after.close()
  await sink.close()
  await stopStarted()
}
process.exit(faults === 0 ? 0 : 1)

async function untilTheLoss(): Promise<void> {
  // Adds records for a job that starts after the backup. The spinner `untouched` gets a second message an
  // hour after the first.
  await before.withClient((client) => addRecords(client, lost.dataTableId, recipients / 4))
  await before.query(
    `update spinner_versions set steps = steps || '[{"type": "wait", "seconds": 3600}]'::jsonb || steps where spinner_id = $1`,
    [untouched.spinnerId],
  )
  await Promise.all([before.startWorker(), before.startWorker()])
  const waiting = await before.trigger(recipients / 10, untouched)
  await met(
    async () => (await countOf(before, waiting, 'waiting')) === recipients / 10,
    'the first messages of the slow spinner',
  )
  jobId = await before.trigger(recipients)
  await met(async () => sentOf(recipients / 2 + recipients / 10), 'half of the messages')

  say(await way.keep(before))
  atBackup = sink.mails.length
  await before.trigger(1, lost)
  await met(async () => sentOf(atBackup + recipients / 5), 'a fifth more after the backup')
}

async function look(): Promise<number> {
  const times = new Map<string, number>()
  for (const { to } of sink.mails) times.set(to, (times.get(to) ?? 0) + 1)
  const twice = [...times.values()].filter((count) => count > 1).length
  const states = new Map(
    (
      await after.query<{ state: string; count: number }>(
        'select state, count(*)::int as count from recipients group by state',
      )
    ).map(({ state, count }) => [state, count]),
  )
  const inDoubt = await after.query<{ email: string }>(
    `select r.data ->> 'email' as email from recipients q join jobs j on j.id = q.job_id
       join records r on r.data_table_id = j.data_table_id and r.id = q.record_id
      where q.state = 'unconfirmed' and q.reason = 'RESTORED'`,
  )
  const got = inDoubt.filter(({ email }) => times.has(email)).length
  const [job] = await after.query<{ status: string }>('select status from jobs where id = $1', [jobId])
  const promises: readonly (readonly [string, number, boolean])[] = [
    ['messages in all', sink.mails.length, true],
    ['before the loss', sentBefore, true],
    ['after the restore', sink.mails.length - sentBefore, sink.mails.length - sentBefore === 300],
    ['people who got two', twice, twice === 0],
    ['in doubt', inDoubt.length, inDoubt.length > 0],
    ['  of them had got theirs', got, true],
    ['  of them had not', inDoubt.length - got, true],
    [
      'who wait for their second message',
      states.get('waiting') ?? 0,
      states.get('waiting') === recipients / 10 + 100,
    ],
    ['the job of the backup is completed', job?.status === 'completed' ? 1 : 0, job?.status === 'completed'],
  ]
  process.stdout.write('\n')
  print(promises.map(([name, value, kept]) => [`  ${name}`, thousands(value), kept ? '' : 'BROKEN']))
  return promises.filter(([, , kept]) => !kept).length
}

async function countOf(deployment: Deployment<DatabaseServer>, job: string, state: string): Promise<number> {
  const [row] = await deployment.query<{ count: number }>(
    'select count(*)::int as count from recipients where job_id = $1 and state = $2',
    [job, state],
  )
  return row?.count ?? 0
}

async function open(deployment: Deployment<DatabaseServer>): Promise<number> {
  const [row] = await deployment.query<{ count: number }>(
    `select count(*)::int as count from jobs j
      where j.status = 'queued' or (j.status = 'running' and (j.cut_seq < j.to_seq or exists (
        select from slices s where s.job_id = j.id and s.state = 'open' and s.due_at <= now() + interval '10 minutes')))`,
  )
  return row?.count ?? 0
}

function sentOf(count: number): Promise<boolean> {
  return Promise.resolve(sink.mails.length >= count)
}

async function met(test: () => Promise<boolean>, what: string): Promise<void> {
  for (const until = performance.now() + patienceMs; !(await test()); await setTimeout(50)) {
    if (performance.now() > until) throw new Error(`It did not come to this: ${what}`)
  }
}

function say(text: string): void {
  process.stdout.write(text)
}
