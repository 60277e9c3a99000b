import Joi from 'joi'
import { catalogued } from '../../../domain/job/recipient/reason.ts'
import type { Failures } from '../../../use-cases/job/list-failures.ts'
import { reasonCodeForm } from './job-presenter.ts'

export function presentFailures({ version, publishedVersion, groups }: Failures): object {
  const items = groups.map(({ step, path, code, count, retried, samples, takenUpBy }) => {
    const { words, remedy } = code === null ? unknown : catalogued(code)
    const shown = samples.map(({ recordId, error }) => ({ recordId, message: error ?? words }))
    return {
      step,
      path,
      code,
      message: words,
      remedy,
      count,
      retried,
      samples: shown,
      takenUpBy: { ...takenUpBy },
    }
  })
  return { version, publishedVersion, items }
}

const unknown = { words: 'It failed in a former version of the service', remedy: 'Run it again.' }

const number = Joi.number().integer().required()
const takesUp = Joi.boolean().allow(null).required()

const failedGroup = Joi.object({
  step: number.description('The index of the step in the version, from 0.'),
  path: Joi.string().required().description('The position of the step in words, counted from 1.'),
  code: reasonCodeForm
    .allow(null)
    .required()
    .description(
      'The code of the reason; `null` for recipients that failed in an earlier version of the service.',
    ),
  message: Joi.string().required().description('The reason in words for people.'),
  remedy: Joi.string().required().description('Advice on how to fix the failure.'),
  count: number,
  retried: number.description('The number of these recipients that another job has retried.'),
  samples: Joi.array()
    .items(
      Joi.object({ recordId: Joi.string().required(), message: Joi.string().required() }).meta({
        named: 'FailedSample',
      }),
    )
    .required(),
  takenUpBy: Joi.object({
    published: takesUp.description(
      'Whether the published version could continue with the recipients; `null` if none is published.',
    ),
    draft: takesUp.description(
      'Whether the draft, after publishing, could continue with the recipients; `null` for a deleted spinner.',
    ),
  })
    .required()
    .description('The versions that could continue with these recipients at the failed step.'),
}).meta({ named: 'FailedGroup' })

export const failuresSchema = Joi.object({
  version: number.description('The version in which the recipients failed.'),
  publishedVersion: number.allow(null),
  items: Joi.array().items(failedGroup).required(),
}).meta({ named: 'Failures' })

export const exampleFailures = {
  version: 3,
  publishedVersion: 3,
  items: [
    {
      step: 0,
      path: '1',
      code: 'MISSING_CELL',
      message: 'A template names a column in which the record has nothing',
      remedy: 'Fill the cell, give the template a default, or skip such records by a condition.',
      count: 97,
      retried: 0,
      samples: [{ recordId: '5120', message: '"subject": The record has nothing in "name"' }],
      takenUpBy: { published: true, draft: true },
    },
  ],
}
