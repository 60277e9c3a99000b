import Joi from 'joi'
import type { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import type { Task } from './task.ts'

const payloadForm = Joi.object<{ jobId: string }>({ jobId: Joi.string().guid().required() }).required()

/**
 * Runs queue entries of the previous version, which had one entry per job. The task can be removed in the
 * next version.
 */
export function advanceJobTask(takeTurn: TakeTurn): Task {
  return async (payload, { signal }) => {
    const { jobId }: { jobId: string } = Joi.attempt(payload, payloadForm)
    await takeTurn.execute({ jobId, signal })
  }
}
