import Joi from 'joi'
import type { SharedSecrets } from '../../../ports/sender/shared-secrets.ts'
import type { RotateWebhookSecret } from '../../../use-cases/sender/message/rotate-webhook-secret.ts'
import { adminsOnly, type Route, route } from '../route.ts'

const webhookSecret = {
  description: 'The secret with which webhooks are signed.',
  schema: Joi.object({
    secret: Joi.string()
      .required()
      .description(
        'The secret `whsec_…`: after the prefix, the Base64 of the key of the HMAC-SHA256 signatures.',
      ),
  }),
  example: { secret: 'whsec_…' },
}

export interface WebhookSecretOptions {
  readonly rotateWebhookSecret: RotateWebhookSecret
  readonly sharedSecrets: SharedSecrets
}

export function webhookSecretRoutes({ rotateWebhookSecret, sharedSecrets }: WebhookSecretOptions): Route[] {
  return [
    route({
      method: 'GET',
      path: '/organization/webhook-secret',
      summary: 'See the webhook secret',
      description:
        'Returns the secret with which webhooks are signed. Requires at least the role admin. Receivers use the secret to verify that a webhook comes from you, as Standard Webhooks describes.',
      tag: 'Organization',
      auth: adminsOnly,
      responses: { 200: webhookSecret },
      errors: [],
      handle: async ({ signedIn }) => {
        const [secret] = await sharedSecrets.webhookSecrets(signedIn.user.organizationId)
        return { status: 200, body: { secret } }
      },
    }),
    route({
      method: 'POST',
      path: '/organization/webhook-secret/rotate',
      summary: 'Rotate the webhook secret',
      description:
        'Requires at least the role admin. Creates a new webhook secret. For one day webhooks also carry a signature with the old secret, so that you can update receivers.',
      tag: 'Organization',
      auth: adminsOnly,
      responses: { 200: webhookSecret },
      errors: [],
      handle: async ({ signedIn: { user }, by }) => {
        const { organizationId } = user
        const secret = await rotateWebhookSecret.execute({ organizationId, by: by() })
        return { status: 200, body: { secret } }
      },
    }),
  ]
}
