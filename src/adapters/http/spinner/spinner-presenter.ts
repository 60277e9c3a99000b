import Joi from 'joi'
import { obstacleCodes } from '../../../domain/job/take-along.ts'
import { contacts } from '../../../domain/person/contact-policy.ts'
import { audiences } from '../../../domain/spinner/audience.ts'
import { existingChoices } from '../../../domain/spinner/existing.ts'
import { exits, usualExits } from '../../../domain/spinner/exit.ts'
import type { SpinnerVersion, SpinnerView, VersionEntry } from '../../../domain/spinner/spinner.ts'
import type { CronTimes } from '../../../domain/spinner/starts.ts'
import {
  longestTriggerField,
  mostTriggerFields,
  type TriggerField,
  triggerFieldName,
  triggerFieldTypes,
} from '../../../domain/spinner/trigger-data.ts'
import type { DraftFault } from '../../../use-cases/spinner/find-faults.ts'
import { idForm, momentForm } from '../forms.ts'
import { exampleWindow, presentWindow, sendWindowForm } from './send-window-form.ts'
import { ownStartsSchema, presentOwnStarts, presentStarts, startsForm } from './starts-form.ts'
import { emailPreview, inOrder, messagePreview, stepsForm, stepTypeForm } from './step-forms.ts'

export const contactForm = Joi.valid(...contacts).description(
  '`oncePerPerson` writes to an address once: for the record and the job that come first, with all of its steps. `oncePerRecord` writes again for another record of another job. One step of one job never writes to an address twice.',
)

export const exclusiveForm = Joi.boolean().description(
  'Whoever is on the way in an exclusive spinner is not taken by another that is exclusive too.',
)

export const exitsForm = Joi.array()
  .items(Joi.valid(...exits))
  .max(exits.length)
  .unique()
  .description(
    "What ends a recipient's way before its next message: a `reply`, a hard `bounce`, an `unsubscribe` (or a report as spam). `autoReply:hold` lets it wait while an out-of-office answer says that nobody reads the mailbox.",
  )

export const triggerDataForm = Joi.array()
  .items(
    Joi.object({
      name: Joi.string()
        .max(longestTriggerField)
        .pattern(triggerFieldName)
        // Templates use these names for properties of every object.
        .invalid('size', 'first', 'last')
        .required(),
      type: Joi.valid(...triggerFieldTypes).required(),
      required: Joi.boolean().default(false),
    }).meta({ named: 'TriggerField' }),
  )
  .max(mostTriggerFields)
  .unique('name')
  .description(
    'What a trigger may say in `data`, beside whom it is for, and must where it is `required`. Templates and conditions see it as `trigger.NAME`.',
  )

function presentField({ name, type, required }: TriggerField): object {
  return { name, type, required }
}

export function presentSpinner(
  spinner: SpinnerView,
  now: Date,
  cronTimes: CronTimes,
  faults?: readonly DraftFault[],
): object {
  const { id, projectId, name, dataTableId, audience, contact, exclusive, publishedVersion, createdAt } =
    spinner
  const ending = [...spinner.exits]
  const sendWindow = presentWindow(spinner.sendWindow)
  const triggerData = spinner.triggerData.map(presentField)
  const steps = spinner.steps.map(inOrder)
  const status = publishedVersion === null ? 'draft' : 'published'
  const { hasUnpublishedChanges, pausedAt: at, pausedUser: user } = spinner
  const paused = at && { at, user }
  return {
    id,
    projectId,
    name,
    dataTableId,
    audience,
    contact,
    exclusive,
    exits: ending,
    sendWindow,
    starts: presentStarts(spinner.starts),
    triggerData,
    status,
    paused,
    ownStarts: presentOwnStarts(spinner, now, cronTimes),
    steps,
    ...(faults === undefined ? {} : { faults }),
    publishedVersion,
    hasUnpublishedChanges,
    createdAt,
  }
}

const stepFaultKeys = {
  pointer: Joi.string().required().description('A JSON pointer to the field, as `/steps/0/subject`.'),
  code: Joi.string().required(),
  message: Joi.string().required(),
  column: Joi.string(),
  suggestion: Joi.string().description('The column that was probably meant.'),
}

const draftFault = Joi.object({
  ...stepFaultKeys,
  path: Joi.string()
    .allow(null)
    .required()
    .description('The step in words, counted from 1, as "1 › Yes › 2".'),
}).meta({ named: 'DraftFault' })

export const spinnerSchema = Joi.object({
  id: idForm,
  projectId: idForm,
  name: Joi.string().required(),
  dataTableId: idForm,
  audience: Joi.valid(...audiences).required(),
  contact: contactForm.required(),
  exclusive: exclusiveForm.required(),
  exits: exitsForm.required(),
  sendWindow: sendWindowForm.required(),
  starts: startsForm.required(),
  triggerData: triggerDataForm.required(),
  status: Joi.valid('draft', 'published').required(),
  paused: Joi.object({
    at: momentForm,
    user: Joi.string().allow(null).required().description('The address of the user who did it.'),
  })
    .allow(null)
    .required()
    .meta({ named: 'SpinnerPaused' })
    .description('Since when it is held, with all of its jobs. Null where it is not paused.'),
  ownStarts: ownStartsSchema.required(),
  steps: stepsForm.required(),
  faults: Joi.array()
    .items(draftFault)
    .description(
      'What publishing the draft would be refused for, as far as its steps and its table tell: up to fifty. Lists leave it out.',
    ),
  publishedVersion: Joi.number().integer().allow(null).required(),
  hasUnpublishedChanges: Joi.boolean()
    .required()
    .description(
      'Whether publishing would change what runs: the draft, or which columns pipelines may see, is not what was published. False for one that is not published.',
    ),
  createdAt: momentForm,
}).meta({ named: 'Spinner' })

export function presentSpinnerVersion(frozen: SpinnerVersion): object {
  const { spinnerId, version, audience, contact, exclusive, metadataColumns } = frozen
  const sendWindow = presentWindow(frozen.sendWindow)
  return {
    spinnerId,
    version,
    audience,
    contact,
    exclusive,
    exits: [...frozen.exits],
    sendWindow,
    starts: presentStarts(frozen.starts),
    triggerData: frozen.triggerData.map(presentField),
    steps: frozen.steps.map(inOrder),
    metadataColumns,
  }
}

export const spinnerVersionSchema = Joi.object({
  spinnerId: idForm,
  version: Joi.number().integer().required(),
  audience: Joi.valid(...audiences).required(),
  contact: contactForm.required(),
  exclusive: exclusiveForm.required(),
  exits: exitsForm.required(),
  sendWindow: sendWindowForm.required(),
  starts: startsForm.required(),
  triggerData: triggerDataForm.required(),
  steps: stepsForm.required(),
  metadataColumns: Joi.array()
    .items(Joi.string())
    .required()
    .description('The columns of the data table that it may see.'),
}).meta({ named: 'SpinnerVersion' })

export function presentVersionEntry({ version, publishedAt, isCurrent }: VersionEntry): object {
  return { version, publishedAt: publishedAt?.toISOString() ?? null, isCurrent }
}

export const versionEntrySchema = Joi.object({
  version: Joi.number().integer().required(),
  publishedAt: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('`null` of versions from before it was noted.'),
  isCurrent: Joi.boolean().required().description('Whether jobs that start now run it.'),
}).meta({ named: 'VersionEntry' })

export const exampleVersionEntry = { version: 3, publishedAt: '2026-11-20T09:00:00.000Z', isCurrent: true }
export const takeAlongSchema = Joi.object({
  canMove: Joi.number().integer().min(0).required(),
  cannot: Joi.array()
    .items(
      Joi.object({
        code: Joi.valid(...obstacleCodes)
          .required()
          .description(
            '`STEP_CHANGED`: their step, or one before it, is another one. `AT_WORK`: a runtime is at work on them, and would leave them at such a step; try again in a moment. `DATA_MISSING`: the draft requires data (`triggerData`) that the trigger of their job did not send. `SAME_JOB`: others of their job cannot.',
          ),
        count: Joi.number().integer().min(1).required(),
      }),
    )
    .max(obstacleCodes.length)
    .required(),
}).meta({ named: 'TakeAlong' })

export const existingSchema = Joi.object({
  count: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The number of records in the table that no job of the spinner has taken.'),
  choice: Joi.valid(...existingChoices)
    .required()
    .description(
      '`include`: the first start takes them, so they are written to at once. `exclude`: they count as taken, and the spinner begins with what arrives after publishing.',
    ),
})
  .meta({ named: 'ExistingRecords' })
  .description('The existing records; of a spinner that starts on records.')

export const foreseenSchema = takeAlongSchema
  .keys({ existing: existingSchema })
  .meta({ named: 'ForeseenPublishing' })

export const exampleExisting = { count: 120, choice: 'exclude' }
export const exampleTakeAlong = { canMove: 97, cannot: [{ code: 'STEP_CHANGED', count: 3 }] }

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
  contact: 'oncePerPerson',
  exclusive: false,
  exits: usualExits,
  sendWindow: exampleWindow,
  starts: { on: 'schedule', cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' },
  triggerData: [],
  status: 'published',
  paused: null,
  ownStarts: { next: ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'], stopped: null },
  steps: exampleSteps,
  faults: [],
  publishedVersion: 3,
  hasUnpublishedChanges: false,
  createdAt: '2026-11-20T09:00:00.000Z',
}

export const exampleSpinnerVersion = {
  spinnerId: exampleSpinner.id,
  version: 3,
  audience: 'new',
  contact: 'oncePerPerson',
  exclusive: false,
  exits: usualExits,
  sendWindow: exampleWindow,
  starts: { on: 'call' },
  triggerData: [],
  steps: exampleSteps,
  metadataColumns: ['name', 'email'],
}

const previewedStep = Joi.object({
  step: Joi.number()
    .integer()
    .required()
    .description('Its place in the steps, from 0: each step is counted before those in its ways.'),
  path: Joi.string().required().description('The same in words, counted from 1, as "1 › Yes › 2".'),
  type: stepTypeForm.required(),
  outcome: Joi.valid('sends', 'passes', 'skips', 'fails').required(),
  reason: Joi.string().allow(null).required().description('Why it skips or fails.'),
  message: messagePreview.required().description('What it would send.'),
}).meta({ named: 'PreviewedStep' })

const previewedRecord = Joi.object({
  recordId: Joi.string().required(),
  steps: Joi.array().items(previewedStep).required().description('Up to the first that skips or fails.'),
}).meta({ named: 'PreviewedRecord' })

const stepFault = Joi.object(stepFaultKeys).meta({ named: 'StepFault' })

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
          path: '1',
          type: 'email',
          outcome: 'sends',
          reason: null,
          message: { to: 'ada@example.com', subject: 'Welcome, Ada', text: 'Hello Ada, …', html: null },
        },
      ],
    },
  ],
}

const testPart = Joi.string().allow('', null).required()

export const testSchema = Joi.object({
  outcome: Joi.valid('sent', 'captured', 'failed')
    .required()
    .description('`captured`: no SMTP server is configured, so nothing leaves.'),
  words: testPart.description('Of the server, or why nothing leaves.'),
  message: emailPreview.required(),
}).meta({ named: 'TestSend' })

export const exampleTest = {
  outcome: 'sent',
  words: '250 2.0.0 Ok: queued as 4Y1k',
  message: { to: 'you@example.com', subject: '[Test] Welcome, Ada', text: 'Hello Ada, …', html: null },
}
