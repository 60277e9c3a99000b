import Joi from 'joi'
import type { WebhookSecrets } from '../../../ports/sender/message/webhook-secrets.ts'
import type { RotateWebhookSecret } from '../../../use-cases/sender/message/rotate-webhook-secret.ts'
import { adminsOnly, type Route, route } from '../route.ts'

const webhookSecret = {
  description: 'The secret.',
  schema: Joi.object({ secret: Joi.string().required() }),
  example: { secret: 'whsec_…' },
}

export interface WebhookSecretOptions {
  readonly rotateWebhookSecret: RotateWebhookSecret
  readonly webhookSecrets: WebhookSecrets
}

export function webhookSecretRoutes({ rotateWebhookSecret, webhookSecrets }: WebhookSecretOptions): Route[] {
  return [
    route({
      method: 'GET',
      path: '/organization/webhook-secret',
      summary: 'See what webhooks are signed with',
      description:
        'For admins. Give it to your receivers: with it they know that a webhook is yours, as Standard Webhooks describes.',
      tag: 'Organization',
      auth: adminsOnly,
      responses: { 200: webhookSecret },
      errors: [],
      handle: async ({ signedIn }) => {
        const [secret] = await webhookSecrets.of(signedIn.user.organizationId)
        return { status: 200, body: { secret } }
      },
    }),
    route({
      method: 'POST',
      path: '/organization/webhook-secret/rotate',
      summary: 'Sign webhooks with a new secret',
      description:
        'For admins. For a day they carry a signature of the old one too, so that receivers can be moved over.',
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
