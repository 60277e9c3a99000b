import Joi from 'joi'
import { idOf, momentForm } from '../forms.ts'

export const workerSchema = Joi.object({
  id: idOf('the runtime process, new after each start'),
  startedAt: momentForm.description('The time when the process started, in UTC (ISO 8601).'),
  lastSeenAt: momentForm.description('The time of the last report of the process, in UTC (ISO 8601).'),
})
  .description('A runtime process: a worker process that runs jobs and sends messages.')
  .meta({ named: 'Worker' })

export const exampleWorker = {
  id: '01936f51-3e90-7f65-8d33-8192a3b4c5d6',
  startedAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-20T09:00:01.500Z',
}
