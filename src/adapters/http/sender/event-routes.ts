import Joi from 'joi'
import type { SnsMessage } from '../../../domain/sender/inbound/sns-message.ts'
import type { ReceiveProviderEvent } from '../../../use-cases/sender/inbound/receive-provider-event.ts'
import { digestOf } from '../../security/secret.ts'
import type { Answer } from '../response.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const limit = 512 * 1024

const params = Joi.object({
  token: Joi.string()
    .max(200)
    .required()
    .description(
      'The secret in the event URL. It is the credential of the request and identifies the organization.',
    ),
})

const taken = {
  description:
    'The event of the provider was accepted. The response counts the bounces, complaints and automatic replies in it that were new.',
  schema: Joi.object({
    ok: Joi.valid(true).required().description('Always `true`; failures have another status.'),
    received: Joi.number()
      .integer()
      .required()
      .description('The number of bounces, complaints and automatic replies in the event that were new.'),
  }),
  example: { ok: true, received: 1 },
}

const line = (most: number) => Joi.string().max(most)

const snsMessage = Joi.object<SnsMessage>({
  Type: Joi.valid('Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation')
    .required()
    .description(
      'The type of the SNS message. The type `Notification` carries an event; the other types carry none.',
    ),
  Message: line(300_000).required().description('The event of Amazon SES, as JSON in a string.'),
  MessageId: line(200).required().description('The id of the SNS message, at most 200 characters.'),
  Timestamp: line(100).required().description('The time when SNS published the message (ISO 8601).'),
  TopicArn: line(300).required().description('The Amazon resource name of the SNS topic.'),
  SignatureVersion: Joi.valid('1', '2')
    .required()
    .description('The version of the signature: `1` for SHA-1, `2` for SHA-256.'),
  Signature: line(2_000).required().description('The signature of Amazon over the message, in Base64.'),
  SigningCertURL: line(1_000)
    .required()
    .description("The URL of Amazon's certificate with which the signature of the SNS message is verified."),
  Subject: line(1_000).allow('').description('The subject of the SNS message. The signature covers it.'),
  SubscribeURL: line(2_000).description(
    'The URL that confirms a subscription. The service requests it if it belongs to Amazon SNS.',
  ),
  Token: line(2_000).description(
    'The token of an SNS message that confirms a subscription. The signature covers it.',
  ),
}).unknown()

const event = Joi.object().unknown()

const common = { tag: 'Replies and bounces', auth: { kind: 'none' }, params } as const

/** Returns the routes for events about messages that providers post. Admins and owners create the URLs. */
export function eventRoutes({ receiveProviderEvent }: Services): Route[] {
  return [
    route<{ token: string }, SnsMessage>({
      ...common,
      method: 'POST',
      path: '/channels/ses/{token}',
      operationId: 'providerWebhooks.receiveSes',
      summary: 'Receive an event of Amazon SES',
      description:
        'Receives bounces and complaints of Amazon SES. Subscribe this URL to their SNS topics, without raw delivery. Messages without a signature of Amazon are refused (FORBIDDEN), and so is an unknown URL (NOT_FOUND). A subscription is confirmed automatically. If the certificate of Amazon cannot be fetched, the answer is OVERLOADED and Amazon sends the event again. Hard bounces and complaints stop the recipient and suppress the address.',
      body: {
        schema: snsMessage,
        limit,
        alsoPlain: true,
        examples: {
          bounce: {
            summary: 'A bounce',
            value: {
              Type: 'Notification',
              MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
              TopicArn: 'arn:aws:sns:eu-central-1:123456789012:bounces',
              Message: '{"notificationType":"Bounce", …}',
              Timestamp: '2026-11-20T09:00:00.000Z',
              SignatureVersion: '2',
              Signature: '…',
              SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-….pem',
            },
          },
        },
      },
      responses: { 200: taken },
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: async ({ params: { token }, body }) =>
        answer(
          await receiveProviderEvent.execute({
            provider: 'ses',
            digest: digestOf('evt', token),
            event: body,
          }),
        ),
    }),
    route<{ token: string }, Readonly<Record<string, unknown>>>({
      ...common,
      method: 'POST',
      path: '/channels/postmark/{token}',
      operationId: 'providerWebhooks.receivePostmark',
      summary: 'Receive an event of Postmark',
      description:
        'Receives bounces and spam complaints of Postmark. Enter this URL as a webhook there. Postmark does not sign events, so the secret in the URL identifies the organization; an unknown URL answers NOT_FOUND. Hard bounces and complaints stop the recipient and suppress the address.',
      body: {
        schema: event,
        limit,
        examples: {
          bounce: {
            summary: 'A bounce',
            value: {
              RecordType: 'Bounce',
              Type: 'HardBounce',
              MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
              Email: 'grace@example.com',
              BouncedAt: '2026-11-20T09:00:00.000Z',
            },
          },
        },
      },
      responses: { 200: taken },
      errors: ['NOT_FOUND'],
      handle: async ({ params: { token }, body }) =>
        answer(
          await receiveProviderEvent.execute({
            provider: 'postmark',
            digest: digestOf('evt', token),
            event: body,
          }),
        ),
    }),
  ]
}

function answer({ organizationId, processed }: Awaited<ReturnType<ReceiveProviderEvent['execute']>>): Answer {
  return { status: 200, body: { ok: true, received: processed }, organizationId }
}
