import Joi from 'joi'
import { suppressionReasons } from '../../../domain/contact/suppression.ts'
import {
  createdAtOf,
  emailForm,
  emptyResponse,
  idInPath,
  idOf,
  listAnswer,
  listResponse,
  noContent,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
} from '../forms.ts'
import { mayRead, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

export const suppressionReasonForm = Joi.valid(...suppressionReasons)
  .required()
  .description(
    'The reason of the suppression: `unsubscribed` (the person used the link in a message), `bounced` (mail to the address came back), `complained` (the person reported a message as spam) or `added` (a member of the organization added the address).',
  )

export const suppressionSchema = Joi.object({
  id: idOf('the suppression'),
  email: Joi.string()
    .required()
    .description(
      'The suppressed e-mail address, in lower case. All spellings of the address are suppressed.',
    ),
  reason: suppressionReasonForm,
  createdAt: createdAtOf('the suppression'),
})
  .description('An e-mail address to which no job of the organization sends.')
  .meta({ named: 'Suppression' })
const example = {
  id: '01936f51-4fa1-7f76-8e44-8192a3b4c5d6',
  email: 'grace@example.com',
  reason: 'unsubscribed',
  createdAt: '2026-11-20T09:00:00.000Z',
}
const common = { tag: 'Suppressions', auth: { kind: 'session' } } as const

export function suppressionRoutes(services: Services): Route[] {
  const { addressSuppressor, contactRuleStore } = services
  return [
    route<unknown, undefined, PageQuery>({
      ...common,
      method: 'GET',
      path: '/suppressions',
      operationId: 'suppressions.list',
      scope: 'people:read',
      summary: 'List suppressed addresses',
      description:
        'Returns addresses that unsubscribed, bounced or were added by hand, newest first. No job of the organization sends to them.',
      query: Joi.object(pageQuery),
      responses: { 200: listResponse('A page of suppressions.', suppressionSchema, example) },
      handle: async ({ caller, query }) =>
        listAnswer(await contactRuleStore.suppressions(caller.organizationId, pageOfQuery(query))),
    }),
    route<unknown, { email: string }>({
      ...common,
      method: 'POST',
      path: '/suppressions',
      operationId: 'suppressions.create',
      scope: 'people:suppress',
      summary: 'Suppress an address',
      description:
        'Stops all jobs of the organization from sending to an address, from the next message on; its recipients are skipped with the reason SUPPRESSED. An address that is already suppressed keeps its reason. An API key without the scope `people:read` always gets the answer of a new suppression.',
      body: {
        schema: Joi.object({
          email: emailForm.description('The e-mail address to suppress, at most 254 characters.'),
        }),
        limit: smallBody,
        examples: { address: { summary: 'An address', value: { email: 'grace@example.com' } } },
      },
      responses: {
        201: {
          description: 'The suppression with its address and reason.',
          schema: suppressionSchema,
          example,
        },
      },
      handle: async ({ caller, body: { email }, by, realNow }) => {
        const { organizationId } = caller
        const command = { organizationId, email, reason: 'added', by: by() } as const
        const suppression = await addressSuppressor.suppressWithRetries(command)
        if (suppression === null) throw new Error('The suppression was not stored')
        // Hides why and since when an address is suppressed from keys that may not read suppressions.
        const shown = mayRead(caller, 'people:read')
          ? suppression
          : { ...suppression, reason: 'added' as const, createdAt: realNow() }
        return { status: 201, body: shown }
      },
    }),
    route<{ suppressionId: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/suppressions/{suppressionId}',
      operationId: 'suppressions.delete',
      scope: 'people:suppress',
      summary: 'Lift a suppression',
      description:
        'Deletes a suppression. Jobs send to the address again, but recipients that were already skipped stay skipped. Do this only if the person has asked for it.',
      params: Joi.object({ suppressionId: idInPath('The id of the suppression, a UUID.') }),
      responses: { 204: emptyResponse },
      errors: ['NOT_FOUND'],
      handle: async ({ params: { suppressionId }, requester }) => {
        await addressSuppressor.lift(requester(), suppressionId)
        return noContent
      },
    }),
  ]
}
