import Joi from 'joi'
import { emailOf } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import { emailForm, smallBody } from '../forms.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

/** Returns the routes that other cells call. A caller that is not a cell gets a 404. */
export function cellRoutes({ accountStore }: Services): Route[] {
  return [
    route<unknown, { email: string }>({
      method: 'POST',
      path: '/cells/accounts',
      operationId: 'cells.findAccount',
      summary: 'Ask whether an account is in this cell',
      description:
        'For the other cells of the deployment, which sign their requests. Every other caller gets a 404.',
      tag: 'Operations',
      auth: { kind: 'none' },
      body: {
        schema: Joi.object({ email: emailForm.description('The e-mail address of the account to find.') }),
        limit: smallBody,
        examples: { person: { summary: 'A person', value: { email: 'ada@example.com' } } },
      },
      responses: {
        200: {
          description: 'Whether this cell has an account with the address.',
          schema: Joi.object({
            known: Joi.boolean().required().description('Whether this cell has an account with the address.'),
          }),
          example: { known: true },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ body: { email }, forwarded }) => {
        if (!forwarded) throw new DomainError('NOT_FOUND')
        return { status: 200, body: { known: (await accountStore.findByEmail(emailOf(email))) !== null } }
      },
    }),
  ]
}
