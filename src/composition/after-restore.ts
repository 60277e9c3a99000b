import { setTimeout } from 'node:timers/promises'
import type { Container } from 'inversify'
import pg from 'pg'
import {
  beginScheduledJobs,
  endLeases,
  holdJob,
  holdSpinners,
  lastAppends,
  openJobs,
  openLostWindow,
  pausedJobs,
  receivedArrivals,
  spendBudgets,
  spinnersStillDue,
  takeUntaken,
  untakenSpinners,
} from '../adapters/postgres/backup/lost-window.ts'
import { OperationRefused } from '../adapters/postgres/backup/operation-refused.ts'
import {
  connectedRuntimes,
  lastMoment,
  noteLookedAfter,
  noteRecovery,
  pendingRestoration,
} from '../adapters/postgres/backup/restored.ts'
import { connectionTo } from '../adapters/postgres/servers.ts'
import { waitsEndedByOthers } from '../domain/job/lost-time.ts'
import { periodOf } from '../domain/plan/period.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { FinishArrivals } from '../use-cases/arrival/finish-arrivals.ts'
import { PutInDoubt } from '../use-cases/job/put-in-doubt.ts'
import { StartDueSpinners } from '../use-cases/job/start-due-spinners.ts'

export interface LookedAfter {
  readonly moment: Date
  readonly jobs: number
  readonly inDoubt: number
  /** Suppressed, or without an address: as it would have been. */
  readonly ended: number
  /** To whom nothing can have gone out since. */
  readonly left: number
  /** Jobs that were begun over what no job had taken, because one of which nothing is known may have. */
  readonly begun: number
  /**
   * Spinners that were paused: what they would take may have been written to, and their plan left no room to say so.
   */
  readonly held: number
  readonly lastAppends: Awaited<ReturnType<typeof lastAppends>>
}

export interface AfterRestoreOrder {
  readonly databaseUrl: string
  /** To which the database was recovered by PostgreSQL's own means; null for what `restore` has noted. */
  readonly recoveredTo: Date | null
  /** Whether all spinners are paused, for the time in which senders repeat what was lost. */
  readonly holds: boolean
  /** The service was stopped when the backup was taken and has not run since: there is nothing to be in doubt of. */
  readonly nothingLost: boolean
  readonly tell: (line: string) => void
}

/** An arrival that is younger is left to whoever has just answered it. */
const arrivalsLeftAloneMs = 31_000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Puts in doubt whatever may have been sent between the moment that was restored and now, so that nothing is sent
 * twice. Interrupted, it is run again: what is in doubt already is not met again.
 */
export async function afterRestore(
  container: Container,
  { databaseUrl, recoveredTo, holds, nothingLost, tell }: AfterRestoreOrder,
): Promise<LookedAfter> {
  const client = new pg.Client({ ...connectionTo(databaseUrl), application_name: 'spindle-after-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await assertNobodySends(client)
    if (recoveredTo !== null && (await pendingRestoration(client)) === null)
      await noteRecovery(client, recoveredTo)
    const pending = await pendingRestoration(client)
    if (pending === null) throw new OperationRefused(notRestored(await lastMoment(client)))
    const { moment } = pending
    const figures = { jobs: 0, inDoubt: 0, ended: 0, left: 0, begun: 0, held: 0 }
    if (!nothingLost) await putAllInDoubt(client, container, moment, figures, tell)
    if (holds) figures.held += await holdSpinners(client, null)
    await noteLookedAfter(client, { ...figures, nothingLost })
    return { ...figures, moment, lastAppends: await lastAppends(client, 20) }
  } finally {
    await client.end().catch(() => {})
  }
}

async function putAllInDoubt(
  client: pg.Client,
  container: Container,
  moment: Date,
  figures: { jobs: number; inDoubt: number; ended: number; left: number; begun: number; held: number },
  tell: (line: string) => void,
): Promise<void> {
  const clock = container.get(Clock)
  const youngest = moment.getTime() + arrivalsLeftAloneMs - clock.now().getTime()
  if (youngest > 0 && (await receivedArrivals(client)) > 0) await setTimeout(youngest)
  // What had come in is taken in first, so that it is among what a lost job may have taken.
  await container.get(FinishArrivals).execute(new AbortController().signal)
  await openLostWindow(client, waitsEndedByOthers)
  // Starts that were due meanwhile have been made, for all that is known: they are made now, and put in doubt.
  await container
    .get(StartDueSpinners)
    .execute()
    .catch((error: Error) => tell(error.message))
  for (const spinnerId of await spinnersStillDue(client))
    figures.held += await holdSpinners(client, spinnerId)
  for (const untaken of await untakenSpinners(client)) {
    const jobId = container.get(Ids).next()
    if (await takeUntaken(client, untaken, jobId, periodOf(clock.now()))) figures.begun++
    else figures.held += await holdSpinners(client, untaken.spinnerId)
  }
  await beginScheduledJobs(client)
  const paused = await pausedJobs(client)
  if (paused > 0)
    tell(
      `jobs that were paused at the restored moment, and stay so: ${paused}. Cancel those that somebody has resumed since, or they write to the same people again when they are resumed`,
    )
  const putInDoubt = container.get(PutInDoubt)
  for (let after = firstId; ; ) {
    const jobs = await openJobs(client, after)
    for (const { id } of jobs) {
      const became = await putInDoubt
        .execute({ jobId: id, restoredTo: moment })
        .catch(async (error: Error) => {
          // It must not keep the others, nor go on as if nothing had been.
          tell(`job ${id} is paused, because it could not be gone through: ${error.message}`)
          await endLeases(client)
          await holdJob(client, id)
          return { inDoubt: 0, ended: 0, left: 0 }
        })
      figures.jobs++
      figures.inDoubt += became.inDoubt
      figures.ended += became.ended
      figures.left += became.left
      if (figures.jobs % 100 === 0) tell(`${figures.jobs} jobs, ${figures.inDoubt} recipients in doubt`)
    }
    const last = jobs.at(-1)
    if (last === undefined) break
    after = last.id
  }
  await spendBudgets(client, moment)
}

async function assertNobodySends(client: pg.Client): Promise<void> {
  if ((await connectedRuntimes(client)) === 0) return
  throw new OperationRefused(
    'A runtime is connected to this database and may be sending. Stop every npm start and npm run worker first; nothing was changed.',
  )
}

function notRestored(last: Date | null): string {
  const moment = last?.toISOString() ?? '2026-11-21T10:00:00Z'
  return [
    'This database was not restored by `npm run admin -- restore`, or it has been looked after already; nothing was changed.',
    'If PostgreSQL has recovered it to an earlier moment, say to which:',
    '',
    `  npm run admin -- after-restore --recovered-to ${moment}`,
    '',
    last === null
      ? 'Nothing in it tells when that was.'
      : `The last thing that it knows of happened at ${moment}. A moment that is too early only puts more in doubt.`,
  ].join('\n')
}
