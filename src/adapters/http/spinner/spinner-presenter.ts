import Joi from 'joi'
import { contacts } from '../../../domain/contact/contact-policy.ts'
import { obstacleCodes } from '../../../domain/job/recipient-move.ts'
import type { DraftContent } from '../../../domain/spinner/draft-parts.ts'
import { existingChoices } from '../../../domain/spinner/existing.ts'
import { defaultExits, defaultReply, replyScopes } from '../../../domain/spinner/exit.ts'
import { mailCheckKinds } from '../../../domain/spinner/mail-check.ts'
import type { SpinnerVersion, SpinnerView } from '../../../domain/spinner/spinner.ts'
import { withHiddenHeaders } from '../../../domain/spinner/steps/hidden-headers.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import {
  maxTriggerFieldLength,
  maxTriggerFields,
  triggerFieldName,
  triggerFieldTypes,
} from '../../../domain/spinner/trigger-data.ts'
import type { DraftFault } from '../../../use-cases/spinner/steps/faults/draft-fault.ts'
import { createdAtOf, idOf, itemsOf } from '../forms.ts'
import { documented } from '../request/documented.ts'
import { reasonCodeForm } from '../sender/message/reason-form.ts'
import { stepIndexWords, stepPathForm } from '../sender/message/step-place-form.ts'
import { pauseSchema } from '../sender/pause-presenter.ts'
import { audienceForm, presentAudience } from './audience-form.ts'
import { exclusionForm } from './exclusion-form.ts'
import { exitsForm, presentExits } from './exits-form.ts'
import { goalForm } from './goal-form.ts'
import { examplePace, paceForm } from './pace-form.ts'
import { exampleWindow, sendWindowForm } from './send-window-form.ts'
import { ownStartsSchema, presentOwnStarts, presentStarts, startsForm } from './starts-form.ts'
import { emailPreview, messagePreview, stepsForm, stepTypeForm, withOrderedFields } from './step-forms.ts'

const contactForm = Joi.valid(...contacts).description(
  'The rule for writing to one e-mail address again. `oncePerPerson`: the spinner takes an address once, for its first record and job, with all steps; later recipients with this address are skipped (`ALREADY_CONTACTED`). `oncePerRecord`: another job writes again for another record. One step of one job never sends to an address twice.',
)

const excludeForm = exclusionForm
  .allow(null)
  .description(
    'The segments whose records no job of the spinner writes to with any audience; null if there are none. A record that belongs to one of them when the job takes it is skipped with the reason `IN_EXCLUDED_SEGMENT`.',
  )

const replyForm = Joi.object({
  scope: Joi.valid(...replyScopes)
    .required()
    .description(
      'The messages whose reply stops a recipient of this spinner. `everywhere`: a message of any spinner of the organization, to the same address. `job`: only a message that the recipient got in its own job; replies to other spinners, and to other jobs, do not stop it. The setting of the spinner that would send the next message decides, not the setting of the spinner that was answered.',
    ),
}).description(
  'The replies that stop a recipient, if `exits` contains `reply`. A reply stops the recipients of jobs that were triggered before the service read it; later jobs write to the person again. Spinners from before this setting have the scope `job`.',
)

const triggerDataForm = Joi.array()
  .items(
    Joi.object({
      name: Joi.string()
        .max(maxTriggerFieldLength)
        .pattern(triggerFieldName)
        // Trigger data may not have fields called `size`, `first` or `last`, because templates use these
        // names for properties of every object.
        .invalid('size', 'first', 'last')
        .required()
        .description(
          `The name of the field of trigger data, unique in the list: a letter or underscore, then letters, digits or underscores, at most ${maxTriggerFieldLength} characters. The names \`size\`, \`first\` and \`last\` are reserved.`,
        ),
      type: Joi.valid(...triggerFieldTypes)
        .required()
        .description(
          'The type of the values of the field. `date` is a text with a day or a time, such as "2026-12-31" or "2026-12-31T23:59:59Z". A value of another type is refused with `TRIGGER_DATA_MISMATCH`.',
        ),
      isRequired: Joi.boolean()
        .default(false)
        .description(
          'Whether every trigger must send the field; `false` by default. A spinner that starts on records or on a schedule cannot be published with a required field.',
        ),
    })
      .description('A field of data that a trigger may send.')
      .meta({ named: 'TriggerField', examples: [{ name: 'offer', type: 'text', isRequired: true }] }),
  )
  .max(maxTriggerFields)
  .unique('name')
  .description(
    `The fields that a trigger may send in \`data\`, at most ${maxTriggerFields}, and must send if \`required\` is true. Templates and conditions use a field as \`trigger.NAME\`.`,
  )

/** The forms of the parts of a draft, which a version has too. */
export const contentForms = {
  audience: audienceForm,
  exclude: excludeForm,
  contact: contactForm,
  isExclusive: Joi.boolean().description(
    'Whether the spinner is exclusive. A person with steps to go in an exclusive spinner is skipped by other exclusive spinners (`IN_EXCLUSIVE_SPINNER`).',
  ),
  exits: exitsForm,
  reply: replyForm,
  goal: goalForm,
  sendWindow: sendWindowForm,
  pace: paceForm,
  starts: startsForm,
  triggerData: triggerDataForm,
  steps: stepsForm,
}

export const { steps: shownStepsForm, ...shownSettings } = Object.fromEntries(
  Object.entries<Joi.Schema>(contentForms).map(([name, form]) => [name, form.required()]),
) as typeof contentForms

/** The forms of the parts of a new draft, with the values of absent parts. */
export const newContentForms = {
  audience: audienceForm.default('new'),
  exclude: excludeForm.default(null),
  contact: contactForm.default('oncePerPerson'),
  isExclusive: contentForms.isExclusive.default(false),
  exits: exitsForm.default(defaultExits),
  reply: replyForm.default(defaultReply),
  goal: goalForm.default(null),
  sendWindow: sendWindowForm.default(null),
  pace: paceForm.default(null),
  starts: startsForm.default({ on: 'call' }),
  triggerData: triggerDataForm.default([]),
  steps: stepsForm.required(),
}

/** Returns a draft or a version with its starts and steps as the API shows them. */
export function shownContent<Content extends DraftContent>(content: Content) {
  return {
    ...content,
    audience: presentAudience(content.audience),
    exits: presentExits(content.exits),
    starts: presentStarts(content.starts),
    steps: shownSteps(content.steps),
  }
}

/** Returns steps as the API shows them. */
export function shownSteps(steps: readonly Step[]): readonly object[] {
  return withHiddenHeaders(steps).map(withOrderedFields)
}

export function presentSpinner(spinner: SpinnerView, now: Date, faults?: readonly DraftFault[]): object {
  const { pausedAt: at, pausedBy: by } = spinner
  return documented(spinnerSchema, {
    ...shownContent(spinner),
    status: spinner.publishedVersion === null ? 'draft' : 'published',
    pause: at && { by, at, until: null, reason: 'spinner' },
    automaticStarts: presentOwnStarts(spinner, now),
    faults,
  })
}

const stepFaultKeys = {
  pointer: Joi.string()
    .required()
    .description('A JSON pointer to the faulty field, such as `/steps/0/subject`.'),
  code: Joi.string()
    .required()
    .description('The stable code of the fault, such as `REQUIRED`, `UNKNOWN_COLUMN` or `NOT_METADATA`.'),
  message: Joi.string().required().description('A sentence for people that explains the fault.'),
  column: Joi.string().description(
    'The name of the column that the step uses; present only if the fault is about a column.',
  ),
  suggestion: Joi.string().description('The existing column whose name is most similar to the unknown name.'),
}

const exampleFault = {
  pointer: '/steps/1/subject',
  code: 'UNKNOWN_COLUMN',
  message: 'The data table has no column "first_nam"',
  column: 'first_nam',
  suggestion: 'first_name',
}

export const draftFault = Joi.object({
  ...stepFaultKeys,
  path: Joi.string()
    .allow(null)
    .required()
    .description(
      'The position of the faulty step in words, counted from 1, such as "1 › Yes › 2"; null if the fault is not in a step.',
    ),
})
  .description('A fault of a draft that prevents publishing it, with the position of its step.')
  .meta({ named: 'DraftFault', examples: [{ ...exampleFault, path: '2' }] })

export const spinnerSchema = Joi.object({
  id: idOf('the spinner'),
  projectId: idOf('the project of the spinner'),
  name: Joi.string()
    .required()
    .description('The name of the spinner, 1 to 200 characters. Several spinners may have the same name.'),
  dataTableId: idOf('the data table whose records the spinner uses'),
  ...shownSettings,
  status: Joi.valid('draft', 'published')
    .required()
    .description(
      'Whether the spinner can start jobs: `published` if a version is published, `draft` if none is.',
    ),
  pause: pauseSchema
    .allow(null)
    .required()
    .description('The pause of the spinner and all its jobs; null if the spinner is not paused.'),
  automaticStarts: ownStartsSchema.required(),
  steps: shownStepsForm,
  faults: Joi.array()
    .items(draftFault)
    .description(
      'The faults for which publishing the draft would be refused, as far as its steps and its table show; at most 50. Absent in lists.',
    ),
  publishedVersion: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The number of the published version, which new jobs run; null if the spinner is not published.',
    ),
  hasUnpublishedChanges: Joi.boolean()
    .required()
    .description(
      'Whether the draft, or the set of metadata columns (which spinners may use), differs from the published version. False for a spinner that is not published.',
    ),
  createdAt: createdAtOf('the spinner'),
})
  .description('A spinner: an outreach pipeline over a data table, shown with its draft.')
  .meta({ named: 'Spinner' })

export function presentSpinnerVersion(version: SpinnerVersion): object {
  return documented(spinnerVersionSchema, shownContent(version))
}

const versionForm = Joi.number()
  .integer()
  .required()
  .description('The number of the version. The first version of a spinner is 1, and each new version adds 1.')

export const spinnerVersionSchema = Joi.object({
  spinnerId: idOf('the spinner'),
  version: versionForm,
  ...shownSettings,
  steps: shownStepsForm,
  metadataColumns: Joi.array()
    .items(Joi.string())
    .required()
    .description(
      'The names of the columns that templates and conditions of the version may use: the metadata columns of the table at the time of publication.',
    ),
})
  .description('A published version of a spinner. It never changes.')
  .meta({ named: 'SpinnerVersion' })

export const versionEntrySchema = Joi.object({
  version: versionForm,
  publishedAt: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description(
      'The time of the publication, in UTC (ISO 8601); `null` for versions from before this time was stored.',
    ),
  isCurrent: Joi.boolean()
    .required()
    .description(
      'Whether jobs that start now run this version. False for all versions if the spinner is not published.',
    ),
})
  .description('An entry in the list of all versions of a spinner that were ever published.')
  .meta({ named: 'VersionEntry' })

export const exampleVersionEntry = { version: 3, publishedAt: '2026-11-20T09:00:00.000Z', isCurrent: true }

const exampleRecipientMove = { movable: 97, immovable: [{ code: 'STEP_CHANGED', count: 3 }] }

export const recipientMoveSchema = Joi.object({
  movable: Joi.number()
    .integer()
    .min(0)
    .required()
    .description(
      'In a response to publishing: the number of recipients of earlier versions that the new version continues. In a preview of publishing: the number of recipients that it could continue.',
    ),
  immovable: Joi.array()
    .items(
      Joi.object({
        code: Joi.valid(...obstacleCodes)
          .required()
          .description(
            'The obstacle that keeps recipients in their version. `STEP_CHANGED`: the current step of the recipients, or an earlier step, differs. `FAILED_STEP_CHANGED`: recipients of the job have failed at a step that differs, so a retry could not continue them. `AT_WORK`: a runtime process works on the recipients; retry in a moment. `DATA_MISSING`: the draft requires data (`triggerData`) that the trigger of the job did not send. `AUDIENCE_CHANGED`: the draft has another `audience`. `SAME_JOB`: other recipients of the job cannot move.',
          ),
        count: Joi.number()
          .integer()
          .min(1)
          .required()
          .description('The number of recipients that stay in their version because of this obstacle.'),
      }),
    )
    .max(obstacleCodes.length)
    .required()
    .description(
      'The numbers of recipients that cannot continue by the new version, by obstacle. These recipients continue by the version of their job.',
    ),
})
  .description(
    'The number of recipients of earlier versions that continue by a new version, and the obstacles of the others.',
  )
  .meta({ named: 'RecipientMove', examples: [exampleRecipientMove] })

export const existingSchema = Joi.object({
  count: Joi.number()
    .integer()
    .min(0)
    .required()
    .description(
      'The number of records in the data table that no job of the spinner has taken yet. If the spinner starts on entries into a segment, the number of its members, estimated if counting takes longer than a second; if the published version starts on entries into this segment already, the number of records that wait for a job.',
    ),
  choice: Joi.valid(...existingChoices)
    .required()
    .description(
      'The handling of the existing records. `include`: the first start takes them, so they are written to at once. `exclude`: they count as taken, and only records that arrive, or enter the segment, after publishing are written to.',
    ),
})
  .meta({ named: 'ExistingRecords' })
  .description(
    'The records that were in the table before publishing and that no job of the spinner has taken, or that belonged to the segment, and what happens to them; present only if the spinner starts on records or on entries into a segment.',
  )

const exampleExisting = { count: 120, choice: 'exclude' }

const mailChecksSchema = Joi.array()
  .items(
    Joi.object({
      kind: Joi.valid(...mailCheckKinds)
        .required()
        .description(
          'The check. `unsubscribeLine`: the reader sees an unsubscribe link or the footer of the organization, with a postal address. `textPart`: the e-mail has a plain text with the words of its HTML. `size`: the HTML is smaller than 102 kB, at which Gmail cuts it. `links`: fixed links and images answer; at most 20 are requested, for at most 4 seconds, and none in test mode. `imageTexts`: images have an alternative text.',
        ),
      findings: Joi.array()
        .items(
          Joi.object({
            pointer: stepFaultKeys.pointer,
            code: stepFaultKeys.code,
            message: stepFaultKeys.message,
            path: Joi.string()
              .allow(null)
              .required()
              .description('The position of the step in words, counted from 1, such as "1 › Yes › 2".'),
          }),
        )
        .required()
        .description(
          'The findings of the check in the order of the steps; empty if the check has passed. `UNSUBSCRIBE_LINK_MISSING` and `TEXT_DIFFERS_FROM_HTML` prevent publishing without `ignoreWarnings`; all others are advice.',
        ),
    }),
  )
  .required()
  .description('The check list of the messages, in a fixed order.')

export const exampleForeseen = {
  ...exampleRecipientMove,
  existingRecords: exampleExisting,
  checks: [
    { kind: 'unsubscribeLine', findings: [] },
    { kind: 'textPart', findings: [] },
    { kind: 'size', findings: [] },
    {
      kind: 'links',
      findings: [
        {
          pointer: '/steps/1/html',
          code: 'LINK_NOT_ANSWERING',
          message:
            'The link https://example.com/old does not answer: it answers with the status 404. Correct or remove it',
          path: '2',
        },
      ],
    },
    { kind: 'imageTexts', findings: [] },
  ],
}

export const foreseenSchema = recipientMoveSchema
  .keys({ existingRecords: existingSchema, checks: mailChecksSchema })
  .description(
    'The expected effect of publishing the draft on recipients of earlier versions and on existing records, and the check list of its messages.',
  )
  .meta({ named: 'PublishPreview', examples: [exampleForeseen] })

export const exampleSteps = [
  { type: 'condition', column: 'email', operator: 'exists' },
  { type: 'email', to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}, …' },
  { type: 'wait', seconds: 259_200 },
  { type: 'email', to: '{{ email }}', subject: 'Any questions?', text: 'Hello again, {{ name }}, …' },
]

export const exampleSettings = {
  audience: 'new',
  contact: 'oncePerPerson',
  isExclusive: false,
  exits: defaultExits,
  reply: defaultReply,
  goal: { event: 'message.replied', withinDays: 14 },
  sendWindow: exampleWindow,
  exclude: null,
  pace: examplePace,
  starts: { on: 'call' },
  triggerData: [],
}

export const exampleSpinner = {
  id: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  projectId: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
  name: 'Welcome new leads',
  dataTableId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d',
  ...exampleSettings,
  starts: { on: 'schedule', cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' },
  status: 'published',
  pause: null,
  automaticStarts: { next: ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'], pause: null },
  steps: exampleSteps,
  faults: [],
  publishedVersion: 3,
  hasUnpublishedChanges: false,
  createdAt: '2026-11-20T09:00:00.000Z',
}

export const exampleSpinnerVersion = {
  spinnerId: exampleSpinner.id,
  version: 3,
  ...exampleSettings,
  steps: exampleSteps,
  metadataColumns: ['name', 'email'],
}

const previewedStep = Joi.object({
  step: Joi.number().integer().required().description(stepIndexWords),
  path: stepPathForm,
  type: stepTypeForm.required(),
  status: Joi.valid('sends', 'passes', 'skips', 'fails')
    .required()
    .description(
      'The result of the step. `sends`: the record gets the message. `passes`: it continues without a message. `skips`: it ends as skipped. `fails`: it ends as failed.',
    ),
  code: Joi.alternatives(reasonCodeForm, Joi.valid(null))
    .required()
    .description(
      'The stable code of the reason why the step skips, fails or would wait, such as `MISSING_CELL`; null otherwise, and for a fault of the step, which `errors` names. [/docs/errors](/docs/errors#reasons) explains each code.',
    ),
  reason: Joi.string()
    .allow(null)
    .required()
    .description('The reason in words why the step skips, fails or would wait; null otherwise.'),
  message: messagePreview
    .required()
    .description('The rendered message that the step would send to the record; null if it sends none.'),
})
  .description('The result of one step of the draft for one record.')
  .meta({ named: 'PreviewedStep' })

const previewedRecord = Joi.object({
  recordId: Joi.string().required().description('The id of the previewed record, such as "5120".'),
  steps: Joi.array()
    .items(previewedStep)
    .required()
    .description('The steps of the record, up to the first step that skips or fails.'),
})
  .description('A record with the steps that the draft would take it through.')
  .meta({ named: 'PreviewedRecord' })

const stepFault = Joi.object(stepFaultKeys)
  .description('A fault in the steps of a draft that prevents publishing them.')
  .meta({ named: 'StepFault', examples: [exampleFault] })

export const previewSchema = Joi.object({
  items: itemsOf(previewedRecord),
  errors: Joi.array()
    .items(stepFault)
    .required()
    .description('The faults for which publishing would answer `SPINNER_INVALID`; empty if there are none.'),
  warnings: Joi.array()
    .items(stepFault)
    .required()
    .description(
      'The warnings about the draft, for which publishing answers `SPINNER_INVALID` unless an admin or owner sends `ignoreWarnings`: `UNSUBSCRIBE_LINK_MISSING` for a part of an e-mail with HTML in which the reader sees no unsubscribe link, `TEXT_DIFFERS_FROM_HTML` for a plain text with other words than the HTML, and `COLUMN_TYPE` for a comparison in a step, the goal or a segment that holds for no value of its column, whose type was changed. The other codes are advice and prevent no publishing: `UNSUBSCRIBE_LINK_ADVISED` for an e-mail of plain text alone that offers no way to unsubscribe, `POSTAL_ADDRESS_ADVISED` for a footer without postal address, `SIZE_TOO_LARGE` for HTML that Gmail cuts, `IMAGE_TEXT_MISSING` for images without alternative text, and `TEXT_PART_EMPTY` for images without words. Empty if there are none. Warnings about the domains of senders are not among them. In test mode they do not prevent publishing.',
    ),
})
  .description(
    'The preview of a draft: the steps and messages of a few records, and the faults of the draft.',
  )
  .meta({ named: 'Preview' })

export const examplePreview = {
  errors: [],
  warnings: [],
  items: [
    {
      recordId: '5120',
      steps: [
        {
          step: 0,
          path: '1',
          type: 'email',
          status: 'sends',
          code: null,
          reason: null,
          message: {
            to: 'ada@example.com',
            subject: 'Welcome, Ada',
            text: 'Hello Ada, …',
            html: null,
            preheader: null,
          },
        },
      ],
    },
    {
      recordId: '5121',
      steps: [
        {
          step: 0,
          path: '1',
          type: 'email',
          status: 'fails',
          code: 'MISSING_CELL',
          reason: '"subject": The column "name" is empty in the record',
          message: null,
        },
      ],
    },
  ],
}

const testPart = Joi.string().allow('', null).required()

export const testSchema = Joi.object({
  status: Joi.valid('sent', 'captured', 'failed')
    .required()
    .description(
      'The outcome of the test. `captured`: nothing was sent, because no SMTP server is configured or the session is in test mode.',
    ),
  serverResponse: testPart.description(
    'The response of the mail server, or the reason in words why nothing was sent; null if there is neither.',
  ),
  message: emailPreview.required(),
})
  .description('The outcome of a test e-mail, with the message.')
  .meta({ named: 'TestSend' })

export const exampleTest = {
  status: 'sent',
  serverResponse: '250 2.0.0 Ok: queued as 4Y1k',
  message: {
    to: 'you@example.com',
    subject: '[Test] Welcome, Ada',
    text: 'Hello Ada, …',
    html: null,
    preheader: null,
  },
}
