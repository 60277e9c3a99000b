import Joi from 'joi'
import { audiences } from '../../../domain/spinner/audience.ts'
import type { SpinnerVersion, SpinnerView } from '../../../domain/spinner/spinner.ts'
import {
  type ConditionStep,
  hostOf,
  longestWaitSeconds,
  mostSteps,
  operators,
  type Step,
  webhookMethods,
} from '../../../domain/spinner/step.ts'
import { idForm, momentForm } from '../forms.ts'

export function presentSpinner(spinner: SpinnerView): object {
  const { id, projectId, name, dataTableId, audience, publishedVersion, createdAt } = spinner
  const steps = spinner.steps.map(inOrder)
  const status = publishedVersion === null ? 'draft' : 'published'
  const { hasUnpublishedChanges } = spinner
  return {
    id,
    projectId,
    name,
    dataTableId,
    audience,
    status,
    steps,
    publishedVersion,
    hasUnpublishedChanges,
    createdAt,
  }
}

const template = Joi.string().max(100_000)

const emailStep = Joi.object({
  type: Joi.valid('email').required(),
  to: template.max(1_000).required().description('Must render to one address.'),
  subject: template.max(1_000).required(),
  text: template,
  html: template,
})
  .or('text', 'html')
  .description('Sends one e-mail. Its fields are Liquid templates; `text` or `html` is required, or both.')
  .meta({ named: 'EmailStep' })

const webhookStep = Joi.object({
  type: Joi.valid('webhook').required(),
  url: template
    .max(2_000)
    .custom((url: string, helpers) => (hostOf(url) === null ? helpers.error('webhook.url') : url))
    .messages({ 'webhook.url': 'url' })
    .required()
    .description('http or https, without a template in its host.'),
  method: Joi.valid(...webhookMethods).description('POST unless told.'),
  headers: Joi.object()
    .pattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, template.max(2_000).allow(''))
    .max(20),
  body: template.required().description('Must render to JSON; `{{ name | json }}` quotes a value.'),
})
  .description(
    'Posts JSON to a receiver, signed as Standard Webhooks, at least once and always under the same `webhook-id`.',
  )
  .meta({ named: 'WebhookStep' })

const waitStep = Joi.object({
  type: Joi.valid('wait').required(),
  seconds: Joi.number().integer().min(1).max(longestWaitSeconds).required(),
})
  .description('Lets time pass.')
  .meta({ named: 'WaitStep' })

const conditionStep = Joi.object({
  type: Joi.valid('condition').required(),
  column: Joi.string().max(200).required().description('A metadata column of the data table.'),
  operator: Joi.valid(...operators).required(),
  value: Joi.alternatives(Joi.string().max(1_000), Joi.number(), Joi.boolean()),
})
  .custom((step: ConditionStep, helpers) => {
    const takesValue = step.operator !== 'exists' && step.operator !== 'missing'
    return takesValue === (step.value !== undefined) ? step : helpers.error('condition.value')
  })
  .messages({ 'condition.value': 'value' })
  .description(
    'A record that fails it ends as skipped. `exists` and `missing` take no value, the others need one.',
  )
  .meta({ named: 'ConditionStep' })

const kinds = { email: emailStep, webhook: webhookStep, wait: waitStep, condition: conditionStep }

const fieldsOf = new Map(
  Object.entries(kinds).map(([type, form]) => [
    type,
    Object.keys((form.describe() as { keys: object }).keys),
  ]),
)

/** The database keeps fields in an order of its own. */
function inOrder(step: Step): object {
  const fields = fieldsOf.get(step.type) ?? []
  const values = new Map(Object.entries(step))
  return Object.fromEntries(
    fields.filter((field) => values.has(field)).map((field) => [field, values.get(field)]),
  )
}

/** Held to the form of the type that it names, so that a fault is said of that form and not of all. */
const step = Joi.alternatives().conditional('.type', {
  switch: Object.entries(kinds).map(([type, form]) => ({ is: type, then: form })),
  otherwise: Joi.object({ type: Joi.valid(...Object.keys(kinds)).required() }).unknown(),
})

export const stepsForm = Joi.array()
  .items(step)
  .min(1)
  .max(mostSteps)
  .meta({ items: Joi.alternatives(...Object.values(kinds)).meta({ named: 'Step' }) })
  .description('What happens to each recipient, in order.')

export const spinnerSchema = Joi.object({
  id: idForm,
  projectId: idForm,
  name: Joi.string().required(),
  dataTableId: idForm,
  audience: Joi.valid(...audiences).required(),
  status: Joi.valid('draft', 'published').required(),
  steps: stepsForm.required(),
  publishedVersion: Joi.number().integer().allow(null).required(),
  hasUnpublishedChanges: Joi.boolean()
    .required()
    .description(
      'Whether publishing would change what runs: the draft, or which columns pipelines may see, is not what was published. False for one that is not published.',
    ),
  createdAt: momentForm,
}).meta({ named: 'Spinner' })

export function presentSpinnerVersion(frozen: SpinnerVersion): object {
  const { spinnerId, version, audience, steps, metadataColumns } = frozen
  return { spinnerId, version, audience, steps: steps.map(inOrder), metadataColumns }
}

export const spinnerVersionSchema = Joi.object({
  spinnerId: idForm,
  version: Joi.number().integer().required(),
  audience: Joi.valid(...audiences).required(),
  steps: stepsForm.required(),
  metadataColumns: Joi.array()
    .items(Joi.string())
    .required()
    .description('The columns of the data table that it may see.'),
}).meta({ named: 'SpinnerVersion' })

export const exampleSteps = [
  { type: 'condition', column: 'email', operator: 'exists' },
  { type: 'email', to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}, …' },
  { type: 'wait', seconds: 259_200 },
  { type: 'email', to: '{{ email }}', subject: 'Any questions?', text: 'Hello again, {{ name }}, …' },
]

export const exampleSpinner = {
  id: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  projectId: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
  name: 'Welcome new leads',
  dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  audience: 'new',
  status: 'published',
  steps: exampleSteps,
  publishedVersion: 3,
  hasUnpublishedChanges: false,
  createdAt: '2026-11-20T09:00:00.000Z',
}

export const exampleSpinnerVersion = {
  spinnerId: exampleSpinner.id,
  version: 3,
  audience: 'new',
  steps: exampleSteps,
  metadataColumns: ['name', 'email'],
}

const messagePreview = Joi.alternatives(
  Joi.object({
    to: Joi.string().required(),
    subject: Joi.string().allow('').required(),
    text: Joi.string().allow('', null).required(),
    html: Joi.string().allow('', null).required(),
  }).meta({ named: 'EmailPreview' }),
  Joi.object({
    method: Joi.valid(...webhookMethods).required(),
    url: Joi.string().required(),
    headers: Joi.object().pattern(Joi.string(), Joi.string().allow('')).required(),
    body: Joi.string().required().description('JSON.'),
  }).meta({ named: 'WebhookPreview' }),
  Joi.valid(null),
)

const previewedStep = Joi.object({
  step: Joi.number().integer().required().description('Where in the steps, from 0.'),
  type: Joi.valid(...Object.keys(kinds)).required(),
  outcome: Joi.valid('sends', 'passes', 'skips', 'fails').required(),
  reason: Joi.string().allow(null).required().description('Why it skips or fails.'),
  message: messagePreview.required().description('What it would send.'),
}).meta({ named: 'PreviewedStep' })

const previewedRecord = Joi.object({
  recordId: Joi.string().required(),
  steps: Joi.array().items(previewedStep).required().description('Up to the first that skips or fails.'),
}).meta({ named: 'PreviewedRecord' })

const stepFault = Joi.object({
  pointer: Joi.string().required().description('A JSON pointer to the field, as `/steps/0/subject`.'),
  code: Joi.string().required(),
  message: Joi.string().required(),
  column: Joi.string(),
  suggestion: Joi.string().description('The column that was probably meant.'),
}).meta({ named: 'StepFault' })

export const previewSchema = Joi.object({
  items: Joi.array().items(previewedRecord).required(),
  errors: Joi.array()
    .items(stepFault)
    .required()
    .description('What publishing would answer as `SPINNER_INVALID`; empty where it would not.'),
}).meta({ named: 'Preview' })

export const examplePreview = {
  errors: [],
  items: [
    {
      recordId: '5120',
      steps: [
        {
          step: 0,
          type: 'email',
          outcome: 'sends',
          reason: null,
          message: { to: 'ada@example.com', subject: 'Welcome, Ada', text: 'Hello Ada, …', html: null },
        },
      ],
    },
  ],
}
