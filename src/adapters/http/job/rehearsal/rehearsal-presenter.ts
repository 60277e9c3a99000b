import { hash } from 'node:crypto'
import Joi from 'joi'
import type { TriggerWish } from '../../../../domain/job/audience/audience-wish.ts'
import {
  type RehearsalResult,
  type RehearsalView,
  rehearsalStates,
  rehearsedOutcomes,
} from '../../../../domain/job/rehearsal/rehearsal.ts'
import { mostSamples } from '../../../../domain/job/rehearsal/samples.ts'
import { pathOf } from '../../../../domain/spinner/steps/program.ts'
import { idForm, momentForm } from '../../forms.ts'
import { messagePreview, stepTypeForm } from '../../spinner/step-forms.ts'
import { reasonCodeForm, reasonCount } from '../job-presenter.ts'
import { excludedForm, unknownForm } from '../trigger/trigger-answer.ts'

/**
 * Returns a digest of the audience and data of a trigger request. A trigger with the same digest asks for
 * what was rehearsed.
 */
export function wishDigestOf({ audience, data }: Pick<TriggerWish, 'audience' | 'data'>): string {
  const entries = Object.entries(data ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([audience, entries]), 'base64url')
}

const count = Joi.number().integer().min(0).required()
const moment = momentForm.allow(null)

const pathForm = Joi.string().required().description('Its step in words, counted from 1, as "1 › Yes › 2".')

const figures = Joi.object({
  step: Joi.number().integer().min(0).required().description('Where in the steps, from 0.'),
  path: pathForm,
  type: stepTypeForm.required(),
  sends: count.description('Get its message.'),
  passes: count.description('Go on: it sends nothing, and lets them.'),
  skips: count.description('End here as skipped.'),
  waits: count.description(
    'Wait here first, and are counted by what comes of them too; or wait for what nobody knows the end of, and are counted here alone.',
  ),
  fails: count.description('End here as failed.'),
}).meta({ named: 'StepFigures' })

const rehearsedStep = Joi.object({
  step: Joi.number().integer().min(0).required(),
  path: pathForm,
  type: stepTypeForm.required(),
  outcome: Joi.valid(...rehearsedOutcomes).required(),
  code: Joi.alternatives(reasonCodeForm, Joi.valid(null)).required(),
  reason: Joi.string().allow(null).required().description('Why it is skipped, waits or fails.'),
  at: momentForm.description('When it would come to it, if no sender had limits.'),
  message: messagePreview.required().description('What it would send; long texts are cut off.'),
}).meta({ named: 'RehearsedStep' })

/** The fields of a finished dry run. */
export const rehearsalFields = {
  spinnerId: idForm,
  version: Joi.number().integer().allow(null).required().description('Null for the draft.'),
  audience: Joi.object({
    eligible: count.description('Records that the job would take.'),
    excluded: Joi.array()
      .items(excludedForm)
      .required()
      .description('Those that were named and that it would not take.'),
  }).required(),
  unknown: unknownForm,
  steps: Joi.array().items(figures).required(),
  reasons: Joi.array()
    .items(reasonCount)
    .required()
    .description('Why recipients would be skipped, wait or fail, and how many; the most frequent first.'),
  samples: Joi.array()
    .items(
      Joi.object({
        recordId: Joi.string().required().description('`#0` is the first of the `records` that were sent.'),
        steps: Joi.array().items(rehearsedStep).required(),
      }).meta({ named: 'RehearsedWay' }),
    )
    .max(mostSamples)
    .required()
    .description('Ways through the steps that show the differences: each outcome, reason and step first.'),
  spends: Joi.object({ records: count, jobs: count }).required().description('What a trigger would spend.'),
  firstAt: moment.description(
    'When the first message would be sent; null where there is none, and while the spinner is paused.',
  ),
  lastAt: moment.description(
    'When the last would be. Where senders have limits, an estimate by what their days, ramps and gaps leave; null also where that is more than three years from now, and while the spinner is paused.',
  ),
}

const rehearsalResultSchema = Joi.object(rehearsalFields).meta({ named: 'RehearsalResult' })

export function presentResult(result: RehearsalResult): object {
  const { spinnerId, version, audience, steps, reasons, samples, spends, firstAt, lastAt } = result
  return {
    spinnerId,
    version,
    audience: { eligible: audience.eligible, excluded: audience.excluded.map((one) => ({ ...one })) },
    ...(audience.unknown.length === 0 ? {} : { unknown: audience.unknown }),
    steps: steps.map(placed),
    reasons: reasons.map((one) => ({ ...one })),
    samples: samples.map(({ recordId, steps: way }) => ({
      recordId,
      steps: way.map(placed),
    })),
    spends: { ...spends },
    firstAt,
    lastAt,
  }
}

/** Returns a stored item with a path. Items that an earlier version stored have none. */
function placed(one: { readonly step: number }): object {
  return { path: pathOf(null, one.step), ...one }
}

export const rehearsalSchema = Joi.object({
  id: idForm,
  spinnerId: idForm,
  state: Joi.valid(...rehearsalStates)
    .required()
    .description(
      '`interrupted`: its process has ended; `superseded`: another one of the spinner was begun after it.',
    ),
  progress: Joi.object({ done: count, of: count }).required().description('Records.'),
  result: rehearsalResultSchema.allow(null).required(),
  error: Joi.string().allow(null).required().description('Why it failed.'),
  expiresAt: moment.description('Until when a trigger may name it as `rehearsal`.'),
  createdAt: momentForm,
}).meta({ named: 'Rehearsal' })

export function presentRehearsal(rehearsal: RehearsalView): object {
  const { id, spinnerId, state, progress, result, error, expiresAt, createdAt } = rehearsal
  return {
    id,
    spinnerId,
    state,
    progress: { ...progress },
    result: result && presentResult(result),
    error,
    expiresAt,
    createdAt,
  }
}

export const exampleResult = {
  spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  version: 3,
  audience: { eligible: 1200, excluded: [] },
  steps: [
    { step: 0, path: '1', type: 'condition', sends: 0, passes: 1180, skips: 20, waits: 0, fails: 0 },
    { step: 1, path: '2', type: 'email', sends: 1101, passes: 0, skips: 72, waits: 0, fails: 7 },
  ],
  reasons: [
    { code: 'ALREADY_CONTACTED', state: 'skipped', count: 60 },
    { code: 'CONDITION_NOT_MET', state: 'skipped', count: 20 },
    { code: 'SUPPRESSED', state: 'skipped', count: 12 },
    { code: 'NOT_AN_ADDRESS', state: 'failed', count: 7 },
  ],
  samples: [
    {
      recordId: '5120',
      steps: [
        {
          step: 0,
          path: '1',
          type: 'condition',
          outcome: 'skips',
          code: 'CONDITION_NOT_MET',
          reason: 'The condition on "email" does not hold',
          at: '2026-11-21T09:00:00.000Z',
          message: null,
        },
      ],
    },
  ],
  spends: { records: 0, jobs: 1 },
  firstAt: '2026-11-21T09:00:00.000Z',
  lastAt: '2026-11-21T09:00:00.000Z',
}

export const exampleRehearsal = {
  id: '01936f60-1c7e-7d43-8b11-5e6f7a8b9c0d',
  spinnerId: exampleResult.spinnerId,
  state: 'done',
  progress: { done: 1200, of: 1200 },
  result: exampleResult,
  error: null,
  expiresAt: '2026-11-21T09:10:01.000Z',
  createdAt: '2026-11-21T09:00:00.000Z',
}

/** The error codes that a rehearsal shares with a trigger, and RATE_LIMITED. */
export const rehearsalErrors = [
  'SPINNER_NOT_FOUND',
  'TABLE_HAS_NO_SCHEMA',
  'TOO_MANY_RECIPIENTS',
  'SCHEMA_MISMATCH',
  'AUDIENCE_INVALID',
  'TRIGGER_DATA_MISMATCH',
  'RATE_LIMITED',
] as const
