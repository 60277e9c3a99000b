import Joi from 'joi'
import { goalEvents, maxGoalDays, maxHoldoutPercent } from '../../../domain/spinner/goal.ts'
import { whereForm } from './where-form.ts'

/** The form of the goal of a spinner. */
export const goalForm = Joi.object({
  event: Joi.valid(...goalEvents).description(
    'The event by which a recipient reaches the goal: `message.replied`, a reply that is not automatic.',
  ),
  where: whereForm.description(
    'The condition that the record of a recipient must begin to meet. A record that meets it when the first message is sent must cease to meet it first. The condition must not ask about messages, replies or suppressed addresses, not even by segments.',
  ),
  segmentId: Joi.string()
    .guid()
    .description('The segment of the data table that the record of a recipient must enter, as with `where`.'),
  withinDays: Joi.number()
    .integer()
    .min(1)
    .max(maxGoalDays)
    .required()
    .description(
      `The number of days after the first message of the job within which the recipient must reach the goal, from 1 to ${maxGoalDays}.`,
    ),
  holdoutPercent: Joi.number()
    .integer()
    .min(1)
    .max(maxHoldoutPercent)
    .when('event', { is: Joi.exist(), then: Joi.forbidden() })
    .description(
      `For \`where\` or \`segmentId\` only: the percentage of records that get no e-mail of the spinner, from 1 to ${maxHoldoutPercent}. They are skipped at their first e-mail (\`IN_HOLDOUT\`), and \`groupBy=holdout\` of the results compares them with the other recipients. A record stays in the holdout in all jobs of the spinner.`,
    ),
})
  .xor('event', 'where', 'segmentId')
  .allow(null)
  .description(
    'The goal of the spinner, or null. It has one of `event`, `where` and `segmentId`. `GET /spinners/{spinnerId}/results` counts the recipients who reached it (`reachedGoal`), each once. A recipient counts by the goal of the version that sent its first message.',
  )
