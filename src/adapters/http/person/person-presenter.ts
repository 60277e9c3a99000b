import Joi from 'joi'
import { reasonCatalogue, reasonCodes } from '../../../domain/job/recipient/reason.ts'
import { explanationCodes, type Refusal } from '../../../domain/person/explanation.ts'
import { suppressionReasons } from '../../../domain/person/suppression.ts'
import { type TimelineItem, timelineKinds } from '../../../domain/person/timeline.ts'
import { messageStates } from '../../../domain/sender/message/logged-message.ts'
import { type Program, pathOf } from '../../../domain/spinner/steps/program.ts'
import type { FollowedPerson } from '../../../use-cases/person/follow-person.ts'
import { idForm, momentForm } from '../forms.ts'
import { reasonForm } from '../job/job-presenter.ts'

const sourceSchema = Joi.object({
  kind: Joi.valid('apiKey', 'webhookUrl', 'import').required(),
  apiKeyId: Joi.string().guid(),
  name: Joi.string().allow(null),
}).meta({ named: 'ArrivalSource' })

const itemSchema = Joi.object({
  at: momentForm,
  kind: Joi.valid(...timelineKinds).required(),
  dataTableId: Joi.string()
    .guid()
    .allow(null)
    .description('Null for a refused lead of which nobody knows the table.'),
  recordId: Joi.string(),
  requestId: Joi.string().description('Of what arrived: the request that brought it.'),
  source: sourceSchema
    .allow(null)
    .description('Of what arrived: by what it came. Null where that was not noted.'),
  arrivalId: Joi.string()
    .guid()
    .description(
      'Of a lead that is held or was refused: `GET /arrivals/{arrivalId}` answers the rest of it.',
    ),
  code: Joi.string()
    .allow(null)
    .description('Of a lead that is held or was refused: the code of the reason. Null where there is none.'),
  columns: Joi.array().items(Joi.string()).description('Of an update: the columns that it changed.'),
  spinnerId: Joi.string().guid(),
  jobId: Joi.string().guid(),
  step: Joi.number().integer().description('The index of the step, from 0.'),
  path: Joi.string().description('The same in words, counted from 1, as "1 › Yes › 2".'),
  channel: Joi.string().description('Of what was sent: `email` or `webhook`.'),
  to: Joi.string()
    .allow(null)
    .description(
      'Of what was sent: the address. Null for a webhook, and for an e-mail that the record sent elsewhere or that a version before 0.3.0 sent.',
    ),
  reason: reasonForm,
  mail: Joi.object({
    id: idForm.description('`GET /messages/{messageId}` answers the rest of it.'),
    to: Joi.string().allow('').required(),
    subject: Joi.string().allow('').required(),
    state: Joi.valid(...messageStates).required(),
    words: Joi.string().allow('', null).required().description('Of the server or the provider.'),
  })
    .meta({ named: 'TimelineMail' })
    .description('Of an e-mail: what the log has of it.'),
  message: Joi.string().allow(null).description('Why, in words; where a provider refused, in its own.'),
}).meta({ named: 'TimelineItem' })

export const personSchema = Joi.object({
  address: Joi.string()
    .allow(null)
    .required()
    .description(
      'Null where nobody was found, where the records that were found have no address, and where they are several people’s.',
    ),
  people: Joi.array()
    .items(Joi.string())
    .required()
    .description(
      'The addresses that were found. Where there are several (50 at most), `items` is empty: ask again by `email` for one of them.',
    ),
  suppression: Joi.object({
    id: idForm,
    reason: Joi.valid(...suppressionReasons).required(),
    createdAt: momentForm,
  })
    .allow(null)
    .required()
    .description('Null where jobs write to the address.'),
  complete: Joi.boolean()
    .required()
    .description(
      'Whether all records of the person were found. False for several people, for somebody with more than 1,000 records, and where the tables take longer to search than 15 seconds.',
    ),
  items: Joi.array().items(itemSchema).required(),
  nextCursor: Joi.string().allow(null).required().description('`null` on the last page.'),
}).meta({ named: 'Person' })

const dataTableId = '01936f4d-2a77-7c55-9a11-0b1c2d3e4f50'
const jobId = '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d'
const ofJob = { dataTableId, recordId: '5121', spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f', jobId }
const source = { kind: 'apiKey', apiKeyId: '01936f4c-0d1e-7f20-8a3b-4c5d6e7f8091', name: 'CRM' }

export const examplePerson = {
  address: 'ada@example.com',
  people: ['ada@example.com'],
  suppression: null,
  complete: true,
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
      requestId: 'req-8c1f',
      source,
      columns: ['phone'],
    },
    {
      at: '2026-11-20T08:58:00.000Z',
      kind: 'arrived',
      dataTableId,
      recordId: '5121',
      requestId: 'req-7b0e',
      source,
    },
  ],
  nextCursor: null,
}

export function presentPerson({ address, people, suppression, complete }: FollowedPerson): object {
  if (suppression === null) return { address, people, suppression, complete }
  const { id, reason, createdAt } = suppression
  return { address, people, suppression: { id, reason, createdAt }, complete }
}

/**
 * Returns a timeline item as the API returns it. An item that belongs to a step also gets the step's path in
 * words.
 */
export function presentItem(
  { at, kind, ...item }: TimelineItem,
  programs?: ReadonlyMap<string, Program>,
): object {
  if (!('step' in item) || programs === undefined) return { at, kind, ...item }
  return { at, kind, ...item, path: pathOf(programs.get(item.jobId) ?? null, item.step) }
}

export const explanationSchema = Joi.object({
  wouldSend: Joi.boolean().required().description('Whether a message would leave now.'),
  notBefore: momentForm
    .allow(null)
    .description(
      'The earliest time at which the message may leave, as far as it is known now. Null where it may leave now, where somebody has to do something first, and where it never leaves.',
    ),
  reason: Joi.object({
    code: Joi.valid(...explanationCodes, ...reasonCodes)
      .required()
      .description('Stable; each is explained in [/docs/errors](/docs/errors#reasons).'),
    message: Joi.string().required().description('For people.'),
    evidence: Joi.object()
      .pattern(Joi.string(), [Joi.string(), Joi.number()])
      .allow(null)
      .required()
      .description('What it rests on: the record, the job that wrote, the limit …'),
    changesAt: momentForm
      .allow(null)
      .description(
        'When the rule lets the message go, as far as it is known now; null where nothing changes by itself.',
      ),
  })
    .allow(null)
    .required()
    .description('The first rule that says no.')
    .meta({ named: 'Refusal' }),
}).meta({ named: 'Explanation' })

export const exampleExplanation = {
  wouldSend: false,
  notBefore: '2026-11-21T09:00:01.200Z',
  reason: {
    code: 'MESSAGES_PER_DAY',
    message: reasonCatalogue.MESSAGES_PER_DAY.words,
    evidence: { limit: 1 },
    changesAt: '2026-11-21T09:00:01.200Z',
  },
}

export function presentExplanation(refusal: Refusal | null): object {
  if (refusal === null) return { wouldSend: true, notBefore: null, reason: null }
  const { code, message, evidence, changesAt } = refusal
  return { wouldSend: false, notBefore: changesAt, reason: { code, message, evidence, changesAt } }
}
