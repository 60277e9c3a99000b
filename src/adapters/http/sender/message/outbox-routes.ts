import Joi from 'joi'
import { listAnswer, listResponse, type PageQuery, pageOfQuery, pageQuery, uuid } from '../../forms.ts'
import { type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { exampleMessage, messageSchema } from './message-presenter.ts'
import { withStepPaths } from './step-paths.ts'

interface OutboxQuery extends PageQuery {
  readonly jobId?: string
}

export function outboxRoutes({ messageLog, jobStore }: Services): Route[] {
  return [
    route<unknown, undefined, OutboxQuery>({
      method: 'GET',
      path: '/outbox',
      operationId: 'outbox.list',
      summary: 'List captured messages',
      description:
        'Returns e-mails that were captured instead of sent, because no SMTP server is configured, newest first.',
      query: Joi.object({ jobId: uuid.description('Returns only messages of this job.'), ...pageQuery }),
      responses: { 200: listResponse('A page of messages.', messageSchema, exampleMessage) },
      tag: 'Jobs',
      auth: { kind: 'session' },
      handle: async ({ signedIn: { user }, query }) => {
        const { jobId = null } = query
        const page = await messageLog.captured(user.organizationId, jobId, pageOfQuery(query))
        return listAnswer(page, await withStepPaths(jobStore, user.organizationId, page.items))
      },
    }),
  ]
}
