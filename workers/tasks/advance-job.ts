import Joi from 'joi'
import type { AdvanceJob } from '../../src/use-cases/job/advance-job.ts'
import type { Task } from './task.ts'

const payloadForm = Joi.object<{ jobId: string }>({ jobId: Joi.string().guid().required() }).required()

export function advanceJobTask(advanceJob: AdvanceJob): Task {
  return async (payload, { signal }) => {
    const { jobId }: { jobId: string } = Joi.attempt(payload, payloadForm)
    await advanceJob.execute({ jobId, signal })
  }
}
