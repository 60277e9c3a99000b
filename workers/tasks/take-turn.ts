import Joi from 'joi'
import type { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import type { Task } from './task.ts'

interface TurnPayload {
  readonly organizationId: string
}

const payloadForm = Joi.object<TurnPayload>({
  organizationId: Joi.string().guid().required(),
})
  .unknown()
  .required()

export function takeTurnTask(takeTurn: TakeTurn): Task {
  return async (payload, { signal }) => {
    const { organizationId }: TurnPayload = Joi.attempt(payload, payloadForm)
    await takeTurn.execute({ organizationId, length: 'full', signal })
  }
}
