import { setTimeout } from 'node:timers/promises'
import { starting } from '../../../bench/support/started.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { CreateSender } from '../../../src/use-cases/sender/create-sender.ts'
import type { Deployment } from '../../process/deployment.ts'
import { startImapServer, type TestImapServer } from '../../support/servers/imap-server.ts'
import { markedAfterStop, maxPerDay, watchMarks } from '../senders/mark-watch.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { numbered, type Scenario, setting } from '../stage/scenario.ts'
import type { SmtpSink, TakenMail } from '../stage/smtp-sink.ts'
import { Crew, countIn, deploy, openSink, pauseUpTo, reaches } from '../stage/stage.ts'

const recipients = setting('RECIPIENTS', 1_500)
const limits = [
  { address: 'ada@first.example', timeZone: 'Asia/Kathmandu', dailyLimit: 900 },
  { address: 'bob@second.example', timeZone: 'America/New_York', dailyLimit: 350 },
] as const
/**
 * The share of the scenario's people who reply to their first message, some before the runtime processes them
 * again, some during it.
 */
const answering = 0.5
const maxAnswerMs = 8_000
const messageMs = 20
const patienceMs = 240_000
const password = 'secret'

/**
 * A chaos scenario that kills runtimes at random while they write twice to everybody and read the replies of
 * some. Two senders with daily limits are in time zones with different dates. At the end no sender may have
 * sent more than its limit. No person may have been written to twice, or after their reply was read. Everybody
 * who replied must be finished, and everybody else must have a time for their next message. A sender gives no time
 * twice, except once to a person to whom it has written and once to another: the former do not use up times.
 */
export const senders: Scenario = {
  about: 'kill -9 of runtimes with two senders, their daily limits, and replies that are read meanwhile',
  runs: numbered(setting('RUNS', 5)),
  run: async (name) => {
    const chaos = await begin()
    const { deployment } = chaos
    const limitOf = await addSenders(chaos)
    const crew = await Crew.start(deployment)
    const until = performance.now() + patienceMs
    const comesTo = (what: string, isOver: () => Promise<boolean>, meanwhile = () => setTimeout(100)) =>
      reaches(what, isOver, until - performance.now(), async () => {
        await readMailboxes(deployment)
        await meanwhile()
      })
    await comesTo('every mailbox was read', () => everyMailboxWasRead(deployment))
    const jobId = await deployment.trigger(recipients)
    const isOver = () => isAtRest(deployment, jobId)
    await comesTo('the job is at rest', isOver, async () => {
      await pauseUpTo(600)
      await readMailboxes(deployment)
      await crew.killOne()
    })
    await comesTo('every answer was read', () => everyAnswerWasRead(chaos))
    await comesTo('the job is at rest again', isOver)
    return { [name]: [plain('kills', crew.kills), ...(await look(chaos, jobId, limitOf))] }
  },
}

interface Chaos {
  readonly deployment: Deployment
  readonly sink: SmtpSink
  /** The scenario's IMAP servers with the mailboxes of its senders, by the address of the sender. */
  readonly mailboxes: ReadonlyMap<string, TestImapServer>
  readonly answers: readonly Promise<void>[]
}

async function begin(): Promise<Chaos> {
  const mailboxes = new Map<string, TestImapServer>()
  for (const { address } of limits) {
    const mailbox = startImapServer({ user: address, password })
    mailboxes.set(address, await starting(mailbox, (server) => server.close()))
  }
  const answers: Promise<void>[] = []
  const answer = async (mail: TakenMail) => {
    await setTimeout(Math.random() * maxAnswerMs)
    const mailbox = mailboxes.get(mail.from)
    const uid = (mailbox?.mails.at(-1)?.uid ?? 0) + 1
    mailbox?.mails.push({ uid, text: answerTo(mail, uid) })
  }
  const sink = await openSink(messageMs, (mail) => {
    if (mail.step === 0 && Math.random() < answering) answers.push(answer(mail))
  })
  const deployment = await deploy({
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

async function addSenders({ deployment, sink, mailboxes }: Chaos): Promise<ReadonlyMap<string, number>> {
  const create = deployment.container.get(CreateSender)
  const host = '127.0.0.1'
  const limitOf = new Map<string, number>()
  for (const { address, timeZone, dailyLimit } of limits) {
    const id = await create.execute({
      organizationId: deployment.demo.organizationId,
      kind: 'smtp',
      name: 'Ada',
      email: address,
      replyTo: null,
      signature: null,
      smtp: { host, port: sink.port, tls: 'none', user: address, password },
      imap: { host, port: mailboxes.get(address)?.port ?? 0, tls: 'starttls', user: address },
      dkimSelector: 'mail',
      limits: { timeZone, dailyLimit },
      isDefault: false,
      by: operator,
    })
    limitOf.set(id, dailyLimit)
  }
  const written = { type: 'email', to: '{{ email }}', text: 'Hello {{ name }}', senders: [...limitOf.keys()] }
  await deployment.query('update spinner_versions set steps = $1', [
    JSON.stringify([
      { ...written, subject: 'Welcome, {{ name }}' },
      { type: 'wait', seconds: 1 },
      { ...written, subject: 'Still interested?', thread: true },
    ]),
  ])
  return limitOf
}

async function look(
  { deployment, sink, answers }: Chaos,
  jobId: string,
  limitOf: ReadonlyMap<string, number>,
): Promise<readonly Figure[]> {
  const messages = sink.mails.map(({ recordId, step }) => `${recordId} ${step}`)
  // Two recipients may share a millisecond, because the runtime stores their times as seconds from the moment at which it
  // stores the outcome.
  const [rows] = await deployment.query<{
    waiting: number
    inDoubt: number
    stopped: number
    withoutTime: number
    notStopped: number
  }>(
    `select count(*) filter (where r.status = 'waiting')::int as waiting,
            count(*) filter (where r.status = 'unconfirmed')::int as "inDoubt",
            count(*) filter (where r.status = 'stopped')::int as stopped,
            (select coalesce(sum(greatest(w.recipients - case when w.sender_id is null then 0 else 2 end, 0)), 0)::int
               from (select q.evidence ->> 'senderId' as sender_id, count(*) as recipients
                       from recipients q where q.job_id = $1 and q.status = 'waiting'
                      group by 1, q.sender_id is null, q.due_at) w) as "withoutTime",
            count(*) filter (where r.status in ('pending', 'waiting') and exists (
              select from message_log m where m.job_id = r.job_id and m.record_id = r.record_id and m.status = 'replied'))::int as "notStopped"
       from recipients r where r.job_id = $1`,
    [jobId],
  )
  const marked = await maxPerDay(deployment, jobId)
  const over = [...limitOf].map(([id, limit]) => Math.max(0, (marked.get(id) ?? 0) - limit))
  return [
    plain('messages', messages.length),
    plain('in doubt', rows?.inDoubt ?? 0),
    plain('answers', answers.length),
    plain('stopped', rows?.stopped ?? 0),
    plain('waiting', rows?.waiting ?? 0),
    exactly(
      'over a limit',
      over.reduce((sum, one) => sum + one, 0),
    ),
    exactly('duplicates', messages.length - new Set(messages).size),
    exactly('written after their reply', await markedAfterStop(deployment, jobId)),
    exactly('not stopped', rows?.notStopped ?? 0),
    exactly('without a time', rows?.withoutTime ?? 0),
  ]
}

/** Returns whether every recipient of a scenario's job is finished or waits for another day. */
async function isAtRest(deployment: Deployment, jobId: string): Promise<boolean> {
  const [job] = await deployment.query<{ moves: boolean }>(
    `select j.cut_seq < j.to_seq or exists (
              select from recipients r
               where r.job_id = j.id and (r.status = 'pending' or r.pending_stop is not null
                     or (r.status = 'waiting' and r.due_at < now() + interval '10 minutes')))
            or exists (select from slices s where s.job_id = j.id and s.lease_until is not null) as moves
       from jobs j where j.id = $1`,
    [jobId],
  )
  return job?.moves === false
}

/** Makes all mailboxes of the scenario due now, even the mailboxes that a killed runtime was reading. */
async function readMailboxes(deployment: Deployment): Promise<void> {
  await deployment.query(`update mailboxes set due_at = clock_timestamp() where due_at > clock_timestamp()`)
}

async function everyMailboxWasRead(deployment: Deployment): Promise<boolean> {
  return (await countIn(deployment, 'select count(*) from mailboxes where cursor is null')) === 0
}

async function everyAnswerWasRead({ deployment, answers }: Chaos): Promise<boolean> {
  await Promise.all(answers)
  return (await countIn(deployment, 'select count(*) from inbound_facts')) === answers.length
}
