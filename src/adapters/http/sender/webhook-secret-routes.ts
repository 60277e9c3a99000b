import Joi from 'joi'
import type { SigningSecret } from '../../../domain/signing-secrets.ts'
import type { Answer } from '../response.ts'
import { previousUntilOf, type RotationBody, secretRotation } from '../rotation-form.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const webhookSecret = {
  description: 'The secret with which webhooks are signed.',
  schema: Joi.object({
    secret: Joi.string()
      .required()
      .description(
        'The secret `whsec_…`: after the prefix, the Base64 of the key of the HMAC-SHA256 signatures.',
      ),
    previousUntil: previousUntilOf('secret'),
  }),
  example: { secret: 'whsec_…', previousUntil: null },
}

export function webhookSecretRoutes(services: Services): Route[] {
  const { sharedSecrets } = services
  return [
    route({
      method: 'GET',
      path: '/organization/webhook-secret',
      operationId: 'webhookSecret.get',
      summary: 'See the webhook secret',
      description:
        'Returns the secret with which webhooks are signed. Requires at least the role admin. Receivers use the secret to verify that a webhook comes from you, as Standard Webhooks describes.',
      tag: 'Organization',
      auth: adminsOnly,
      responses: { 200: webhookSecret },
      handle: async ({ signedIn }) => shown(await sharedSecrets.webhookSecret(signedIn.user.organizationId)),
    }),
    rotateRoute(services),
  ]
}

function rotateRoute({ organizationSecrets }: Services): Route {
  return route<unknown, RotationBody>({
    method: 'POST',
    path: '/organization/webhook-secret/rotate',
    operationId: 'webhookSecret.rotate',
    summary: 'Rotate the webhook secret',
    description:
      'Requires at least the role admin. Creates a new webhook secret. For `graceSeconds`, one day by default, webhooks also carry a signature with the old secret, so that you can update receivers. Refused with CONFLICT while the secret that an earlier rotation replaced still signs, so a repeat of a request whose answer was lost ends no secret; `GET /organization/webhook-secret` shows the present secret and the end of that time (`previousUntil`). `graceSeconds` 0 lets the old secrets stop signing within 10 seconds. Rotate in this way if others may know a secret. A recipient whose webhook the receiver refuses fails, and can be retried.',
    tag: 'Organization',
    auth: adminsOnly,
    body: secretRotation.body,
    responses: { 200: webhookSecret },
    errors: ['CONFLICT'],
    handle: async ({ body, requester }) =>
      shown(await organizationSecrets.rotateWebhookSecret(requester(), secretRotation.graceSecondsIn(body))),
  })
}

function shown({ secret, previousUntil }: SigningSecret): Answer {
  return { status: 200, body: { secret, previousUntil } }
}
