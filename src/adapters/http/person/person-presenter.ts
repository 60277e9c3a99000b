import Joi from 'joi'
import { explanationCodes } from '../../../domain/person/explanation.ts'
import type { ListedPerson } from '../../../domain/person/list/listed-person.ts'
import { type TimelineItem, timelineKinds } from '../../../domain/person/timeline.ts'
import { reasonCatalogue, reasonCodes } from '../../../domain/reason.ts'
import { messageStatuses } from '../../../domain/sender/message/logged-message.ts'
import { nextEntryStarts } from '../../../domain/spinner/segment/segment-entry.ts'
import { type Program, pathOf } from '../../../domain/spinner/steps/program.ts'
import type { ContactExplanation } from '../../../use-cases/person/explain-contact.ts'
import type { FollowedPerson } from '../../../use-cases/person/follow-person.ts'
import { suppressionReasonForm } from '../contact/suppression-routes.ts'
import { createdAtOf, idForm, momentForm } from '../forms.ts'
import { reasonForm } from '../sender/message/reason-form.ts'
import { recordForm, recordIdForm } from '../table/record-presenter.ts'
import {
  exampleListedPerson,
  listedPersonSchema,
  personIdForm,
  personMatchForm,
  personStatusForm,
} from './listed-person-presenter.ts'

const sourceSchema = Joi.object({
  kind: Joi.valid('apiKey', 'webhookUrl', 'import')
    .required()
    .description(
      'The kind of the source: `apiKey` (the public API), `webhookUrl` (the webhook URL of the table) or `import` (a file).',
    ),
  apiKeyId: Joi.string()
    .guid()
    .description(
      'The id of the API key with which the record was sent, a UUID; present if `kind` is `apiKey`.',
    ),
  name: Joi.string()
    .allow(null)
    .description(
      'The name of the API key with which the record was sent, present if `kind` is `apiKey`; null if the key no longer exists.',
    ),
}).meta({ named: 'ArrivalSource' })

const exampleMail = {
  id: '01936f51-0c2d-7e3f-8a11-b2c3d4e5f607',
  to: 'ada@example.com',
  subject: 'Welcome, Ada',
  status: 'sent',
  serverResponse: '250 2.0.0 OK',
}

const itemSchema = Joi.object({
  at: momentForm.description('The time of the event, in UTC (ISO 8601).'),
  kind: Joi.valid(...timelineKinds)
    .required()
    .description(
      'The kind of the event. Events of records: `arrived`, `updated`, `held`, `refused`. Events of the address: `isSuppressed`, `bounced`, `unsubscribed`, `complained`, `lifted` (its suppression was deleted). Events of a job: `taken` (the job has the record), `sending`, `sent`, `waits`, `skipped`, `failed`, `unconfirmed` (a message may have been sent), `stopped`.',
    ),
  dataTableId: Joi.string()
    .guid()
    .allow(null)
    .description(
      'The id of the data table that the event is about; null for a refused record whose table is not known.',
    ),
  recordId: Joi.string().description(
    'The id of the record that the event is about, as text; absent for events of the address and of held or refused arrivals.',
  ),
  requestId: Joi.string().description(
    'For an arrived, updated, held or refused record: the id of the request that contained the record.',
  ),
  source: sourceSchema
    .allow(null)
    .description(
      'For an arrived or updated record: the source that sent it, such as an API key; null if a user or a key of the management API entered the record, or if the source was not stored.',
    ),
  arrivalId: Joi.string()
    .guid()
    .description(
      'For an event of kind `held` or `refused`: the id of the arrival, for `GET /arrivals/{arrivalId}`.',
    ),
  code: Joi.string()
    .allow(null)
    .description(
      'For an event of kind `held` or `refused`: the code of the first reason why the arrival was not accepted; null if there is none.',
    ),
  columns: Joi.array()
    .items(Joi.string())
    .description('The names of the columns whose cells changed, for an event of kind `updated`.'),
  spinnerId: Joi.string().guid().description('For an event of a job: the id of its spinner, a UUID.'),
  jobId: Joi.string().guid().description('For an event of a job: the id of the job, a UUID.'),
  step: Joi.number()
    .integer()
    .description('For an event of a step: the index of the step in the spinner, from 0.'),
  path: Joi.string().description('The position of the step in words, counted from 1, such as "1 › Yes › 2".'),
  channel: Joi.valid('email', 'webhook').description(
    'The channel of the message, for an event about a message.',
  ),
  to: Joi.string()
    .allow(null)
    .description(
      'For a message: the e-mail address of the recipient. Null for a webhook, and for an e-mail of the record to another address.',
    ),
  reason: reasonForm,
  mail: Joi.object({
    id: idForm.description('The id of the message, for `GET /messages/{messageId}`.'),
    to: Joi.string()
      .allow('')
      .required()
      .description('The recipient of the e-mail, as its header `To` contains it.'),
    subject: Joi.string()
      .allow('')
      .required()
      .description('The subject of the e-mail, with the inserted values.'),
    status: Joi.valid(...messageStatuses)
      .required()
      .description(
        'The state of the message: `captured` (not sent, because no SMTP server is configured), `sent`, `failed`, `unconfirmed` (it may have been sent), `bounced`, `complained` or `replied`.',
      ),
    serverResponse: Joi.string()
      .allow('', null)
      .required()
      .description('The answer of the mail server or the provider to the message; null if there is none.'),
  })
    .meta({ named: 'TimelineMail', examples: [exampleMail] })
    .description('For an e-mail: its entry in the log of messages.'),
  message: Joi.string()
    .allow(null)
    .description(
      'The reason in words, or the answer of the server that refused the message, for events of the kinds `waits`, `skipped`, `failed`, `unconfirmed` and `stopped`; null if there is none.',
    ),
})
  .description('One event in the timeline of a person. The fields depend on the kind of the event.')
  .meta({ named: 'PersonTimelineItem' })

const exampleRequest = {
  at: '2026-11-21T10:12:30.000Z',
  spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  jobId: '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d',
}

const exampleNewestRecord = {
  dataTableId: '01936f4d-2a77-7c55-9a11-0b1c2d3e4f50',
  recordId: '5121',
  data: { name: 'Ada Lovelace', email: 'ada@example.com', phone: null },
}

const exampleUpcoming = {
  spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f',
  jobId: '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d',
  dataTableId: '01936f4d-2a77-7c55-9a11-0b1c2d3e4f50',
  recordId: '5121',
  step: 2,
  path: '3',
  at: '2026-11-23T09:00:01.200Z',
  reason: {
    code: 'WAIT_STEP',
    message: reasonCatalogue.WAIT_STEP.words,
    evidence: { until: '2026-11-23T09:00:01.200Z' },
  },
}

export const personSchema = Joi.object({
  id: personIdForm,
  email: Joi.string()
    .allow(null)
    .required()
    .description('The e-mail address of the person; null for a person who is known by a match column.'),
  match: personMatchForm,
  name: listedPersonSchema.extract('name'),
  company: listedPersonSchema.extract('company'),
  dataTables: listedPersonSchema.extract('dataTables'),
  lastMessageAt: listedPersonSchema.extract('lastMessageAt').required(),
  status: personStatusForm.required(),
  newestRecord: Joi.object({
    dataTableId: idForm.description('The id of the data table of the record, a UUID.'),
    recordId: recordIdForm,
    data: recordForm.required(),
  })
    .allow(null)
    .required()
    .description(
      'The newest record of the person with its cells; null if the person has no records, or for an API key without the scope `records:read`.',
    )
    .meta({ named: 'NewestRecord', examples: [exampleNewestRecord] }),
  upcomingSteps: Joi.array()
    .items(
      Joi.object({
        spinnerId: idForm.description('The id of the spinner, a UUID.'),
        jobId: idForm.description('The id of the job, a UUID.'),
        dataTableId: idForm.description('The id of the data table of the record, a UUID.'),
        recordId: recordIdForm,
        step: Joi.number()
          .integer()
          .required()
          .description('The index of the next step in the spinner, from 0.'),
        path: Joi.string()
          .allow(null)
          .required()
          .description(
            'The position of the next step in words, counted from 1, such as "1 › Yes › 2"; null if the version of the spinner is no longer stored.',
          ),
        at: momentForm
          .allow(null)
          .description(
            'The earliest time of the step, in UTC (ISO 8601); null if the job takes the step as soon as it can.',
          ),
        reason: reasonForm.required(),
      })
        .description('A step that a job takes next for a record of the person.')
        .meta({ named: 'UpcomingStep', examples: [exampleUpcoming] }),
    )
    .required()
    .description(
      'The next step of each record of the person in a job that still runs, soonest first. A message of the step is sent only if no rule prevents it then, such as a suppression.',
    ),
  suppression: Joi.object({
    id: idForm
      .allow(null)
      .description(
        'The id of the suppression, a UUID; null if the organization stores only a digest of the address, because the person was erased.',
      ),
    reason: suppressionReasonForm,
    createdAt: createdAtOf('the suppression'),
  })
    .allow(null)
    .required()
    .description('The suppression of the address; null if jobs send to it.'),
  removalRequest: Joi.object({
    at: momentForm.description('The time when the reply was received, in UTC (ISO 8601).'),
    spinnerId: idForm.description('The id of the spinner whose message the reply answers, a UUID.'),
    jobId: idForm.description('The id of the job whose message the reply answers, a UUID.'),
  })
    .allow(null)
    .required()
    .description(
      'The latest reply in which the person asks for no more mail; null if there is none. `POST /suppressions` suppresses the address.',
    )
    .meta({ named: 'RemovalRequest', examples: [exampleRequest] }),
  eventObjects: Joi.array()
    .items(Joi.string())
    .required()
    .description(
      'The ids by which events name the person, for the parameter `object` of `GET /events`: a digest of the address, and the ids of records, newest first. At most 100.',
    ),
  isComplete: Joi.boolean()
    .required()
    .description(
      'Whether all records of the person were found. False for a person with more than 1,000 records, and if the search of the tables takes longer than 15 seconds.',
    ),
  items: Joi.array().items(itemSchema).required().description('The events of the timeline, newest first.'),
  nextCursor: Joi.string()
    .allow(null)
    .required()
    .description('The cursor of the next page, for the parameter `cursor`; `null` on the last page.'),
})
  .description('A person with a page of their timeline.')
  .meta({ named: 'Person' })

const dataTableId = '01936f4d-2a77-7c55-9a11-0b1c2d3e4f50'
const jobId = '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d'
const ofJob = { dataTableId, recordId: '5121', spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f', jobId }
const source = { kind: 'apiKey', apiKeyId: '01936f4c-0d1e-7f20-8a3b-4c5d6e7f8091', name: 'CRM' }

export const examplePerson = {
  id: exampleListedPerson.id,
  email: 'ada@example.com',
  match: null,
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  dataTables: exampleListedPerson.dataTables,
  lastMessageAt: '2026-11-20T09:00:01.200Z',
  status: 'waiting',
  newestRecord: exampleNewestRecord,
  upcomingSteps: [exampleUpcoming],
  suppression: null,
  removalRequest: null,
  eventObjects: ['kUq2-4wBzJ0m7Jd0sYl5m0e0Cq9Jr2mJm1Yl0WcXb3E', '5121'],
  isComplete: true,
  items: [
    {
      at: '2026-11-20T09:00:01.200Z',
      kind: 'sent',
      ...ofJob,
      step: 0,
      path: '1',
      channel: 'email',
      to: 'ada@example.com',
    },
    { at: '2026-11-20T09:00:00.000Z', kind: 'taken', ...ofJob },
    {
      at: '2026-11-20T08:59:12.000Z',
      kind: 'updated',
      dataTableId,
      recordId: '5121',
      requestId: '0d9f1a1e-52c5-4d3c-9c7b-2f1f6d2f6c11',
      source,
      columns: ['phone'],
    },
    {
      at: '2026-11-20T08:58:00.000Z',
      kind: 'arrived',
      dataTableId,
      recordId: '5121',
      requestId: '6a3c2b1d-7e4f-4a5b-8c9d-0e1f2a3b4c5d',
      source,
    },
  ],
  nextCursor: null,
}

/** A person with the facts that the timeline does not have. */
interface PresentedPerson {
  readonly id: string
  readonly match: ListedPerson['match']
  /** The person as the list of people shows them; null if the list has no such person for the caller. */
  readonly listed: ListedPerson | null
  /** The newest record; null if there is none, or if the caller may not read it. */
  readonly record: FollowedPerson['newestRecord']
  readonly programs: ReadonlyMap<string, Program>
}

export function presentPerson(
  { email, suppression, upcomingSteps, ...followed }: FollowedPerson,
  { id, match, listed, record, programs }: PresentedPerson,
): object {
  const { removalRequest, eventObjects, isComplete } = followed
  const { name = null, company = null, dataTables = [], lastMessageAt = null, status = 'idle' } = listed ?? {}
  return {
    id,
    email,
    match,
    name,
    company,
    dataTables,
    lastMessageAt,
    status,
    newestRecord: record,
    upcomingSteps: upcomingSteps.map((next) => ({
      ...next,
      path: pathOf(programs.get(next.jobId) ?? null, next.step),
    })),
    suppression: suppression && {
      id: suppression.id,
      reason: suppression.reason,
      createdAt: suppression.createdAt,
    },
    removalRequest,
    eventObjects,
    isComplete,
  }
}

/**
 * Returns an item of a person's timeline as the API returns it. An item that belongs to a step also gets the
 * step's path in words.
 */
export function presentItem(
  { at, kind, ...item }: TimelineItem,
  programs?: ReadonlyMap<string, Program>,
): object {
  if (!('step' in item) || programs === undefined) return { at, kind, ...item }
  return { at, kind, ...item, path: pathOf(programs.get(item.jobId) ?? null, item.step) }
}

const entryForm = Joi.object({
  recordId: Joi.string().required().description('The id of the record.'),
  isMember: Joi.boolean()
    .required()
    .description('Whether the record belonged to the segment when the service last looked at it.'),
  enteredAt: momentForm
    .allow(null)
    .description(
      'The time when the record entered the segment, if it waits for the next job; otherwise null.',
    ),
  startedAt: momentForm
    .allow(null)
    .description('The time when a job last started for an entry of the record; null if none did.'),
  nextStart: Joi.valid(...nextEntryStarts)
    .required()
    .description(
      'When an entry of the record starts the spinner the next time. `waits`: with the next job. `nextEntry`: when the record enters again, after it has left if it is a member. `later`: only an entry after `againAt`, because of the shortest time between two starts. `never`: the spinner starts once for each record.',
    ),
  againAt: momentForm
    .allow(null)
    .description('The time from which an entry starts again; null unless `nextStart` is `later`.'),
})
  .description('The entries of one record into the segment that starts a spinner.')
  .meta({ named: 'SegmentEntry' })

export const explanationSchema = Joi.object({
  wouldSend: Joi.boolean()
    .required()
    .description('Whether a message would be sent to the person now; if false, `reason` says why not.'),
  waitsUntil: momentForm
    .allow(null)
    .description(
      'The earliest known time at which the message may be sent. Null if it may be sent now, if a person must act first, or if it is never sent.',
    ),
  reason: Joi.object({
    code: Joi.valid(...explanationCodes, ...reasonCodes)
      .required()
      .description(
        'The stable code of the rule that prevents the message. [/docs/errors](/docs/errors#reasons) explains each code.',
      ),
    message: Joi.string()
      .required()
      .description('The reason why no message would be sent, as a sentence for people.'),
    evidence: Joi.object()
      .pattern(Joi.string(), [Joi.string(), Joi.number()])
      .allow(null)
      .required()
      .description(
        'The facts behind the reason, such as the record, the job that wrote, or the limit; null if there are none.',
      ),
    changesAt: momentForm
      .allow(null)
      .description(
        'The known time from which the rule allows the message; null if time alone changes nothing.',
      ),
  })
    .allow(null)
    .required()
    .description(
      'The first rule that prevents a message of the spinner to the person; null if no rule prevents it.',
    )
    .meta({ named: 'Refusal' }),
  entries: Joi.array()
    .items(entryForm)
    .required()
    .description(
      'The entries of the person’s records into the segment that starts the published spinner, at most 10 records; empty if the spinner starts in another way, or if no record has belonged to the segment.',
    ),
})
  .description('Whether a spinner would write to a person now, or the reason why not.')
  .meta({ named: 'Explanation' })

export const exampleExplanation = {
  wouldSend: false,
  waitsUntil: '2026-11-21T09:00:01.200Z',
  reason: {
    code: 'MESSAGES_PER_DAY',
    message: reasonCatalogue.MESSAGES_PER_DAY.words,
    evidence: { limit: 1 },
    changesAt: '2026-11-21T09:00:01.200Z',
  },
  entries: [
    {
      recordId: '4711',
      isMember: true,
      enteredAt: null,
      startedAt: '2026-11-13T09:00:01.200Z',
      nextStart: 'nextEntry',
      againAt: null,
    },
  ],
}

export function presentExplanation({ refusal, entries }: ContactExplanation): object {
  if (refusal === null) return { wouldSend: true, waitsUntil: null, reason: null, entries }
  const { code, message, evidence, changesAt } = refusal
  return { wouldSend: false, waitsUntil: changesAt, reason: { code, message, evidence, changesAt }, entries }
}
