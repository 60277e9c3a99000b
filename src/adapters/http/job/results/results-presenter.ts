import Joi from 'joi'
import type { RateDifference } from '../../../../domain/job/spinner-results.ts'
import { maxJobsCounted } from '../../../../domain/job/step-figures.ts'
import { maxSteps } from '../../../../domain/spinner/steps/step.ts'
import { idOf, itemsOf } from '../../forms.ts'
import { stepIndexWords } from '../../sender/message/step-place-form.ts'

const count = Joi.number().integer().min(0).required()

const figures = {
  reached: count.description(
    'The number of recipients to whom at least one message was sent. A person who is a recipient of two jobs counts twice. For the group `holdout`, the number of recipients who would have got a message.',
  ),
  sent: count.description(
    'The number of messages that were sent, including messages that bounced at once. Captured and failed messages do not count.',
  ),
  delivered: count.description(
    'The number of sent messages that did not bounce, as far as known: mail servers report bounces, and rarely deliveries.',
  ),
  captured: count.description(
    'The number of messages that were stored instead of sent, because no mail server was connected or the organization is in test mode.',
  ),
  replied: count.description('The number of recipients who replied. Automatic replies do not count.'),
  automaticReplies: count.description(
    'The number of recipients from whom an automatic reply came, such as an out-of-office notice.',
  ),
  bounced: count.description('The number of messages that bounced, at once or later.'),
  unsubscribed: count.description(
    'The number of people who unsubscribed after a message. An unsubscription counts for the last message to the address.',
  ),
  complained: count.description('The number of recipients who reported a message as spam.'),
  reachedGoal: count.description(
    'The number of recipients who reached the goal of the spinner (`goal`); 0 without a goal. A reply counts with the message that it answers, and a condition on the record with the last message before.',
  ),
}

const figuresSchema = Joi.object(figures)
  .description(
    'The results of messages. A reaction, such as a reply, counts with the message that it is about.',
  )
  .meta({ named: 'ResultFigures' })

const rate = Joi.number().min(-1).max(1).required()

const differenceSchema = Joi.object({
  value: rate.description('The measured difference of the two rates, from -1 to 1.'),
  low: rate.description('The lower end of the interval that contains the true difference with 95 %.'),
  high: rate.description(
    'The upper end of the interval. If the interval contains 0, the results do not show which branch works better.',
  ),
})
  .description(
    'The difference of a rate of a branch from that of the first branch of its split, with its interval of 95 %; null for the first branch and for other groups. `difference` compares reply rates (`replied` / `reached`), and `goalDifference` the shares of recipients who reached the goal (`reachedGoal` / `reached`). The group `others` has the `goalDifference` from the group `holdout`.',
  )
  .meta({ named: 'RateDifference' })

const groupSchema = Joi.object({
  key: Joi.string()
    .required()
    .allow('')
    .description(
      'The day, the Monday of the week (both as YYYY-MM-DD), `version:step`, `version:step:branch`, the id of the sender (empty for the mail server of the deployment), or the source from which the records of the recipients came: `import`, `webhookUrl`, `user`, or the id of an API key (empty if it is not known). The groups by `holdout` are `holdout` and `others`. Messages that an earlier release has counted are under what started their job: `api`, `app`, `records` or `schedule`.',
    ),
  name: Joi.string()
    .required()
    .allow(null)
    .description(
      'The name of the branch, sender or API key; null for other groups, and for senders and keys that were deleted.',
    ),
  version: Joi.number()
    .integer()
    .min(1)
    .required()
    .allow(null)
    .description('The version of the step or split step; null for other groups.'),
  step: Joi.number()
    .integer()
    .min(0)
    .max(maxSteps - 1)
    .required()
    .allow(null)
    .description(`${stepIndexWords} For a branch, the index of its split step; null for other groups.`),
  path: Joi.string()
    .required()
    .allow(null)
    .description('The position of the step for people, such as "2"; null for other groups.'),
  ...figures,
  difference: differenceSchema.required().allow(null),
  goalDifference: differenceSchema.required().allow(null),
})
  .description('The results of one group of messages.')
  .meta({ named: 'ResultsOfGroup' })

export const resultsSchema = Joi.object({
  total: figuresSchema.required(),
  countedUntil: Joi.string()
    .isoDate()
    .required()
    .allow(null)
    .description(
      'The time up to which messages and reactions are counted; null if it is the present. It is a time if no runtime has counted them for an hour.',
    ),
  items: itemsOf(groupSchema),
  failures: Joi.array()
    .items(
      Joi.object({
        code: Joi.string().required().description('The code of the reason, as recipients have it.'),
        failed: count.description('The number of recipients who failed for this reason.'),
        unconfirmed: count.description('The number of recipients whose message may have been sent.'),
      })
        .description('The failures for one reason.')
        .meta({ named: 'FailuresOfReason' }),
    )
    .required()
    .allow(null)
    .description(
      `The recipients who failed, by reason, most frequent first; null with \`groupBy\`. The newest ${maxJobsCounted.toLocaleString('en')} jobs count, in every period. A recipient counts in each job in which it failed, also if a retry has succeeded since.`,
    ),
})

export const resultsOfSpinnerSchema = Joi.object({
  spinnerId: idOf('the spinner'),
  lastDay: Joi.string()
    .required()
    .description(
      'The last day on which a message was sent or captured (YYYY-MM-DD), in the time zone of the organization.',
    ),
  ...figures,
  sentByDay: Joi.array()
    .items(count)
    .length(30)
    .required()
    .description('The number of messages that were sent on each of the last 30 days, oldest first.'),
})
  .description('The results of a spinner over all its jobs.')
  .meta({ named: 'ResultsOfSpinner' })

export const exampleTotals = {
  reached: 198,
  sent: 341,
  delivered: 337,
  captured: 0,
  replied: 14,
  automaticReplies: 6,
  bounced: 4,
  unsubscribed: 2,
  complained: 0,
  reachedGoal: 11,
}

export const exampleResults = {
  total: exampleTotals,
  countedUntil: null,
  failures: [{ code: 'MESSAGE_REFUSED', failed: 3, unconfirmed: 0 }],
  items: [
    {
      key: '3:1:0',
      name: 'Short',
      version: 3,
      step: 1,
      path: '2',
      ...exampleTotals,
      reached: 98,
      replied: 9,
      reachedGoal: 7,
      difference: null,
      goalDifference: null,
    },
    {
      key: '3:1:1',
      name: 'Long',
      version: 3,
      step: 1,
      path: '2',
      ...exampleTotals,
      reached: 100,
      replied: 5,
      reachedGoal: 4,
      difference: { value: -0.0418, low: -0.1214, high: 0.0343 },
      goalDifference: { value: -0.0314, low: -0.1052, high: 0.0379 },
    },
  ],
}

export function presentDifference(difference: RateDifference | null): object | null {
  const rounded = (share: number) => Math.round(share * 10_000) / 10_000
  if (difference === null) return null
  const { value, low, high } = difference
  return { value: rounded(value), low: rounded(low), high: rounded(high) }
}
