import Joi from 'joi'
import type { WebhookSecret } from '../../../ports/sender/shared-secrets.ts'

import { momentForm } from '../forms.ts'
import type { Answer } from '../response.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import { type SecretRotationBody, secretRotationForm } from '../secret-rotation-form.ts'
import type { Services } from '../services.ts'

const webhookSecret = {
  description: 'The secret with which webhooks are signed.',
  schema: Joi.object({
    secret: Joi.string()
      .required()
      .description(
        'The secret `whsec_…`: after the prefix, the Base64 of the key of the HMAC-SHA256 signatures.',
      ),
    previousSecretUntil: momentForm
      .allow(null)
      .description(
        'The time until which webhooks are also signed with the secret before the last rotation, or a time in the past; `null` if there is no such secret.',
      ),
  }),
  example: { secret: 'whsec_…', previousSecretUntil: null },
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
  return route<unknown, SecretRotationBody | undefined>({
    method: 'POST',
    path: '/organization/webhook-secret/rotate',
    operationId: 'webhookSecret.rotate',
    summary: 'Rotate the webhook secret',
    description:
      'Requires at least the role admin. Creates a new webhook secret. For one day webhooks also carry a signature with the old secret, so that you can update receivers. Refused with CONFLICT while the secret that an earlier rotation replaced still signs, so a repeat of a request whose answer was lost ends no secret; `GET /organization/webhook-secret` shows the present secret and the end of that time (`previousSecretUntil`). `endsPrevious` lets the old secrets stop signing within 10 seconds. Rotate in this way if others may know a secret. A recipient whose webhook the receiver refuses fails, and can be retried.',
    tag: 'Organization',
    auth: adminsOnly,
    body: secretRotationForm,
    responses: { 200: webhookSecret },
    errors: ['CONFLICT'],
    handle: async ({ body, requester }) => {
      const { endsPrevious = false } = body ?? {}
      return shown(await organizationSecrets.rotateWebhookSecret(requester(), endsPrevious))
    },
  })
}

function shown({ secret, previousSecretUntil }: WebhookSecret): Answer {
  return { status: 200, body: { secret, previousSecretUntil } }
}
