import Joi from 'joi'
import { catalogueEntryOf } from '../../../domain/reason.ts'
import type { Failures } from '../../../use-cases/job/job-reader.ts'
import { itemsOf } from '../forms.ts'
import { reasonCodeForm } from '../sender/message/reason-form.ts'
import { stepIndexWords, stepPathForm } from '../sender/message/step-place-form.ts'

export function presentFailures({ version, publishedVersion, groups }: Failures): object {
  const items = groups.map(({ step, path, code, count, retried, stopped, changed, samples, retryableBy }) => {
    const { words, remedy } = code === null ? unknown : catalogueEntryOf(code)
    const shown = samples.map(({ recordId, error }) => ({ recordId, message: error ?? words }))
    return {
      step,
      path,
      code,
      message: words,
      remedy,
      count,
      retried,
      stopped,
      changed,
      samples: shown,
      retryableBy: { ...retryableBy },
    }
  })
  return { version, publishedVersion, items }
}

const unknown = {
  words: 'The recipient failed in an earlier version of the service',
  remedy: 'Retry the recipient.',
}

const number = Joi.number().integer().required()
const takesUp = Joi.boolean().allow(null).required()

const failedGroup = Joi.object({
  step: number.description(stepIndexWords),
  path: stepPathForm,
  code: reasonCodeForm
    .allow(null)
    .required()
    .description(
      'The code of the reason; `null` for recipients that failed in an earlier version of the service.',
    ),
  message: Joi.string()
    .required()
    .description('A sentence for people that explains why the recipients of the group failed.'),
  remedy: Joi.string().required().description('Advice for people on how to fix the failure.'),
  count: number.description('The number of recipients that failed at this step for this reason.'),
  retried: number.description('The number of failed recipients of the group that another job has retried.'),
  stopped: number.description(
    'The number of failed recipients of the group that no retry takes, because they replied, unsubscribed, complained or bounced after they had failed.',
  ),
  changed: number.description(
    'The number of failed recipients of the group that are left to retry and whose record was changed after they failed.',
  ),
  samples: Joi.array()
    .items(
      Joi.object({
        recordId: Joi.string().required().description('The id of the record of the failed recipient.'),
        message: Joi.string()
          .required()
          .description(
            'The failure of this recipient in words, with the words of the provider if there are any.',
          ),
      })
        .description('An example of the recipients that failed at the same step for the same reason.')
        .meta({ named: 'FailedSample' }),
    )
    .required()
    .description(
      'Up to three failed recipients of the group as examples, chosen so that their error messages differ.',
    ),
  retryableBy: Joi.object({
    published: takesUp.description(
      'Whether the published version could continue with the recipients; `null` if none is published.',
    ),
    draft: takesUp.description(
      'Whether the draft, after publishing, could continue with the recipients; `null` for a deleted spinner.',
    ),
  })
    .required()
    .description('The versions that could continue with these recipients at the failed step.'),
})
  .description('The recipients of a job that failed at one step for one reason.')
  .meta({ named: 'FailedGroup' })

export const failuresSchema = Joi.object({
  version: number.description('The number of the version that the job runs, in which the recipients failed.'),
  publishedVersion: number
    .allow(null)
    .description('The version that is published now; `null` if the spinner is not published or was deleted.'),
  items: itemsOf(failedGroup),
})
  .description('The failed recipients of a job, grouped by step and reason.')
  .meta({ named: 'Failures' })

export const exampleFailures = {
  version: 3,
  publishedVersion: 3,
  items: [
    {
      step: 0,
      path: '1',
      code: 'MISSING_CELL',
      message: 'A template uses a column that is empty in the record',
      remedy:
        'Fill the cell, set a default in the template, or skip such records with a condition. Then retry the failed recipients.',
      count: 97,
      retried: 0,
      stopped: 0,
      changed: 12,
      samples: [{ recordId: '5120', message: '"subject": The column "name" is empty in the record' }],
      retryableBy: { published: true, draft: true },
    },
  ],
}
