import Joi from 'joi'
import { slicesPerTurn, type TurnLength } from '../../src/domain/job/turn.ts'
import type { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import type { Task } from './task.ts'

interface TurnPayload {
  readonly organizationId: string
  readonly length: TurnLength
}

const payloadForm = Joi.object<TurnPayload>({
  organizationId: Joi.string().guid().required(),
  length: Joi.valid(...Object.keys(slicesPerTurn)).required(),
}).required()

export function takeTurnTask(takeTurn: TakeTurn): Task {
  return async (payload, { signal }) => {
    const turn: TurnPayload = Joi.attempt(payload, payloadForm)
    await takeTurn.execute({ ...turn, signal })
  }
}
