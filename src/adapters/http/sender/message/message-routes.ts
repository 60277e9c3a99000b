import Joi from 'joi'
import { emailOf } from '../../../../domain/email-address.ts'
import type { MessageStatus } from '../../../../domain/sender/message/logged-message.ts'
import {
  emailInQuery,
  idInPath,
  listAnswer,
  listResponse,
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

interface MessagesQuery extends PageQuery {
  readonly email?: string
  readonly senderId?: string
  readonly jobId?: string
  readonly status?: MessageStatus
}

const common = { tag: 'Messages', auth: { kind: 'session' } } as const

export function messageRoutes({ messageLog }: Services): Route[] {
  return [
    route<unknown, undefined, MessagesQuery>({
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
        status: statusForm,
        ...pageQuery,
      }),
      responses: { 200: listResponse('A page of messages.', loggedMessageSchema, exampleLogged) },
      handle: async ({ caller, query }) => {
        const { email, senderId = null, jobId = null, status = null } = query
        const address = email === undefined ? null : emailOf(email)
        const filter = { address, senderId, jobId, status, projectIds: caller.projectIds }
        return listAnswer(await messageLog.list(caller.organizationId, filter, pageOfQuery(query)))
      },
    }),
    route<{ messageId: string }, undefined>({
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
        const message = orNotFound(
          await messageLog.find(caller.organizationId, messageId),
          'Message not found',
        )
        return { status: 200, body: message }
      },
    }),
  ]
}
