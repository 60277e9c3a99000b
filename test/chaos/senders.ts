import { setTimeout } from 'node:timers/promises'
import { print, thousands } from '../../bench/support/arena.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { CreateSender } from '../../src/use-cases/sender/create-sender.ts'
import { Deployment, type Worker } from '../process/deployment.ts'
import { type ImapServer, startImapServer } from '../support/servers/imap-server.ts'
import { markedAfterStop, mostInADay, watchMarks } from './mark-watch.ts'
import { SmtpSink, type TakenMail } from './smtp-sink.ts'

/**
 * Kills runtimes at random while they write twice to everybody and read the replies of some. Two senders with
 * daily limits are in time zones with different dates. At the end no sender may have sent more than its
 * limit. No person may have been written to twice, or after their reply was read. Everybody who replied must
 * be finished, and everybody else must have a time for their next message.
 */
const runs = Number(process.env['CHAOS_RUNS'] ?? 5)
const recipients = Number(process.env['CHAOS_RECIPIENTS'] ?? 1_500)
const limits = [
  { address: 'ada@first.example', timeZone: 'Asia/Kathmandu', dailyLimit: 900 },
  { address: 'bob@second.example', timeZone: 'America/New_York', dailyLimit: 350 },
] as const
/**
 * The share of people who reply to their first message, some before the runtime processes them again, some
 * during it.
 */
const answering = 0.5
const mostAnswerMs = 8_000
const messageMs = 20
const patienceMs = 240_000
const password = 'secret'

let faults = 0
const table: string[][] = [
  [
    'run',
    'kills',
    'messages',
    'in doubt',
    'answers',
    'stopped',
    'waiting',
    'over a limit',
    'duplicates',
    'written after',
    'not stopped',
    'without a time',
  ],
]
for (let run = 1; run <= runs; run++) {
  const chaos = await begin()
  try {
    const { broken, ...found } = await once(chaos)
    faults += Object.values(broken).reduce((sum, one) => sum + one, 0)
    table.push([run, ...Object.values(found), ...Object.values(broken)].map((value) => thousands(value)))
  } finally {
    await chaos.deployment.close()
    await chaos.sink.close()
    for (const mailbox of chaos.mailboxes.values()) await mailbox.close()
  }
}
print(table)
process.exit(faults === 0 ? 0 : 1)

interface Chaos {
  readonly deployment: Deployment
  readonly sink: SmtpSink
  /** The IMAP servers of the senders' mailboxes, by the address of the sender. */
  readonly mailboxes: ReadonlyMap<string, ImapServer>
  readonly answers: readonly Promise<void>[]
}

async function begin(): Promise<Chaos> {
  const mailboxes = new Map<string, ImapServer>()
  for (const { address } of limits) mailboxes.set(address, await startImapServer({ user: address, password }))
  const answers: Promise<void>[] = []
  const answer = async (mail: TakenMail) => {
    await setTimeout(Math.random() * mostAnswerMs)
    const mailbox = mailboxes.get(mail.from)
    const uid = (mailbox?.mails.at(-1)?.uid ?? 0) + 1
    mailbox?.mails.push({ uid, text: answerTo(mail, uid) })
  }
  const sink = await SmtpSink.start(messageMs, (mail) => {
    if (mail.step === 0 && Math.random() < answering) answers.push(answer(mail))
  })
  const deployment = await Deployment.create({
    LOG_LEVEL: 'info',
    RUNTIME_CONCURRENCY: '3',
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
  })
  await watchMarks(deployment)
  return { deployment, sink, mailboxes, answers }
}

function answerTo({ messageId, from, to }: TakenMail, uid: number): string {
  const headers = {
    'Message-ID': `<${uid}.to.${from}>`,
    'In-Reply-To': messageId,
    From: to,
    To: from,
    Subject: 'Re: Welcome',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [...lines, '', 'Yes, please.', ''].join('\r\n')
}

async function once(chaos: Chaos) {
  const { deployment } = chaos
  const senders = await addSenders(chaos)
  const workers = await Promise.all([deployment.startWorker(), deployment.startWorker()])
  const until = performance.now() + patienceMs
  const patiently = async (isOver: () => Promise<boolean>, meanwhile: () => Promise<void>) => {
    while (!(await isOver())) {
      if (performance.now() > until) throw new Error('The job does not come to rest')
      await readMailboxes(deployment)
      await meanwhile()
    }
  }
  await patiently(
    () => everyMailboxWasRead(deployment),
    () => setTimeout(100),
  )
  const jobId = await deployment.trigger(recipients)
  let kills = 0
  const disturb = async () => {
    await setTimeout(Math.random() * 600)
    await readMailboxes(deployment)
    await killOne(deployment, workers)
    kills++
  }
  await patiently(() => isAtRest(deployment, jobId), disturb)
  await patiently(
    () => everyAnswerWasHeard(chaos),
    () => setTimeout(100),
  )
  await patiently(
    () => isAtRest(deployment, jobId),
    () => setTimeout(100),
  )
  return { kills, ...(await look(chaos, jobId, senders)) }
}

async function addSenders({ deployment, sink, mailboxes }: Chaos): Promise<ReadonlyMap<string, number>> {
  const create = deployment.container.get(CreateSender)
  const host = '127.0.0.1'
  const senders = new Map<string, number>()
  for (const { address, timeZone, dailyLimit } of limits) {
    const id = await create.execute({
      organizationId: deployment.demo.organizationId,
      kind: 'smtp',
      name: 'Ada',
      address,
      replyTo: null,
      signature: null,
      smtp: { host, port: sink.port, tls: 'none', user: address, password },
      imap: { host, port: mailboxes.get(address)?.port ?? 0, tls: 'starttls', user: address },
      dkimSelector: null,
      limits: { timeZone, dailyLimit },
      isDefault: false,
      by: operator,
    })
    senders.set(id, dailyLimit)
  }
  const written = { type: 'email', to: '{{ email }}', text: 'Hello {{ name }}', senders: [...senders.keys()] }
  await deployment.query('update spinner_versions set steps = $1', [
    JSON.stringify([
      { ...written, subject: 'Welcome, {{ name }}' },
      { type: 'wait', seconds: 1 },
      { ...written, subject: 'Still interested?', thread: true },
    ]),
  ])
  return senders
}

async function look(
  { deployment, sink, answers }: Chaos,
  jobId: string,
  senders: ReadonlyMap<string, number>,
) {
  const messages = sink.mails.map(({ recordId, step }) => `${recordId} ${step}`)
  const [rows] = await deployment.query<{
    waiting: number
    inDoubt: number
    stopped: number
    withoutTime: number
    notStopped: number
  }>(
    `select count(*) filter (where r.state = 'waiting')::int as waiting,
            count(*) filter (where r.state = 'unconfirmed')::int as "inDoubt",
            count(*) filter (where r.state = 'stopped')::int as stopped,
            (count(*) filter (where r.state = 'waiting')
             - count(distinct (r.evidence ->> 'senderId', r.due_at)) filter (where r.state = 'waiting')
             + count(*) filter (where r.state = 'waiting' and r.evidence ->> 'senderId' is null))::int as "withoutTime",
            count(*) filter (where r.state in ('pending', 'waiting') and exists (
              select from messages m where m.job_id = r.job_id and m.record_id = r.record_id and m.state = 'replied'))::int as "notStopped"
       from recipients r where r.job_id = $1`,
    [jobId],
  )
  const marked = await mostInADay(deployment, jobId)
  const over = [...senders].map(([id, limit]) => Math.max(0, (marked.get(id) ?? 0) - limit))
  return {
    messages: messages.length,
    inDoubt: rows?.inDoubt ?? 0,
    answers: answers.length,
    stopped: rows?.stopped ?? 0,
    waiting: rows?.waiting ?? 0,
    broken: {
      overLimit: over.reduce((sum, one) => sum + one, 0),
      duplicates: messages.length - new Set(messages).size,
      writtenAfter: await markedAfterStop(deployment, jobId),
      notStopped: rows?.notStopped ?? 0,
      withoutTime: rows?.withoutTime ?? 0,
    },
  }
}

/** Returns whether every recipient of a job is finished or waits for another day. */
async function isAtRest(deployment: Deployment, jobId: string): Promise<boolean> {
  const [job] = await deployment.query<{ moves: boolean }>(
    `select j.cut_seq < j.to_seq or exists (
              select from recipients r
               where r.job_id = j.id and (r.state = 'pending' or r.leaving is not null
                     or (r.state = 'waiting' and r.due_at < now() + interval '10 minutes')))
            or exists (select from slices s where s.job_id = j.id and s.lease_until is not null) as moves
       from jobs j where j.id = $1`,
    [jobId],
  )
  return job?.moves === false
}

/** Makes all mailboxes due now, even the mailboxes that a killed runtime was reading. */
async function readMailboxes(deployment: Deployment): Promise<void> {
  await deployment.query(`update mailboxes set due_at = clock_timestamp() where due_at > clock_timestamp()`)
}

async function everyMailboxWasRead(deployment: Deployment): Promise<boolean> {
  const [row] = await deployment.query<{ unread: number }>(
    'select count(*)::int as unread from mailboxes where cursor is null',
  )
  return row?.unread === 0
}

async function everyAnswerWasHeard({ deployment, answers }: Chaos): Promise<boolean> {
  await Promise.all(answers)
  const [row] = await deployment.query<{ heard: number }>('select count(*)::int as heard from heard')
  return row?.heard === answers.length
}

async function killOne(deployment: Deployment, workers: Worker[]): Promise<void> {
  const index = Math.floor(Math.random() * workers.length)
  await workers[index]?.kill()
  workers[index] = await deployment.startWorker()
}
