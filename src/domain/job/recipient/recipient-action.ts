import { DomainError } from '../../errors.ts'
import { nextOf, type Program } from '../../spinner/steps/program.ts'
import { sentence } from '../../text/sentence.ts'
import type { JobStatus } from '../job.ts'

/** The acts on one recipient of a job, as the API names them. */
export const recipientActionKinds = ['retry', 'skip', 'stop', 'move', 'wait'] as const
export type RecipientActionKind = (typeof recipientActionKinds)[number]

/** An act of a user on recipients of a job. */
export type RecipientAction =
  /** Lets the recipients run their step again, or at once if they wait at it. */
  | { readonly kind: 'retry' }
  /** Lets the recipients continue after their step, or after the wait step that they wait in. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'stop' }
  /** Moves the recipients to the step with an index. Nothing may have been sent from this step on. */
  | { readonly kind: 'move'; readonly step: number }
  /** Lets the recipients wait at their step until a time. */
  | { readonly kind: 'wait'; readonly until: Date }

/**
 * The reasons why a recipient cannot be acted on. The SQL function `obstacles_to_action` decides them in this order.
 */
export const actionObstacles = [
  'ERASED',
  'RETRIED',
  'ENDED',
  'SENDING',
  'STOPPED',
  'UNCONFIRMED',
  'RESTORED',
  'WAITING',
  'EXCLUDED',
  'SENT',
] as const
export type ActionObstacle = (typeof actionObstacles)[number]

export const wordsOfObstacle: Readonly<Record<ActionObstacle, string>> = {
  ERASED: 'The person was erased',
  RETRIED: 'Another job retries this recipient; act on it there',
  ENDED: 'The recipient has ended already',
  STOPPED: 'The person has replied, unsubscribed, complained or bounced',
  SENDING: 'A message to this recipient is being sent; try again in a minute',
  UNCONFIRMED:
    'The message of this step may have been sent. Skip the step, or move the recipient to it with "again": true',
  RESTORED:
    'The recipient failed before the database was restored, and may have been retried since. Retry it with the code RESTORED by `retry-failed`',
  WAITING: 'The recipient waits in a wait step; skip the step to continue now',
  EXCLUDED:
    'A segment that the job excludes has the record. The recipient cannot pass its first step; "retry" checks it again',
  SENT: 'This step or a later one has sent a message to the recipient. To send it again, move the recipient with "again": true',
}

/** Returns whether an act may take recipients past their first step, at which excluded segments are decided. */
export function passesFirstStep(action: RecipientAction): boolean {
  return action.kind === 'skip' || (action.kind === 'move' && action.step > 0)
}

/** The longest time for which a user may let a recipient wait. */
const maxWaitDays = 366

/**
 * Refuses an act that no recipient of a job may take: in a job that was cancelled or has failed, with a step that the
 * version does not have, or a wait that does not end within a year.
 */
export function assertMayAct(action: RecipientAction, status: JobStatus, program: Program, now: Date): void {
  if (status === 'cancelled' || status === 'failed')
    throw new DomainError('CONFLICT', {
      message: sentence('The job has ended with the status {status}; its recipients cannot be changed', {
        status,
      }),
    })
  if (action.kind === 'move' && action.step >= program.length)
    throw invalid(
      '/step',
      sentence('The version that the job runs has {count} steps, with the indexes 0 to {last}', {
        count: program.length,
        last: program.length - 1,
      }),
    )
  if (action.kind !== 'wait') return
  const latest = now.getTime() + maxWaitDays * 24 * 60 * 60 * 1000
  if (action.until <= now || action.until.getTime() > latest)
    throw invalid(
      '/until',
      sentence('"until" must be a time in the future, at most {maxWaitDays} days from now', { maxWaitDays }),
    )
}

function invalid(pointer: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    message,
    errors: [{ pointer, code: 'OUT_OF_RANGE', message }],
  })
}

/** Returns the step that follows each step if a recipient skips it, by the index of the step. */
export function stepsAfter(program: Program): readonly number[] {
  return program.map(({ index }) => nextOf(program, index))
}

/** Returns the branches that a recipient has taken when it reaches a step, from the outermost branch. */
export function wayTo(
  program: Program,
  step: number,
): readonly { readonly step: number; readonly branch: number }[] {
  const way: { step: number; branch: number }[] = []
  for (let at = program[step]; at?.within != null; at = program[at.within]) {
    const around = program[at.within]
    const inner = at.index
    const branch = around?.branches.findLastIndex((first) => first <= inner) ?? -1
    way.unshift({ step: at.within, branch })
  }
  return way
}
