import Joi from 'joi'
import { revisionOfThread } from '../../../domain/conversation/thread.ts'
import { emailOf } from '../../../domain/email-address.ts'
import type { ThreadEdit, ThreadView } from '../../../use-cases/conversation/threads.ts'
import {
  emailInQuery,
  idInPath,
  listAnswer,
  listResponse,
  momentIn,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import {
  exampleThread,
  exampleThreadMessage,
  presentThread,
  presentThreadMessage,
  threadMessageSchema,
  threadSchema,
  threadStatusForm,
} from './thread-presenter.ts'

interface ThreadsQuery extends PageQuery {
  readonly status?: 'open' | 'snoozed' | 'done'
  readonly isUnread?: boolean
  readonly isAwaiting?: boolean
  readonly assigneeId?: string
  readonly label?: string
  readonly email?: string
  readonly spinnerId?: string
  readonly q?: string
}

const common = { tag: 'Conversations', auth: { kind: 'session' } } as const
const params = Joi.object({ threadId: idInPath('The id of the thread, a UUID.') })
const flag = Joi.string()
  .valid('true', 'false')
  .custom((value: string) => value === 'true')
  .meta({ type: 'boolean', enum: undefined })

/** The number of messages that a thread shows at once. */
const shownMessages = 50

const threadWithMessages = threadSchema
  .keys({
    messages: Joi.array()
      .items(threadMessageSchema)
      .required()
      .description(`The newest messages of the thread, at most ${shownMessages}, oldest first.`),
    hasEarlierMessages: Joi.boolean()
      .required()
      .description(
        'Whether the thread has messages before `messages`, which `GET /threads/{threadId}/messages` returns.',
      ),
  })
  .description('A conversation with a person, with its newest messages.')
  .meta({ named: 'ThreadWithMessages' })

const exampleWithMessages = { ...exampleThread, messages: [exampleThreadMessage], hasEarlierMessages: false }
const response = {
  description: 'The thread without its messages.',
  schema: threadSchema,
  example: exampleThread,
}

export function threadRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    countsRoute(services),
    getRoute(services),
    messagesRoute(services),
    changeRoute(services),
    labelsRoute(services),
  ]
}

function listRoute({ threads, clock }: Services): Route {
  return route<unknown, undefined, ThreadsQuery>({
    ...common,
    method: 'GET',
    path: '/threads',
    operationId: 'threads.list',
    scope: 'messages:read',
    listsReach: true,
    summary: 'List threads',
    description:
      'Returns the conversations with people, in the order of their latest mail, newest first. A thread begins with the first reply, automatic answer or bounce to a message of the organization, if `keepReplies` is set. A thread that begins with a bounce is `done`.',
    query: Joi.object({
      status: threadStatusForm.description('Returns only threads in this state.'),
      isUnread: flag.description('Returns only threads with, or without, a mail that no member has read.'),
      isAwaiting: flag.description('Returns only threads that await, or do not await, an answer.'),
      assigneeId: uuid.description('Returns only threads that are assigned to this user.'),
      label: uuid.description('Returns only threads with this label, given by its id.'),
      email: emailInQuery.description('Returns only threads with the person who has this address.'),
      spinnerId: uuid.description('Returns only threads that began with a message of this spinner.'),
      q: Joi.string()
        .trim()
        .min(1)
        .max(200)
        .description(
          'Returns only threads of which one mail contains all of these words: in its text, its subject, or the address of the person. Case and accents do not matter.',
        ),
      ...pageQuery,
    }),
    responses: { 200: listResponse('A page of threads.', threadSchema, exampleThread) },
    handle: async ({ caller, query }) => {
      const { email, limit: _limit, cursor: _cursor, ...filter } = query
      const address = email === undefined ? null : emailOf(email)
      const page = await threads.list(caller, { ...filter, address }, pageOfQuery(query))
      const now = clock.now()
      return listAnswer(page, (view) => presentThread(view, now))
    },
  })
}

const count = (text: string) => Joi.number().integer().required().description(text)

function countsRoute({ threads }: Services): Route {
  return route<unknown, undefined>({
    ...common,
    method: 'GET',
    path: '/threads/counts',
    operationId: 'threads.count',
    scope: 'messages:read',
    listsReach: true,
    summary: 'Count threads',
    description: 'Returns the numbers of threads that the views of the inbox have.',
    responses: {
      200: {
        description: 'The numbers of threads.',
        schema: Joi.object({
          all: count('The number of open threads that are not snoozed.'),
          unread: count('The number of these threads that are unread.'),
          awaiting: count('The number of these threads that await an answer.'),
          snoozed: count('The number of snoozed threads.'),
          mine: count('The number of open threads that are assigned to the caller; 0 for an API key.'),
        })
          .description('The numbers of threads by their state.')
          .meta({ named: 'ThreadCounts' }),
        example: { all: 12, unread: 3, awaiting: 5, snoozed: 2, mine: 4 },
      },
    },
    handle: async ({ caller }) => {
      const counts = await threads.counts(caller, caller.kind === 'user' ? caller.id : null)
      return { status: 200, body: counts }
    },
  })
}

function getRoute({ threads, clock }: Services): Route {
  return route<{ threadId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/threads/{threadId}',
    operationId: 'threads.get',
    scope: 'messages:read',
    listsReach: true,
    summary: 'See a thread',
    description: `Returns a thread with its newest ${shownMessages} messages: the mails of the thread, and the messages that jobs sent to the person. It does not mark the thread as read.`,
    params,
    responses: {
      200: {
        description: 'The thread with its newest messages.',
        schema: threadWithMessages,
        example: exampleWithMessages,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { threadId } }) => {
      const view = await threads.find(caller, threadId)
      const newest = await threads.messages(caller, threadId, { limit: shownMessages, after: null })
      const messages = newest.items.toReversed().map(presentThreadMessage)
      const body = { ...presentThread(view, clock.now()), messages, hasEarlierMessages: newest.next !== null }
      return { status: 200, body, headers: entityTag({ revision: revisionOfThread(view.thread) }) }
    },
  })
}

function messagesRoute({ threads }: Services): Route {
  return route<{ threadId: string }, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/threads/{threadId}/messages',
    operationId: 'threads.listMessages',
    scope: 'messages:read',
    listsReach: true,
    summary: 'List the messages of a thread',
    description: 'Returns the mails of a thread and the messages that jobs sent to the person, newest first.',
    params,
    query: Joi.object(pageQuery),
    responses: {
      200: listResponse('A page of messages of the thread.', threadMessageSchema, exampleThreadMessage),
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { threadId }, query }) =>
      listAnswer(await threads.messages(caller, threadId, pageOfQuery(query)), presentThreadMessage),
  })
}

interface EditBody extends Omit<ThreadEdit, 'snoozedUntil'> {
  readonly snoozedUntil?: string | null
}

function changeRoute(services: Services): Route {
  const { threads } = services
  return route<{ threadId: string }, EditBody>({
    ...common,
    method: 'PATCH',
    path: '/threads/{threadId}',
    operationId: 'threads.update',
    summary: 'Change a thread',
    description:
      'Changes the state, the snooze, the read mark or the assignee of a thread. Omitted fields stay as they are. A mail of the person opens a thread again and ends its snooze.',
    params,
    body: {
      schema: Joi.object({
        status: Joi.string()
          .valid('open', 'done')
          .description('The state of the thread. `done` ends a snooze.'),
        snoozedUntil: momentIn
          .allow(null)
          .description(
            'The time until which the thread is snoozed, which also opens a thread that is done; `null` ends the snooze.',
          ),
        isUnread: Joi.boolean().description('Whether the thread counts as unread.'),
        assigneeId: uuid
          .allow(null)
          .description('The id of the user to whom the thread is assigned; `null` for nobody.'),
      }).min(1),
      limit: smallBody,
      examples: { done: { summary: 'Nothing is left to do', value: { status: 'done', isUnread: false } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { threadId: id }, body: { snoozedUntil, ...rest }, revision, requester }) => {
      const until = snoozedUntil == null ? snoozedUntil : new Date(snoozedUntil)
      const edit = until === undefined ? rest : { ...rest, snoozedUntil: until }
      return threadAnswer(services, await threads.change(requester(), { id, edit, revision }))
    },
  })
}

function labelsRoute(services: Services): Route {
  const { threads } = services
  return route<{ threadId: string }, { readonly labels: readonly string[] }>({
    ...common,
    method: 'PUT',
    path: '/threads/{threadId}/labels',
    operationId: 'threads.setLabels',
    summary: 'Set the labels of a thread',
    description: 'Replaces the labels of a thread. Each label that was set or taken away is an event.',
    params,
    body: {
      schema: Joi.object({
        labels: Joi.array()
          .items(uuid)
          .max(50)
          .required()
          .description('The ids of the labels that the thread has from now on.'),
      }),
      limit: smallBody,
      examples: {
        interested: {
          summary: 'The person is interested',
          value: { labels: ['01980000-0000-7000-8000-000000000001'] },
        },
      },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { threadId: id }, body: { labels }, revision, requester }) =>
      threadAnswer(services, await threads.setLabels(requester(), { id, labels, revision })),
  })
}

function threadAnswer({ clock }: Pick<Services, 'clock'>, view: ThreadView): Answer {
  return {
    status: 200,
    body: presentThread(view, clock.now()),
    headers: entityTag({ revision: revisionOfThread(view.thread) }),
  }
}
