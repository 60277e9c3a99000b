import Joi from 'joi'
import type { OutboxMessage } from '../../../domain/sender/message.ts'
import type { OutboxQueries } from '../../../ports/sender/outbox-queries.ts'
import {
  idForm,
  listAnswer,
  listResponse,
  momentForm,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  uuid,
} from '../forms.ts'
import { exampleJobId } from '../job/job-presenter.ts'
import { type Route, route } from '../route.ts'

interface OutboxQuery extends PageQuery {
  readonly jobId?: string
}

function presentMessage(message: OutboxMessage): object {
  const { id, jobId, recordId, step, to, subject, text, html, createdAt } = message
  return { id, jobId, recordId, step, to, subject, text, html, createdAt }
}

const messageSchema = Joi.object({
  id: idForm,
  jobId: idForm,
  recordId: Joi.string().required(),
  step: Joi.number().integer().required(),
  to: Joi.string().required(),
  subject: Joi.string().allow('').required(),
  text: Joi.string().allow('', null).required(),
  html: Joi.string().allow('', null).required(),
  createdAt: momentForm,
}).meta({ named: 'Message' })

const exampleMessage = {
  id: '01936f50-2d8f-7e54-9c22-6f708192a3b4',
  jobId: exampleJobId,
  recordId: '5120',
  step: 1,
  to: 'ada@example.com',
  subject: 'Welcome, Ada',
  text: 'Hello Ada, …',
  html: null,
  createdAt: '2026-11-20T09:00:01.000Z',
}

export function outboxRoutes(outbox: OutboxQueries): Route[] {
  return [
    route<unknown, undefined, OutboxQuery>({
      method: 'GET',
      path: '/outbox',
      summary: 'Read captured messages',
      description:
        'E-mails that were captured instead of sent because no SMTP server is configured. The latest first.',
      query: Joi.object({ jobId: uuid.description('Only messages of this job.'), ...pageQuery }),
      responses: { 200: listResponse('A page of messages.', messageSchema, exampleMessage) },
      tag: 'Jobs',
      auth: { kind: 'session' },
      errors: [],
      handle: async ({ signedIn: { user }, query }) => {
        const { jobId = null } = query
        const page = await outbox.list(user.organizationId, jobId, pageOfQuery(query))
        return listAnswer(page, presentMessage)
      },
    }),
  ]
}
