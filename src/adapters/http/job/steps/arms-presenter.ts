import Joi from 'joi'
import { mostSteps, mostWays } from '../../../../domain/spinner/steps/step.ts'

const count = Joi.number().integer().min(0).required()

const armSchema = Joi.object({
  step: count.description('The index of the split among the steps, from 0.'),
  path: Joi.string().required().description('The position of the split in words, counted from 1.'),
  name: Joi.string().required(),
  percent: Joi.number().integer().required(),
  in: count.description('The number of recipients that took the arm.'),
  sent: count.description('The number of these recipients to whom a message was sent after the split.'),
  replied: count,
  bounced: count,
  unsubscribed: count,
  done: count.description('The number of these recipients that completed the last step.'),
  failed: count,
}).meta({ named: 'ArmFigures' })

export const armsSchema = Joi.object({
  items: Joi.array()
    .items(armSchema)
    .max(mostSteps * mostWays)
    .required(),
})

const arm = { step: 1, path: '2', replied: 0, bounced: 0, unsubscribed: 0, failed: 0 }

export const exampleArms = {
  items: [
    { ...arm, name: 'Short', percent: 50, in: 612, sent: 612, replied: 48, done: 540 },
    { ...arm, name: 'Long', percent: 50, in: 588, sent: 587, replied: 31, done: 533, failed: 1 },
  ],
}
