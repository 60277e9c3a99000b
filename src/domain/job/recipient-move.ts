import type { Audience } from '../spinner/audience.ts'
import type { SpinnerVersion } from '../spinner/spinner.ts'
import { canContinueFrom, type Program, programOf, successorsOf } from '../spinner/steps/program.ts'
import { missingTriggerData, type TriggerData, type TriggerField } from '../spinner/trigger-data.ts'

/**
 * The number of unfinished recipients of one job at one step, or of recipients that failed at it and may be retried.
 * It helps to decide whether the job can continue with a newly published version.
 */
export interface OpenRecipients {
  readonly jobId: string
  readonly version: number
  readonly step: number
  /**
   * Whether a runtime is processing these recipients now. It finishes their present step with the version that
   * it has read.
   */
  readonly isHeld: boolean
  /** Whether these recipients have failed. They do not move, but a retry continues by the version of their job. */
  readonly isFailed: boolean
  readonly count: number
  /** The data that the job's trigger sent for all recipients; null if it sent none. */
  readonly data: TriggerData | null
}

export const obstacleCodes = [
  'STEP_CHANGED',
  'FAILED_STEP_CHANGED',
  'AT_WORK',
  'DATA_MISSING',
  'AUDIENCE_CHANGED',
  'SAME_JOB',
] as const
type ObstacleCode = (typeof obstacleCodes)[number]

/**
 * The number of unfinished recipients whose jobs can continue with another version of the spinner, and the
 * reasons why other recipients cannot.
 */
export interface RecipientMove {
  readonly movable: number
  readonly immovable: readonly { readonly code: ObstacleCode; readonly count: number }[]
}

export interface RecipientMovePlan extends RecipientMove {
  /**
   * The jobs that continue by the new version. A job moves with all its recipients, so that it has only one
   * version.
   */
  readonly jobIds: readonly string[]
}

/** A version of the spinner, as far as it decides whether jobs can continue with another version. */
export interface MovedVersion {
  readonly program: Program
  readonly audience: Audience
}

export function movedVersionOf({
  steps,
  audience,
}: Pick<SpinnerVersion, 'steps' | 'audience'>): MovedVersion {
  return { program: programOf(steps), audience }
}

interface Moving {
  readonly open: readonly OpenRecipients[]
  /**
   * The jobs that cannot move to the new version now, because they had more unfinished slices (parts) than
   * could be locked.
   */
  readonly busy: ReadonlySet<string>
  readonly ran: (version: number) => MovedVersion | null
  readonly now: MovedVersion
  /** The data fields of triggers that the new version declares. */
  readonly declared: readonly TriggerField[]
}

/**
 * Returns the jobs that can move to a new version. Every recipient's step must have a counterpart in the new
 * version. The next step needs one too if a runtime is processing the recipient now; if it is the last step, it must be
 * the last in the new version as well. The step of a failed recipient needs a counterpart; otherwise a retry would
 * continue at another step, and might send a message again. The new version must have the same audience, because a
 * cancellation returns records by the audience of the job's version.
 */
export function planRecipientMove({ open, busy, ran, now, declared }: Moving): RecipientMovePlan {
  const jobIds: string[] = []
  const counts = new Map<ObstacleCode | 'movable', number>()
  for (const [jobId, groups] of Map.groupBy(open, (recipients) => recipients.jobId)) {
    const lacksData = missingTriggerData(declared, groups[0]?.data ?? null).length > 0
    const obstacles = groups.map((group) => {
      if (group.isFailed) return obstacleOfFailed(group, ran(group.version), now)
      return lacksData ? 'DATA_MISSING' : obstacleOf(group, ran(group.version), now, busy.has(jobId))
    })
    const canMove = obstacles.every((obstacle) => obstacle === null)
    if (canMove) jobIds.push(jobId)
    for (const [index, group] of groups.entries()) {
      const obstacle = obstacles[index] ?? null
      if (group.isFailed && obstacle === null) continue
      const code = canMove ? 'movable' : (obstacle ?? 'SAME_JOB')
      counts.set(code, (counts.get(code) ?? 0) + group.count)
    }
  }
  const cannot = obstacleCodes.flatMap((code) => {
    const count = counts.get(code) ?? 0
    return count > 0 ? [{ code, count }] : []
  })
  return { jobIds, movable: counts.get('movable') ?? 0, immovable: cannot }
}

function obstacleOfFailed(
  { step }: OpenRecipients,
  ran: MovedVersion | null,
  now: MovedVersion,
): ObstacleCode | null {
  return ran !== null && canContinueFrom(ran.program, now.program, step) ? null : 'FAILED_STEP_CHANGED'
}

function obstacleOf(
  { step, isHeld, count }: OpenRecipients,
  ran: MovedVersion | null,
  { program: now, audience }: MovedVersion,
  isBusy: boolean,
): ObstacleCode | null {
  if (isBusy) return 'AT_WORK'
  if (ran !== null && ran.audience !== audience) return 'AUDIENCE_CHANGED'
  if (count === 0) return null
  const program = ran?.program ?? []
  if (!canContinueFrom(program, now, step)) return 'STEP_CHANGED'
  if (!isHeld) return null
  const after = successorsOf(program, step)
  const afterNow = successorsOf(now, step)
  const canContinue = after.every((on, nth) => {
    // The runtime ends recipients after the last step of their version, so they would miss steps added behind it.
    if (on >= program.length) return (afterNow[nth] ?? now.length) >= now.length
    return canContinueFrom(program, now, on)
  })
  return canContinue ? null : 'AT_WORK'
}
