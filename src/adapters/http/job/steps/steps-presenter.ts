import Joi from 'joi'
import { maxJobsCounted, stepStatuses, type VersionFigures } from '../../../../domain/job/step-figures.ts'
import { maxSteps } from '../../../../domain/spinner/steps/step.ts'
import { reasonCodeForm } from '../../sender/message/reason-form.ts'
import { stepIndexWords, stepPathForm } from '../../sender/message/step-place-form.ts'
import { stepTypeForm } from '../../spinner/step-forms.ts'
import { countOf } from '../job-presenter.ts'

const count = Joi.number().integer().min(0).required()

const standingStep = Joi.object({
  step: count.description(stepIndexWords),
  path: stepPathForm,
  type: stepTypeForm.required(),
  reached: count.description(
    'The number of recipients that reached the step: the sum of all counts that follow, except `retried`.',
  ),
  passed: count.description('The number of recipients that passed the step, or completed the job with it.'),
  pending: count.description(
    'The number of recipients that are due at the step and have not been processed yet.',
  ),
  waiting: count.description(
    'The number of recipients that wait at the step for a time, a limit or a retry.',
  ),
  skipped: countOf.skipped,
  failed: countOf.failed,
  unconfirmed: countOf.unconfirmed,
  stopped: count.description(
    'The number of recipients that an exit, such as a reply, a bounce or an unsubscribe, stopped before they took the step.',
  ),
  cancelled: count.description(
    'The number of recipients that were at the step when their job was cancelled.',
  ),
  retried: count.description(
    'The number of recipients that failed at the step and were retried by another job.',
  ),
  reasons: Joi.array()
    .items(
      Joi.object({
        status: Joi.valid(...stepStatuses)
          .required()
          .description(
            'The state of the recipients, as in the counts of the step. `cancelled` means that their job was cancelled.',
          ),
        code: reasonCodeForm
          .required()
          .description(
            'The stable code of the reason why these recipients are in their state; [/docs/errors](/docs/errors#reasons) explains each code.',
          ),
        count: count.description('The number of recipients at the step in this state for this reason.'),
      })
        .description('The number of recipients at a step in one state for one reason.')
        .meta({ named: 'StepReason' }),
    )
    .required()
    .description('The reasons of the recipients at the step with their numbers, most frequent first.'),
})
  .description('The numbers of recipients that reached a step, passed it, or are at it.')
  .meta({ named: 'StepProgress' })

export const versionFiguresSchema = Joi.object({
  version: Joi.number().integer().required().description('The number of the version, from 1.'),
  jobs: count.description('The number of jobs of the version whose recipients are counted.'),
  open: count.description('The number of jobs of the version that have not ended.'),
  recipients: count.description(
    'The number of recipients of the jobs of the version, including recipients whose processing has not begun.',
  ),
  notStarted: count.description(
    'The number of recipients of the jobs of the version whose processing has not begun.',
  ),
  isEstimate: Joi.boolean()
    .required()
    .description(
      'Whether some figures are not exact. They are estimated from a sample of the recipients if very many recipients are not counted yet. They are too low if recipients were deleted before they were counted, in jobs of an earlier version of the service.',
    ),
  steps: Joi.array()
    .items(standingStep)
    .max(maxSteps)
    .required()
    .description('The numbers of recipients at every step of the version, in the order of the steps.'),
})
  .description(
    'The numbers of recipients at each step of one version, added up over the jobs of the version.',
  )
  .meta({ named: 'VersionFigures' })

export const spinnerFiguresSchema = Joi.object({
  versions: Joi.array()
    .items(versionFiguresSchema)
    .required()
    .description('The published versions that have at least one job, newest first.'),
  hasMore: Joi.boolean()
    .required()
    .description(
      `Whether the spinner has more than the newest ${maxJobsCounted.toLocaleString('en')} jobs; these figures do not count the older jobs.`,
    ),
})
  .description('The numbers of recipients at each step of a spinner, added up over its jobs by version.')
  .meta({ named: 'SpinnerFigures' })

export function presentFigures({ steps, ...figures }: VersionFigures): object {
  return {
    ...figures,
    steps: steps.map(({ reasons, ...step }) => ({
      ...step,
      reasons: reasons.map((reason) => ({ ...reason })),
    })),
  }
}

const none = { pending: 0, skipped: 0, unconfirmed: 0, stopped: 0, cancelled: 0, retried: 0, reasons: [] }

export const exampleFigures = {
  version: 3,
  jobs: 1,
  open: 1,
  recipients: 1200,
  notStarted: 700,
  isEstimate: false,
  steps: [
    {
      ...none,
      step: 0,
      path: '1',
      type: 'email',
      reached: 500,
      passed: 497,
      waiting: 0,
      failed: 3,
      reasons: [{ status: 'failed', code: 'NOT_AN_ADDRESS', count: 3 }],
    },
    {
      ...none,
      step: 1,
      path: '2',
      type: 'wait',
      reached: 497,
      passed: 0,
      waiting: 497,
      failed: 0,
      reasons: [{ status: 'waiting', code: 'WAIT_STEP', count: 497 }],
    },
  ],
}
