import Joi from 'joi'
import { emailOf } from '../../../../domain/email-address.ts'
import {
  type MessageStatus,
  type ReactionKind,
  reactionKinds,
} from '../../../../domain/sender/message/logged-message.ts'
import { maxSteps } from '../../../../domain/spinner/steps/step.ts'
import {
  emailInQuery,
  idInPath,
  listAnswer,
  listResponse,
  momentIn,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  uuid,
} from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import {
  exampleLogged,
  exampleLoggedMessage,
  loggedMessageSchema,
  loggedMessageWithBodySchema,
  statusForm,
} from './logged-message-presenter.ts'
import { withStepPaths } from './step-paths.ts'

interface MessagesQuery extends PageQuery {
  readonly email?: string
  readonly senderId?: string
  readonly jobId?: string
  readonly spinnerId?: string
  readonly step?: number
  readonly status?: MessageStatus
  readonly subject?: string
  readonly since?: string
  readonly until?: string
  readonly reaction?: ReactionKind
  readonly reactedSince?: string
  readonly reactedUntil?: string
}

const common = { tag: 'Messages', auth: { kind: 'session' } } as const

export function messageRoutes(services: Services): Route[] {
  return [listRoute(services), getRoute(services)]
}

function listRoute({ listMessages, jobStore }: Services): Route {
  return route<unknown, undefined, MessagesQuery>({
    ...common,
    method: 'GET',
    path: '/messages',
    operationId: 'messages.list',
    scope: 'messages:read',
    listsReach: true,
    summary: 'List logged messages',
    description:
      'Returns e-mails that were sent or captured, with their outcomes, newest first. They are kept for RETENTION_DAYS days. For several attempts to send a message, the last attempt is returned.',
    query: Joi.object({
      email: emailInQuery.description('Returns only messages to this address.'),
      senderId: uuid.description('Returns only messages of this sender.'),
      jobId: uuid.description('Returns only messages of this job.'),
      spinnerId: uuid.description('Returns only messages of the jobs of this spinner.'),
      step: Joi.number()
        .integer()
        .min(0)
        .max(maxSteps - 1)
        .description('Returns only messages of the step with this number, from 0, as in the field `step`.'),
      status: statusForm,
      subject: Joi.string()
        .trim()
        .min(1)
        .max(200)
        .description(
          'Returns only messages whose subject contains this text; upper and lower case are equal. Subjects are encrypted, so a request searches at most 10,000 messages, and may return fewer than `limit` messages with a `nextCursor`, which continues the search.',
        ),
      since: momentIn.description('Returns only messages of this time or later (ISO 8601).'),
      until: momentIn.description('Returns only messages before this time (exclusive, ISO 8601).'),
      reaction: Joi.valid(...reactionKinds).description(
        'Returns only messages with a proven reaction of this kind: `reply`, `bounce` or `complaint`. A message has at most one of each kind: the first, as `GET /overview` counts them.',
      ),
      reactedSince: momentIn.description(
        'Returns only messages with a reaction (of the kind `reaction`, if it is set) that was received at this time or later (ISO 8601).',
      ),
      reactedUntil: momentIn.description(
        'Returns only messages with a reaction (of the kind `reaction`, if it is set) that was received before this time (exclusive, ISO 8601).',
      ),
      ...pageQuery,
    }),
    csv: {
      fileName: 'messages',
      columns: [
        'id',
        'createdAt',
        'to',
        'subject',
        'status',
        'jobId',
        'spinnerId',
        'senderId',
        'recordId',
        'step',
        'path',
        'messageId',
        'providerId',
        'serverResponse',
      ],
    },
    responses: { 200: listResponse('A page of messages.', loggedMessageSchema, exampleLogged) },
    handle: async ({ caller, query, yieldToOthers }) => {
      const { email, subject = null, limit: _limit, cursor: _cursor, ...rest } = query
      const filter = {
        ...rest,
        address: email === undefined ? null : emailOf(email),
        since: timeOf(query.since),
        until: timeOf(query.until),
        reactedSince: timeOf(query.reactedSince),
        reactedUntil: timeOf(query.reactedUntil),
        projectIds: caller.projectIds,
      }
      const { organizationId } = caller
      const page = pageOfQuery(query)
      const listed = await listMessages.execute(organizationId, filter, subject, page, yieldToOthers)
      return listAnswer(listed, await withStepPaths(jobStore, organizationId, listed.items))
    },
  })
}

function timeOf(moment: string | undefined): Date | null {
  return moment === undefined ? null : new Date(moment)
}

function getRoute({ messageLog, jobStore }: Services): Route {
  return route<{ messageId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/messages/{messageId}',
    operationId: 'messages.get',
    scope: 'messages:read',
    summary: 'See a message',
    description:
      'Returns a message. The body is included if the organization stores bodies (`PATCH /organization`) or the message was captured.',
    params: Joi.object({ messageId: idInPath('The id of the message, a UUID.') }),
    responses: {
      200: {
        description: 'The message with its outcome.',
        schema: loggedMessageWithBodySchema,
        example: exampleLoggedMessage,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { messageId } }) => {
      const message = orNotFound(await messageLog.find(caller.organizationId, messageId), 'Message not found')
      const present = await withStepPaths(jobStore, caller.organizationId, [message])
      return { status: 200, body: present(message) }
    },
  })
}
