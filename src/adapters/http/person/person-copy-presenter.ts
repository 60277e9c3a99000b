import Joi from 'joi'
import { arrivalStatuses } from '../../../domain/arrival/arrival-status.ts'
import { suppressionReasons } from '../../../domain/contact/suppression.ts'
import { recipientStatuses } from '../../../domain/job/recipient/recipient-status.ts'
import { personStores } from '../../../domain/person/erasure.ts'
import { suppressionReasonForm } from '../contact/suppression-routes.ts'
import { exampleExportedMail, exportedMailForm } from '../conversation/thread-presenter.ts'
import { createdAtOf, idForm, idOf, momentForm } from '../forms.ts'
import { recipientForm } from '../job/job-presenter.ts'
import {
  exampleLoggedMessage,
  loggedMessageWithBodySchema,
} from '../sender/message/logged-message-presenter.ts'
import { exampleMessage, messageSchema } from '../sender/message/message-presenter.ts'
import { exampleJobId } from '../sender/message/reason-form.ts'
import { stepPathForm } from '../sender/message/step-place-form.ts'
import { exampleRecord, recordForm, recordIdForm } from '../table/record-presenter.ts'

const text = Joi.string().required()
const count = Joi.number().integer().min(0).required()
const list = (...items: Joi.Schema[]) =>
  Joi.array()
    .items(...items)
    .required()
const jobId = idForm.description('The id of the job, a UUID.')
const spinnerId = idForm.description('The id of the spinner, a UUID.')
const dataTableId = idForm.description('The id of the data table, a UUID.')
const requestId = text.description(
  'The id of the request that brought the data, as the response header `X-Request-Id` contained it.',
)
const place = {
  jobId,
  recordId: recordIdForm,
  step: count.description('The index of the step of the spinner, from 0.'),
  path: stepPathForm,
}

export const exportSchema = Joi.object({
  at: momentForm.description('The time of the export, in UTC (ISO 8601).'),
  email: text
    .allow(null)
    .description('The e-mail address in normalized spelling; null for a person without an address.'),
  tables: list(
    Joi.object({
      dataTableId,
      name: text.description('The name of the data table.'),
      records: list(
        Joi.object({
          id: recordIdForm,
          createdAt: createdAtOf('the record'),
          requestId,
          data: recordForm.required(),
        }),
      ).description('The records of the person in this table, with all cells.'),
    }),
  ).description(
    'The data tables with records that have the address, or the value, in a cell. Records and tables in the bin are included.',
  ),
  arrivals: list(
    Joi.object({
      id: idOf('the arrival'),
      dataTableId: dataTableId
        .allow(null)
        .description('The id of the data table, a UUID; null if the source named no existing table.'),
      receivedAt: momentForm.description('The time when the arrival was received, in UTC (ISO 8601).'),
      status: Joi.valid(...arrivalStatuses)
        .required()
        .description('The state of the arrival: `held` (a person can admit it) or `refused`.'),
      contentType: text
        .allow(null)
        .description('The header `Content-Type` of the request; null if it had none.'),
      contentEncoding: text
        .allow(null)
        .description(
          'The content encoding of the body; null if there is none. If there is an encoding, `body` is in base64.',
        ),
      body: text
        .allow('')
        .description(
          'The part of the body that is about the person, as text, or in base64 if it is compressed.',
        ),
    }),
  ).description(
    'The held or refused bodies of arrivals that contain the e-mail address of the person; for a person without an address, the given `value`.',
  ),
  changes: list(
    Joi.object({
      dataTableId,
      recordId: recordIdForm,
      at: momentForm.description('The time of the change, in UTC (ISO 8601).'),
      requestId,
      columns: list(Joi.string()).description('The names of the columns whose cells changed.'),
    }),
  ).description(
    "The changes that later arrivals made to the person's records, each with the names of the changed columns.",
  ),
  recipients: list(
    recipientForm
      .keys({ jobId, spinnerId })
      .description('A recipient: a record in a job, with its present step and state.')
      .meta({ named: 'ExportedRecipient' }),
  ).description("The states of the person's records in jobs, with the reasons."),
  deliveries: list(
    Joi.object({
      ...place,
      channel: text.description('The channel of the message: `email` or `webhook`.'),
      status: Joi.valid('sent', 'failed', 'unconfirmed')
        .required()
        .description(
          'The outcome of the message: `sent` (the receiver accepted it), `failed` (it was not sent) or `unconfirmed` (it may have been sent).',
        ),
      startedAt: momentForm.description(
        'The time when the service began to send the message, in UTC (ISO 8601).',
      ),
      finishedAt: momentForm.description('The time when the outcome was stored, in UTC (ISO 8601).'),
    }),
  ).description("The messages and webhooks that were sent for the person's records, with their outcomes."),
  messages: list(messageSchema).description(
    "The captured messages to the person's address, for the person's records, or with the address in their text.",
  ),
  log: list(loggedMessageWithBodySchema).description(
    'The messages that were sent to the person, with their bodies if the organization stores bodies.',
  ),
  mails: list(exportedMailForm).description(
    'The stored mails of threads that the person wrote, that are about the person, or that contain the address; for a person without an address, the given `value`.',
  ),
  contacts: list(
    Joi.object({
      at: momentForm.description('The time of the e-mail, in UTC (ISO 8601).'),
      spinnerId,
      ...place,
    }),
  ).description('The e-mails to the address that were sent or may have been sent.'),
  triggerData: list(
    Joi.object({
      jobId,
      name: text.description('The name of the field in `data` of the trigger.'),
      value: text.description('The value of the field, which contains the address of the person.'),
    }),
  ).description(
    'The fields of `data` that triggers sent and whose value contains the address of the person; for a person without an address, the given `value`.',
  ),
  suppression: Joi.object({
    reason: suppressionReasonForm,
    email: text.allow(null).description('The suppressed e-mail address; null if only a digest is stored.'),
    note: text.allow(null).description('The note of the team about the suppression; null if there is none.'),
    createdAt: createdAtOf('the suppression'),
  })
    .allow(null)
    .required()
    .description('The suppression of the address itself; null if there is none.'),
  domainSuppression: Joi.object({
    domain: text.description('The domain of the address, all of whose addresses are suppressed.'),
    reason: suppressionReasonForm,
    note: text.allow(null).description('The note of the team about the suppression; null if there is none.'),
    createdAt: createdAtOf('the suppression of the domain'),
  })
    .allow(null)
    .required()
    .description('The suppression of the whole domain of the address; null if there is none.'),
  suppressionEvents: list(
    Joi.object({
      kind: Joi.valid(...suppressionReasons, 'lifted')
        .required()
        .description('The reason of a suppression, or `lifted` for the end of a suppression.'),
      at: momentForm.description('The time of the event, in UTC (ISO 8601).'),
    }),
  ).description('The history of the suppression: each reported reason, and each time it was lifted.'),
})
  .description('Everything that the organization stores about a person.')
  .meta({ named: 'PersonExport' })

const exampleAt = '2026-11-20T09:00:05.000Z'
const examplePlace = { jobId: exampleJobId, recordId: '5120', step: 0, path: '1' }
const exampleSpinnerId = '01936f4e-77b2-7c53-8d10-aabbccddeeff'

export const exampleExport = {
  at: exampleAt,
  email: 'ada@example.com',
  tables: [
    {
      dataTableId: '01936f4e-1f66-7d3c-b1a2-0c5d6e7f8091',
      name: 'Leads',
      records: [{ ...exampleRecord, requestId: '0d9f1a1e-52c5-4d3c-9c7b-2f1f6d2f6c11' }],
    },
  ],
  arrivals: [],
  changes: [],
  recipients: [
    {
      jobId: exampleJobId,
      spinnerId: exampleSpinnerId,
      recordId: '5120',
      status: recipientStatuses[2],
      step: 0,
      path: '1',
      attempts: 1,
      error: null,
      reason: null,
      updatedAt: exampleAt,
    },
  ],
  deliveries: [
    { ...examplePlace, channel: 'email', status: 'sent', startedAt: exampleAt, finishedAt: exampleAt },
  ],
  messages: [exampleMessage],
  log: [exampleLoggedMessage],
  mails: [exampleExportedMail],
  contacts: [{ at: exampleAt, spinnerId: exampleSpinnerId, ...examplePlace }],
  suppression: null,
  domainSuppression: {
    domain: 'example.com',
    reason: 'added',
    note: 'Our own company',
    createdAt: exampleAt,
  },
  suppressionEvents: [],
  triggerData: [],
}

export const receiptSchema = Joi.object({
  at: momentForm.description('The time when the erasure was completed, in UTC (ISO 8601).'),
  person: text.description(
    'A digest of the person under a key of the organization. Audit entries contain the same digest.',
  ),
  isFound: Joi.boolean()
    .required()
    .description('Whether any data of the person was found; false if everything was erased before.'),
  inTransit: count.description(
    'The number of messages to the person that were still being sent when the erasure ended. If it is not 0, repeat the call in a moment to erase their traces too.',
  ),
  isSuppressed: Joi.boolean()
    .required()
    .description(
      'Whether a digest of the address is stored, so that no job sends to the address if it arrives again.',
    ),
  stores: list(
    Joi.object({
      store: Joi.valid(...personStores)
        .required()
        .description(
          'The place of the data. `records`: records of the person. `cells`: cells in records of other people. `recordKeys`: digests of match columns. `recordChanges`: changes of the records. `importRows`: rows of imports that are under way. `arrivals`: held and refused bodies. `recipients`: recipients of jobs. `messages`: captured and logged e-mails. `threadMails`: stored mails of threads. `contacts`: the times of e-mails to the person. `suppressions`: entries of the suppression list. `idempotencyKeys`: keys of requests that contain the address. `requestIds`: ids of requests that contain the address. `auditEntries`: entries of the audit log that contain the address. `triggerData`: values that triggers sent. `notes`: answers of providers and errors that contain the address.',
        ),
      erased: count.description(
        'The number of entries that were deleted, or from which the person was removed.',
      ),
    }),
  ).description('The number of erased entries in each place where data about a person can be.'),
  remainingRecords: list(
    Joi.object({
      dataTableId: idOf('the data table of the record'),
      recordId: Joi.string().required().description('The id of the record.'),
      columns: Joi.array()
        .items(Joi.string().allow(''))
        .required()
        .description('The columns whose cells named the person. The address was removed from them.'),
      reason: Joi.valid('anotherPerson', 'noAddress')
        .required()
        .description(
          'Why the record stays: it has the address of another person (`anotherPerson`), or it is about a person without an address (`noAddress`), such as a lead of an erased colleague.',
        ),
    })
      .description('A record about another person that named the person.')
      .meta({ named: 'RemainingRecord' }),
  ).description(
    'Records about others that named the person and stay, at most 100. `cells` has their number.',
  ),
})
  .description('The receipt of an erasure, which does not contain the address.')
  .meta({ named: 'ErasureReceipt' })

export const exampleReceipt = {
  at: exampleAt,
  person: 'Zk2bW4m0b1m8mU5Yc6pV0r3s1t9u7x5z2a4c6e8g0iI',
  isFound: true,
  inTransit: 0,
  isSuppressed: true,
  stores: personStores.map((store, no) => ({ store, erased: no === 0 ? 2 : 1 })),
  remainingRecords: [
    {
      dataTableId: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
      recordId: '4711',
      columns: ['owner'],
      reason: 'noAddress',
    },
  ],
}
