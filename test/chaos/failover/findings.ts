import type { Deployment } from '../../process/deployment.ts'
import type { SmtpSink } from '../stage/smtp-sink.ts'
import type { Cluster } from './cluster.ts'
import type { Event } from './events.ts'
import type { Answer, Load } from './load.ts'

/** The results of the failover trial with one network topology. */
export interface Findings {
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** The number of records that are stored although the API told their caller that nothing was written. */
  readonly deniedAndWritten: number
  readonly mails: number
  readonly mailsTwice: number
  readonly openJobs: number
  readonly unconfirmed: number
  readonly leftOut: number
  readonly answers: number
  readonly refused: number
  readonly outcomeUnknown: number
  /**
   * The number of requests in the failover trial that got neither a success nor a 503: a 500, or no answer at
   * all.
   */
  readonly wrongAnswers: number
  readonly ended: number
  readonly untilAPrimaryMs: number
  readonly writesAgainMs: number
  readonly mailsAgainMs: number
  readonly lastRefusalMs: number
  readonly maxAnswerMs: number
}

/** The state after a failover trial, from which the findings are computed. */
export interface Trial {
  readonly deployment: Deployment<Cluster>
  readonly load: Load
  readonly sink: SmtpSink
  /** The times at which the trial's SMTP server received each mail, in milliseconds of this process. */
  readonly mailedAt: readonly number[]
  readonly events: readonly Event[]
  /** The number of processes of the service that exited during the failover trial. */
  readonly ended: number
  readonly openJobs: number
}

export async function find(trial: Trial): Promise<Findings> {
  const { deployment, load, sink, mailedAt, events, ended, openJobs } = trial
  const rows = await deployment.query<{ id: string; times: number }>(
    `select data ->> 'account_id' as id, count(*)::int as times from records group by 1`,
  )
  const times = new Map(rows.map((row) => [row.id, row.times]))
  const stored = (id: string) => times.get(id) ?? 0
  const [recipients] = await deployment.query<{ unconfirmed: number; leftOut: number }>(
    `select (select count(*)::int from recipients where status = 'unconfirmed') as unconfirmed,
            (select count(*)::int from records r
              where not exists (select from recipients p where p.record_id = r.id and p.status in ('done', 'unconfirmed'))
            ) as "leftOut"`,
  )
  const { answers, records } = load
  const acknowledged = records.filter(({ told }) => told === 'acknowledged')
  const refused = answers.filter(({ status }) => status === 503)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ accountId }) => stored(accountId) === 0).length,
    doubled: records.filter(({ accountId }) => stored(accountId) > 1).length,
    deniedAndWritten: records.filter(({ told, accountId }) => told === 'notWritten' && stored(accountId) > 0)
      .length,
    mails: sink.mails.length,
    mailsTwice: [...sink.taken.values()].filter((taken) => taken > 1).length,
    openJobs,
    unconfirmed: recipients?.unconfirmed ?? 0,
    leftOut: recipients?.leftOut ?? 0,
    answers: answers.length,
    refused: refused.length,
    outcomeUnknown: refused.filter(({ code }) => code === 'OUTCOME_UNKNOWN').length,
    wrongAnswers: wrongAnswers(answers).length,
    ended,
    untilAPrimaryMs: Math.max(...events.map(({ at, takesWritesAt }) => takesWritesAt - at)),
    writesAgainMs: Math.max(...events.map((event) => writesAgain(answers, event))),
    mailsAgainMs: Math.max(...events.map((event) => mailsAgain(mailedAt, event))),
    lastRefusalMs: Math.max(...events.map((event, nth) => lastRefusal(answers, event, events[nth + 1]))),
    maxAnswerMs: answers.reduce((most, answer) => Math.max(most, answer.answeredAt - answer.sentAt), 0),
  }
}

/**
 * Returns the milliseconds in the failover trial from the time when a primary takes writes again until each API
 * process has acknowledged a record.
 */
export function writesAgain(answers: readonly Answer[], { takesWritesAt }: Event): number {
  const apis = new Set(answers.map(({ api }) => api))
  const first = [...apis].map((own) =>
    answers
      .filter(({ api, what, status }) => api === own && what === 'ingest' && status === 201)
      .filter(({ answeredAt }) => answeredAt >= takesWritesAt)
      .reduce((earliest, { answeredAt }) => Math.min(earliest, answeredAt), Number.POSITIVE_INFINITY),
  )
  return Math.max(...first) - takesWritesAt
}

/**
 * Returns the milliseconds in the failover trial from the time when a primary takes writes again until a
 * runtime has sent a mail.
 */
export function mailsAgain(mailedAt: readonly number[], { takesWritesAt }: Event): number {
  return (mailedAt.find((at) => at >= takesWritesAt) ?? Number.POSITIVE_INFINITY) - takesWritesAt
}

/**
 * Returns the milliseconds from the time when a primary takes writes again until the last request was sent that
 * was still refused because of the same disturbance.
 */
export function lastRefusal(answers: readonly Answer[], { takesWritesAt }: Event, next?: Event): number {
  // Leaves out requests sent in the last second before the next disturbance, because they may be refused
  // because of that one.
  const until = next === undefined ? Number.POSITIVE_INFINITY : next.at - 1_000
  return answers
    .filter(({ status, sentAt }) => status === 503 && sentAt > takesWritesAt && sentAt < until)
    .reduce((latest, { sentAt }) => Math.max(latest, sentAt - takesWritesAt), 0)
}

export function wrongAnswers(answers: readonly Answer[]): readonly Answer[] {
  return answers.filter(
    ({ status, code }) =>
      !(status >= 200 && status < 300) && status !== 503 && code !== 'IDEMPOTENCY_IN_PROGRESS',
  )
}
