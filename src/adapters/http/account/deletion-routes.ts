import Joi from 'joi'
import { smallBody } from '../forms.ts'
import { ownersOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { organizationAnswer, organizationResponse } from './organization-answer.ts'
import { passwordForm, proofFields, proofOf, type SentProved } from './second-factor/code-form.ts'

const common = {
  path: '/organization/deletion',
  tag: 'Organization',
  auth: ownersOnly,
} as const

/** Returns the routes by which owners delete their organization, and undo that. */
export function deletionRoutes(services: Services): Route[] {
  return [requestRoute(services), undoRoute(services)]
}

function requestRoute({ organizationStore, organizationClosing }: Services): Route {
  return route<unknown, { name: string } & SentProved>({
    ...common,
    method: 'POST',
    operationId: 'organization.requestDeletion',
    summary: 'Delete your organization',
    description:
      'Closes the organization at once, and deletes everything in it after seven days. Any owner can undo the deletion before that time. Members can only read and export; other requests of theirs answer ORGANIZATION_CLOSED. API keys and webhook URLs answer ORGANIZATION_CLOSED too. No job runs, no mailbox is read, and destinations of events get nothing. Unsubscribe links and the reports of mail providers still work. All owners and admins get an e-mail. Takes the name of the organization, the password and, if two-factor sign-in is on, a code or a passkey; each of them is refused with VALIDATION_FAILED if it is wrong. Answers CONFLICT if the person has no password, or if the organization is being moved to another deployment.',
    throttle: 'secondFactor',
    body: {
      schema: Joi.object({
        name: Joi.string()
          .max(400)
          .required()
          .description('The name of the organization, typed to confirm the deletion.'),
        password: passwordForm,
        ...proofFields,
      }).oxor('code', 'passkey'),
      limit: smallBody,
      examples: {
        password: {
          summary: 'With a password',
          value: { name: 'Ada Outreach', password: 'correct horse battery staple' },
        },
      },
    },
    responses: { 200: organizationResponse },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, by }) => {
      const { name, password } = body
      const command = { signedIn, name, password, proof: proofOf(body, 'pkp'), by: by() }
      await organizationClosing.close(command)
      return organizationAnswer(organizationStore, signedIn.user.organizationId)
    },
  })
}

function undoRoute({ organizationStore, organizationClosing }: Services): Route {
  return route({
    ...common,
    method: 'DELETE',
    operationId: 'organization.cancelDeletion',
    allowsClosed: true,
    summary: 'Undo the deletion of your organization',
    description:
      'Undoes the deletion before it begins. Credentials work again with the same values, and jobs that the deletion has paused continue. Jobs that people paused stay paused. Imports that were running were cancelled. Answers CONFLICT if the organization is not to be deleted, or if the deletion has begun.',
    responses: { 200: organizationResponse },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, by }) => {
      await organizationClosing.undo({ signedIn, by: by() })
      return organizationAnswer(organizationStore, signedIn.user.organizationId)
    },
  })
}
