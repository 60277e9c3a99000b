import Joi from 'joi'
import {
  actionObstacles,
  type RecipientAction,
  type RecipientActionKind,
  recipientActionKinds,
} from '../../../../domain/job/recipient/recipient-action.ts'
import { maxSteps } from '../../../../domain/spinner/steps/step.ts'
import type { Where } from '../../../../domain/spinner/where/where.ts'
import type { RecipientSelection } from '../../../../ports/job/recipient-actions.ts'
import type { ActionTally } from '../../../../use-cases/job/recipients/act-tally.ts'
import { idInPath, momentIn, orNotFound } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import { exampleJobId } from '../../sender/message/reason-form.ts'
import type { Services } from '../../services.ts'
import { whereForm } from '../../spinner/where-form.ts'
import { exampleRecipient, presentPlacedRecipient, recipientOfJobSchema } from '../job-presenter.ts'
import { type RecipientListQuery, recipientFilter, shownAt } from '../steps/step-routes.ts'

/** The largest number of records that one request may name. */
const maxRecordIds = 10_000

const params = Joi.object({
  jobId: idInPath('The id of the job, a UUID.'),
  recordId: Joi.string().max(100).required().description('The id of the record of the recipient.'),
})

const step = Joi.number()
  .integer()
  .min(0)
  .max(maxSteps - 1)
  .description('The index of the step to move to, from 0, as in the field `step` of a recipient.')
const until = momentIn.description(
  'The time when the recipients continue at their step (ISO 8601), in the future and at most 366 days from now.',
)

interface OneBody {
  readonly step?: number
  readonly again?: boolean
  readonly until?: string
}

interface ManyBody extends OneBody {
  readonly action: RecipientActionKind
  readonly recordIds?: readonly string[]
  readonly where?: Where
  readonly filter?: Omit<RecipientListQuery, 'limit' | 'cursor'>
  readonly preview: boolean
}

/** The names and descriptions of the routes that act on one recipient. */
const acts = {
  retry: {
    operationId: 'jobs.retryRecipient',
    summary: 'Retry a recipient',
    description:
      'Lets a recipient run its step again: one that has failed or was skipped at it, one that a user stopped, or at once one that waits at it. Messages of earlier steps are not sent again.',
  },
  skip: {
    operationId: 'jobs.skipStep',
    summary: 'Skip the step of a recipient',
    description:
      'Lets a recipient continue after its step without running it, or ends the wait step in which it waits. After the last step the recipient is done. A step with branches is skipped with all of its branches.',
  },
  stop: {
    operationId: 'jobs.stopRecipient',
    summary: 'Stop a recipient',
    description:
      'Ends a recipient, so that the job sends it nothing more (`STOPPED_BY_USER`). A message that is being sent at this moment is still sent. A failed recipient stays failed and is left out of retries.',
  },
  move: {
    operationId: 'jobs.moveRecipient',
    summary: 'Move a recipient to another step',
    description:
      'Lets a recipient continue at another step of the version that the job runs. It is refused with the error code `SENT` if this step or a later one has sent a message to the recipient, or may have sent one. If the request says `"again": true`, the recipient continues in a new job instead, and its messages are sent again and count for the contact policy. The response names the new job, which counts 1 on the `jobs` meter.',
  },
  wait: {
    operationId: 'jobs.delayRecipient',
    summary: 'Let a recipient wait',
    description:
      'Lets a recipient wait at its step until a time (`HELD_BY_USER`), and then run the step. A wait step in which it waits ends at that time.',
  },
} as const satisfies Record<RecipientActionKind, object>

const everywhere =
  ' It works while the job runs, is paused, or has completed; a completed job runs again until the recipient has ended. A runtime that works on the recipient at this moment sends it nothing more until it has seen the change. The errors of `CONFLICT` name what prevents it: `ERASED`, `RETRIED` (by another job), `ENDED`, `SENDING`, `STOPPED` (by a reply, bounce, complaint or unsubscribe), `UNCONFIRMED`, `RESTORED`, `WAITING`, `EXCLUDED` (by a segment that the job excludes, before the first step) or `SENT`. A cancelled job is refused with `CONFLICT`.'

const bodies = {
  move: {
    schema: Joi.object<OneBody>({
      step: step.required(),
      again: Joi.boolean().description(
        'Whether messages that were sent already may be sent again; `false` by default.',
      ),
    }),
    limit: 1_000,
    examples: {
      forward: { summary: 'A later step', value: { step: 3 } },
      again: { summary: 'A step whose message is to be sent again', value: { step: 0, again: true } },
    },
  },
  wait: {
    schema: Joi.object<OneBody>({ until: until.required() }),
    limit: 1_000,
    examples: { date: { summary: 'A date', value: { until: '2026-12-07T08:00:00Z' } } },
  },
} as const

const tallySchema = Joi.object({
  matched: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The number of selected recipients that the request has reached.'),
  changed: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The number of recipients that were changed; with `preview`, that would be.'),
  refused: Joi.array()
    .items(
      Joi.object({
        code: Joi.valid(...actionObstacles)
          .required()
          .description('The code of what prevents the act, as in the errors of the acts on one recipient.'),
        count: Joi.number()
          .integer()
          .min(1)
          .required()
          .description('The number of recipients with this code.'),
      }),
    )
    .required()
    .description('The numbers of recipients that were not changed, by code.'),
  isComplete: Joi.boolean()
    .required()
    .description(
      'Whether the whole job was searched. If false, a background task changes the other recipients within minutes.',
    ),
  isEstimate: Joi.boolean()
    .required()
    .description(
      'Whether the numbers are estimated from a part of the recipients, as `preview` does in a large job.',
    ),
})
  .description('The numbers of recipients that an act has changed.')
  .meta({ named: 'RecipientActionResult' })

const exampleTally = {
  matched: 212,
  changed: 208,
  refused: [{ code: 'SENDING', count: 4 }],
  isComplete: true,
  isEstimate: false,
}

/** Returns the routes by which users act on single recipients of a job, and on many. */
export function recipientActionRoutes(services: Services): Route[] {
  return [...recipientActionKinds.map((kind) => actOnOneRoute(services, kind)), actOnManyRoute(services)]
}

function actOnOneRoute({ actOnRecipients, jobStore }: Services, kind: RecipientActionKind): Route {
  const { description, ...named } = acts[kind]
  return route<{ jobId: string; recordId: string }, OneBody | undefined>({
    tag: 'Jobs',
    auth: { kind: 'session' },
    method: 'POST',
    path: `/jobs/{jobId}/recipients/{recordId}/${kind}`,
    ...named,
    scope: 'jobs:control',
    description: `${description}${everywhere}`,
    params,
    ...(kind === 'move' || kind === 'wait' ? { body: bodies[kind] } : {}),
    responses: {
      200: {
        description: 'The recipient after the change.',
        schema: recipientOfJobSchema,
        example: { ...exampleRecipient, path: '2', jobId: exampleJobId },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN', ...(kind === 'move' ? (['PLAN_LIMIT'] as const) : [])],
    handle: async ({ caller, params: { jobId, recordId }, body, by }) => {
      const { organizationId } = caller
      const command = { organizationId, by: by(), jobId, recordId, action: actionOf(kind, body) }
      const recipient = await actOnRecipients.one({ ...command, again: body?.again === true })
      const steps = (await jobStore.programsOf(organizationId, [recipient.jobId])).get(recipient.jobId)
      const shown = { ...presentPlacedRecipient(recipient, steps ?? null), jobId: recipient.jobId }
      return { status: 200, body: shown }
    },
  })
}

function actOnManyRoute({ actOnRecipients, jobStore, spinnerStore }: Services): Route {
  return route<{ jobId: string }, ManyBody>({
    tag: 'Jobs',
    auth: { kind: 'session' },
    method: 'POST',
    path: '/jobs/{jobId}/recipient-actions',
    operationId: 'jobs.changeRecipients',
    scope: 'jobs:control',
    summary: 'Act on many recipients',
    description: `Does with many recipients of a job what \`POST /jobs/{jobId}/recipients/{recordId}/retry\`, \`skip\`, \`stop\`, \`move\` and \`wait\` do with one. \`recordIds\`, \`where\` or \`filter\` selects the recipients; records that the job has not reached yet are not selected. A \`preview\` changes nothing, and its response has the numbers. The request changes the recipients of at least 20 parts of the job (up to 500 records each) before it is answered; if more parts have selected recipients, a background task does the rest (\`isComplete\`: false). The audit log then has a second entry with the number of changed recipients, and with the \`fault\` if the act ended early, for example because a column was renamed. A \`preview\` reads at most 100 parts; the numbers of larger selections are estimates (\`isEstimate\`: true).`,
    params: Joi.object({ jobId: idInPath('The id of the job, a UUID.') }),
    body: {
      schema: Joi.object<ManyBody>({
        action: Joi.valid(...recipientActionKinds)
          .required()
          .description('The act on the selected recipients.'),
        recordIds: Joi.array()
          .items(
            Joi.string()
              .pattern(/^\d{1,18}$/)
              .description('The id of a record.'),
          )
          .min(1)
          .max(maxRecordIds)
          .description(
            `The ids of the records of the recipients, 1 to ${maxRecordIds.toLocaleString('en')}.`,
          ),
        where: whereForm.description(
          'A condition on metadata columns of the version that the job runs; the recipients whose records meet it now.',
        ),
        filter: Joi.object(recipientFilter)
          .min(1)
          .description(
            'The state, reason or step of the recipients, as the parameters of `GET /jobs/{jobId}/recipients`.',
          ),
        step: step.when('action', { is: 'move', then: Joi.required(), otherwise: Joi.forbidden() }),
        until: until.when('action', { is: 'wait', then: Joi.required(), otherwise: Joi.forbidden() }),
        preview: Joi.boolean()
          .default(false)
          .description('Whether to change nothing and only count; `false` by default.'),
      }).xor('recordIds', 'where', 'filter'),
      limit: 500_000,
      examples: {
        preview: {
          summary: 'Count the recipients that would be stopped',
          value: { action: 'stop', filter: { status: 'waiting' }, preview: true },
        },
        retry: {
          summary: 'Retry failures of one step',
          value: { action: 'retry', filter: { status: 'failed', step: 0 } },
        },
      },
    },
    responses: {
      200: { description: 'The numbers of recipients.', schema: tallySchema, example: exampleTally },
    },
    errors: ['NOT_FOUND', 'CONFLICT', 'AUDIENCE_INVALID', 'FORBIDDEN'],
    handle: async ({ caller, params: { jobId }, body, by }) => {
      const { organizationId } = caller
      const { spinnerId, spinnerVersion: version } = orNotFound(
        await jobStore.find(organizationId, jobId),
        'Job not found',
      )
      const at = await shownAt(spinnerStore, organizationId, { spinnerId, version, step: body.filter?.step })
      const selection = selectionOf(body, at)
      const command = { organizationId, by: by(), jobId, selection, action: actionOf(body.action, body) }
      const tally = body.preview
        ? await actOnRecipients.preview(command)
        : await actOnRecipients.many(command)
      return { status: 200, body: presentTally(tally) }
    },
  })
}

function actionOf(
  kind: RecipientActionKind,
  { step: index = 0, until: end = '' }: OneBody = {},
): RecipientAction {
  if (kind === 'move') return { kind, step: index }
  return kind === 'wait' ? { kind, until: new Date(end) } : { kind }
}

function selectionOf(
  { recordIds, where, filter = {} }: ManyBody,
  at: Awaited<ReturnType<typeof shownAt>>,
): RecipientSelection {
  if (recordIds !== undefined) return { kind: 'recordIds', ids: recordIds }
  if (where !== undefined) return { kind: 'where', where }
  return { kind: 'filter', filter: { status: filter.status ?? null, reason: filter.reason ?? null, at } }
}

function presentTally({ obstacles, ...tally }: ActionTally): object {
  return { ...tally, refused: obstacles }
}
