import Joi from 'joi'
import { maxTriggerFieldLength, maxTriggerFields } from '../../../domain/spinner/trigger-data.ts'

export const maxDataTextLength = 10_000

export const triggerDataSent = Joi.object()
  .pattern(
    Joi.string().max(maxTriggerFieldLength),
    Joi.alternatives(Joi.string().allow('').max(maxDataTextLength), Joi.number(), Joi.boolean()),
  )
  .max(maxTriggerFields)
