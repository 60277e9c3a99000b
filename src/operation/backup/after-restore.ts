import { setTimeout } from 'node:timers/promises'
import type { Container } from 'inversify'
import { OperationRefused } from '../../adapters/postgres/job/restore/operation-refused.ts'
import { type LastAppend, type OpenJob, RestoredDatabase } from '../../ports/job/restore/restored-database.ts'
import { FinishArrivals } from '../../use-cases/arrival/finish-arrivals.ts'
import {
  type NoRestoredMoment,
  Restoration,
  type RestoredMoment,
} from '../../use-cases/job/restore/restoration.ts'

import { SettleUnconfirmed } from '../../use-cases/job/restore/settle-unconfirmed.ts'

import { StartDueSpinners } from '../../use-cases/job/start-due-spinners.ts'

interface Figures {
  readonly jobs: number
  readonly inDoubt: number
  /**
   * The number of recipients that the command ended for another reason than an unconfirmed message: they are
   * suppressed or have no address.
   */
  readonly ended: number
  /**
   * The number of recipients that remain as they are, because they cannot have been sent a message after the
   * restored moment.
   */
  readonly left: number
  /**
   * The number of jobs that the command started for records that no job had taken. A lost job may have taken
   * these records, so they are marked as unconfirmed.
   */
  readonly begun: number
  /**
   * The number of spinners that were paused because a job that would have marked their records as unconfirmed
   * could not be started: the plan had no room for it, or their organization was leaving.
   */
  readonly held: number
}

export interface AfterRestoreResult extends Figures {
  readonly moment: Date
  readonly lastAppends: readonly LastAppend[]
}

export interface AfterRestoreOrder {
  /**
   * The moment to which PostgreSQL recovered the database; null for a restore by the `restore` command, which
   * stored its moment.
   */
  readonly recoveredTo: Date | null
  /**
   * Whether the command pauses all spinners, so that nothing is sent while sources repeat the deliveries that
   * were lost.
   */
  readonly holds: boolean
  /**
   * Whether the operator declares that the service was stopped before the backup and has not run since, so that
   * nothing can be lost.
   */
  readonly nothingLost: boolean
  readonly tell: (line: string) => void
}

const nothing: Figures = { jobs: 0, inDoubt: 0, ended: 0, left: 0, begun: 0, held: 0 }

/**
 * Marks all messages that may have been sent after the restored moment as unconfirmed, so that none is sent
 * twice. After an interruption it can run again, and skips recipients that are marked already.
 */
export async function afterRestore(
  container: Container,
  { recoveredTo, holds, nothingLost, tell }: AfterRestoreOrder,
): Promise<AfterRestoreResult> {
  const restoration = container.get(Restoration)
  const found = await restoration.findMoment(recoveredTo)
  if ('obstacle' in found) throw new OperationRefused(wordsOf(found))
  const { moment } = found
  const figures = nothingLost ? nothing : await putAllInDoubt(container, found, tell)
  const ended = await restoration.finish({ moment, holds, nothingLost, figures })
  return { ...figures, ...ended, moment }
}

async function putAllInDoubt(
  container: Container,
  { moment, waitMs }: RestoredMoment,
  tell: (line: string) => void,
): Promise<Figures> {
  await setTimeout(waitMs)
  // Processes arrivals whose processing was interrupted before it checks the jobs, because a lost job may have
  // taken their records.
  await container.get(FinishArrivals).execute(new AbortController().signal)
  const restoration = container.get(Restoration)
  await restoration.makeDue()
  // Starts the spinners whose automatic start is due, because lost jobs may have started after the restored
  // moment. The recipients of these jobs are marked as unconfirmed.
  await container
    .get(StartDueSpinners)
    .execute()
    .catch((error: Error) => tell(error.message))
  const { begun, unprocessed, paused } = await restoration.startMissedJobs()
  if (paused > 0)
    tell(
      `Number of jobs that were paused at the restored time and stay paused: ${paused}. Cancel the jobs that were resumed after that time; otherwise they write to the same people again when they are resumed`,
    )
  const figures = { ...nothing, begun }
  for await (const { id: jobId, isBegunSince } of openJobs(container, moment)) {
    const became = await container
      .get(SettleUnconfirmed)
      .execute({ jobId, restoredTo: moment, isBegunSince })
      .catch(async (error: Error) => {
        // Pauses a job whose recipients could not be checked after the restore, and continues with the other
        // jobs.
        tell(`Job ${jobId} is paused, because its recipients could not be checked: ${error.message}`)
        await restoration.pauseJob(jobId)
        return nothing
      })
    figures.jobs++
    figures.inDoubt += became.inDoubt
    figures.ended += became.ended
    figures.left += became.left
    if (figures.jobs % 100 === 0)
      tell(`Checked ${figures.jobs} jobs; ${figures.inDoubt} recipients are unconfirmed`)
  }
  for (const spinnerId of unprocessed)
    figures.held += await container.get(RestoredDatabase).holdSpinner(spinnerId)
  return figures
}

async function* openJobs(container: Container, restoredTo: Date): AsyncGenerator<OpenJob> {
  for (let after: string | null = null; ; ) {
    const jobs: readonly OpenJob[] = await container.get(RestoredDatabase).openJobs(after, restoredTo)
    yield* jobs
    const last = jobs.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

function wordsOf(found: NoRestoredMoment): string {
  if (found.obstacle === 'runtimesConnected')
    return 'A runtime is connected to this database and may be sending. Nothing was changed. Stop every npm start and npm run worker, then run this again.'
  const { lastMoment } = found
  const moment = lastMoment?.toISOString() ?? '2026-11-21T10:00:00Z'
  return [
    'This database was not restored by `npm run admin -- restore`, or after-restore has already been run; nothing was changed.',
    'If PostgreSQL has recovered the database to an earlier time, run this with that time:',
    '',
    `  npm run admin -- after-restore --recovered-to ${moment}`,
    '',
    lastMoment === null
      ? 'The database does not show this time.'
      : `The latest event in the database is of ${moment}. If the time is too early, more messages become unconfirmed than necessary.`,
  ].join('\n')
}
