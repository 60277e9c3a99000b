import Joi from 'joi'
import { maxBranches, maxSteps } from '../../../../domain/spinner/steps/step.ts'
import { itemsOf } from '../../forms.ts'
import { stepIndexWords, stepPathForm } from '../../sender/message/step-place-form.ts'

const count = Joi.number().integer().min(0).required()

const armSchema = Joi.object({
  step: count.description(`${stepIndexWords} It is the index of the split step to which the branch belongs.`),
  path: stepPathForm,
  name: Joi.string().required().description('The name of the branch in the split step, such as "Short".'),
  percent: Joi.number()
    .integer()
    .required()
    .description('The percentage of records that the split step leads into the branch, 1 to 99.'),
  reached: count.description('The number of recipients of the job that took the branch.'),
  sent: count.description(
    'The number of recipients of the branch to whom a message was sent after the split.',
  ),
  replied: count.description(
    'The number of recipients of the branch that replied to a message after the split.',
  ),
  bounced: count.description('The number of recipients of the branch whose message after the split bounced.'),
  unsubscribed: count.description(
    'The number of recipients of the branch that unsubscribed after a message that followed the split.',
  ),
  done: count.description('The number of recipients of the branch that completed the last step.'),
  failed: count.description('The number of recipients of the branch that ended with a failure.'),
})
  .description('The results of the recipients of a job that took one branch of a split step.')
  .meta({ named: 'BranchFigures' })

export const branchFiguresSchema = Joi.object({
  items: itemsOf(armSchema).max(maxSteps * maxBranches),
})

const branch = { step: 1, path: '2', replied: 0, bounced: 0, unsubscribed: 0, failed: 0 }

export const exampleBranchFigures = {
  items: [
    { ...branch, name: 'Short', percent: 50, reached: 612, sent: 612, replied: 48, done: 540 },
    { ...branch, name: 'Long', percent: 50, reached: 588, sent: 587, replied: 31, done: 533, failed: 1 },
  ],
}
