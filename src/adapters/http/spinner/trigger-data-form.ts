import Joi from 'joi'
import { longestTriggerField, mostTriggerFields } from '../../../domain/spinner/trigger-data.ts'

export const longestDataText = 10_000

export const triggerDataSent = Joi.object()
  .pattern(
    Joi.string().max(longestTriggerField),
    Joi.alternatives(Joi.string().allow('').max(longestDataText), Joi.number(), Joi.boolean()),
  )
  .max(mostTriggerFields)
