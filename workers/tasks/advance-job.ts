import Joi from 'joi'
import type { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import type { Task } from './task.ts'

const payloadForm = Joi.object<{ jobId: string }>({ jobId: Joi.string().guid().required() }).required()

/** Entries of the former version, which has one for each job; it can go with the version after this one. */
export function advanceJobTask(takeTurn: TakeTurn): Task {
  return async (payload, { signal }) => {
    const { jobId }: { jobId: string } = Joi.attempt(payload, payloadForm)
    await takeTurn.execute({ jobId, signal })
  }
}
