import Joi from 'joi'
import { standings, type VersionFigures } from '../../../../domain/job/step-figures.ts'
import { mostSteps } from '../../../../domain/spinner/steps/step.ts'
import { stepTypeForm } from '../../spinner/step-forms.ts'
import { reasonCodeForm } from '../job-presenter.ts'

const count = Joi.number().integer().min(0).required()

const standingStep = Joi.object({
  step: count.description(
    'Where in the steps of the version, from 0: each is counted before those in its ways.',
  ),
  path: Joi.string().required().description('The same in words, counted from 1, as "1 › Yes › 2".'),
  type: stepTypeForm.required(),
  in: count.description('Have come to it: the sum of all that follow but `retried`.'),
  through: count.description('Have gone on from it, or have come to the end by it.'),
  pending: count.description('It is their turn soon.'),
  waiting: count.description('Wait at it: for its time, for a limit, or to be tried again.'),
  skipped: count,
  failed: count,
  unconfirmed: count,
  stopped: count.description('Ended by an exit: a reply, a bounce, an unsubscribe.'),
  cancelled: count.description('Their job was cancelled while they were at it.'),
  retried: count.description('Of those that failed here: another job has run them again.'),
  reasons: Joi.array()
    .items(
      Joi.object({ state: Joi.valid(...standings).required(), code: reasonCodeForm.required(), count }).meta({
        named: 'StepReason',
      }),
    )
    .required()
    .description('Why they stand here, the most frequent first.'),
}).meta({ named: 'StandingStep' })

export const versionFiguresSchema = Joi.object({
  version: Joi.number().integer().required(),
  jobs: count,
  open: count.description('Jobs that have not ended.'),
  recipients: count,
  toBegin: count.description('Recipients that the runtime has not reached yet.'),
  estimated: Joi.boolean()
    .required()
    .description(
      'Whether some of it is worked out from a part of the recipients, or no longer known: of jobs that an earlier version of the service ran.',
    ),
  items: Joi.array().items(standingStep).max(mostSteps).required().description('Of every step, in order.'),
}).meta({ named: 'VersionFigures' })

export const spinnerFiguresSchema = Joi.object({
  versions: Joi.array()
    .items(versionFiguresSchema)
    .required()
    .description('Those by which jobs ran, the latest first.'),
  more: Joi.boolean().required().description('Whether it has earlier jobs, which are not counted.'),
}).meta({ named: 'SpinnerFigures' })

export function presentFigures({ steps, ...figures }: VersionFigures): object {
  return {
    ...figures,
    items: steps.map(({ reasons, ...step }) => ({ ...step, reasons: reasons.map((one) => ({ ...one })) })),
  }
}

const none = { pending: 0, skipped: 0, unconfirmed: 0, stopped: 0, cancelled: 0, retried: 0, reasons: [] }

export const exampleFigures = {
  version: 3,
  jobs: 1,
  open: 1,
  recipients: 1200,
  toBegin: 700,
  estimated: false,
  items: [
    {
      ...none,
      step: 0,
      path: '1',
      type: 'email',
      in: 500,
      through: 497,
      waiting: 0,
      failed: 3,
      reasons: [{ state: 'failed', code: 'NOT_AN_ADDRESS', count: 3 }],
    },
    {
      ...none,
      step: 1,
      path: '2',
      type: 'wait',
      in: 497,
      through: 0,
      waiting: 497,
      failed: 0,
      reasons: [{ state: 'waiting', code: 'WAIT_STEP', count: 497 }],
    },
  ],
}
