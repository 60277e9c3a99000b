import type { TriggerCommand } from '../../../../use-cases/job/trigger-spinner.ts'
import { replayHeaders } from '../../request/idempotency.ts'
import type { Answer } from '../../route.ts'
import type { Services } from '../../services.ts'
import { dryRunAnswer, dryRunResponse } from '../rehearsal/dry-run.ts'
import { triggerAnswer, triggerResponse } from './trigger-answer.ts'
import { type TriggerBody, triggerBody, triggerErrors, triggerRequestOf } from './trigger-form.ts'

/**
 * The properties that the trigger routes of the public API and of the console have in common: body, responses
 * and errors.
 */
export const triggerRule = {
  body: triggerBody,
  idempotent: true,
  responses: { 200: dryRunResponse, 201: triggerResponse },
  errors: triggerErrors,
} as const

interface TriggerRequested extends Omit<TriggerCommand, 'request'> {
  readonly body: TriggerBody | undefined
  /** Returns a signal that aborts when the client has closed the connection. */
  readonly gone: () => AbortSignal
}

/** Starts the job of a trigger request, or rehearses it if the body has `dryRun`. */
export async function handleTrigger(
  { triggerSpinner, rehearseTrigger }: Services,
  { body, gone, ...command }: TriggerRequested,
): Promise<Answer> {
  const request = triggerRequestOf(body)
  if (request.dryRun) {
    const rehearsed = await rehearseTrigger.execute({ ...command, request, gone: gone() })
    const { replayed, organizationId } = rehearsed
    return { status: 200, body: dryRunAnswer(rehearsed), headers: replayHeaders(replayed), organizationId }
  }
  const { answer, replayed, organizationId } = await triggerSpinner.execute({ ...command, request })
  return { status: 201, body: triggerAnswer(answer), headers: replayHeaders(replayed), organizationId }
}
