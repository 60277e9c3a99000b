import Joi from 'joi'
import { type EventProvider, eventProviders } from '../../../domain/sender/inbound/event-provider.ts'
import type { MailboxView, UnverifiedReport } from '../../../domain/sender/inbound/mailbox.ts'
import { createdAtOf, emptyResponse, idForm, idOf, itemsOf, momentForm, noContent } from '../forms.ts'
import { previousUntilOf, type RotationBody, rotationOf } from '../rotation-form.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { withStepPaths } from './message/step-paths.ts'
import { stepPathForm } from './message/step-place-form.ts'

const count = Joi.number().integer().min(0).required()

const quarantinedMail = Joi.object({
  messageId: Joi.string()
    .allow(null)
    .required()
    .description('The `Message-ID` header of the mail; null if it has none.'),
  receivedAt: momentForm.description('The time when the mail arrived in the mailbox.'),
  at: momentForm.description('The time of the last attempt to process the mail.'),
  reason: Joi.object({
    code: Joi.string()
      .required()
      .description(
        'The code of the fault that ended the attempt to process the mail, such as `READER_ENDED`.',
      ),
    serverResponse: Joi.string().required().description('A sentence for people that explains the fault.'),
  })
    .required()
    .description('The reason why the last attempt to process the mail failed.'),
})

const exampleUnverified = {
  kind: 'hardBounce',
  at: '2026-11-20T09:00:00.000Z',
  jobId: '01936f4f-0a1b-7c2d-9e3f-4a5b6c7d8e9f',
  recordId: '5120',
  step: 1,
  path: '2',
}

const unverifiedFact = Joi.object({
  kind: Joi.valid('reply', 'autoReply', 'hardBounce', 'softBounce', 'refusal', 'complaint')
    .required()
    .description('The kind of the received mail, such as a reply or a bounce, if it is not forged.'),
  at: momentForm.description('The time when the service read the mail in the mailbox.'),
  jobId: idForm.description('The id of the job that last sent a message to the address that the mail names.'),
  recordId: Joi.string().required().description('The id of the record for which the job sent the message.'),
  step: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The index of the step that sent the message, from 0.'),
  path: stepPathForm,
})
  .description(
    'A received mail that looks like a reaction to a message, such as a reply or a bounce, and may be forged. It changes nothing.',
  )
  .meta({ named: 'UnverifiedReport', examples: [exampleUnverified] })

const mailbox = Joi.object({
  senderId: idOf('the sender to which the mailbox belongs'),
  readAt: momentForm
    .allow(null)
    .description(
      'The time when the mailbox was last read up to its newest mail; null before the first time.',
    ),
  fault: Joi.object({
    code: Joi.string()
      .required()
      .description(
        'The kind of fault that keeps the service from reading the mailbox: `NO_ACCESS`, `REFUSED`, `UNREACHABLE`, `UNREADABLE`, `TEMPORARILY_REFUSED` or `FAILED`.',
      ),
    serverResponse: Joi.string()
      .required()
      .description(
        'The error text of the mail server of the mailbox, or a sentence of the service if the server gave none.',
      ),
  })
    .allow(null)
    .required()
    .description(
      'The reason why the mailbox cannot be read now, with the error text of the mail server; null if it can be read.',
    ),
  quarantined: Joi.array()
    .items(quarantinedMail)
    .required()
    .description(
      'The mails that could not be processed in three attempts and are not retried, newest first; at most 100, for 30 days.',
    ),
  unverified: Joi.array()
    .items(unverifiedFact)
    .required()
    .description(
      'The newest 20 received mails of the last 30 days that may be forged. Each mail names an address to which a message was sent. It contains no id of that message, and the mail server has not authenticated its sender. It stops and suppresses nobody.',
    ),
  received: Joi.object({
    replies: count.description('The number of replies in the mailbox that people wrote.'),
    autoReplies: count.description('The number of automatic replies in the mailbox, such as absence notes.'),
    bounces: count.description(
      'The number of bounces in the mailbox, without the bounces that `refusals` counts.',
    ),
    refusals: count.description(
      'The number of bounces that refused messages for their sender or content: block lists, SPF, DKIM and DMARC, rate limits, spam verdicts. They count against the health of the sender.',
    ),
    complaints: count.description('The number of messages that recipients reported as spam.'),
    unverified: count.description(
      'The number of received mails that may be forged; they are in no other count.',
    ),
    unattributed: count.description(
      'The number of mails that answer no message of the organization. They change nothing.',
    ),
  })
    .required()
    .description(
      'The numbers of replies, bounces, complaints and other facts that were found in the mailbox in the last 30 days, by kind.',
    ),
})
  .description('The mailbox of a sender, from which the service reads replies and bounces.')
  .meta({ named: 'Mailbox' })

const present = (
  { senderId, readAt, fault, quarantined, unverified, factCounts }: MailboxView,
  withPath: (report: UnverifiedReport) => object,
): object => ({
  senderId,
  readAt,
  fault: fault && { code: fault.code, serverResponse: fault.serverResponse },
  quarantined: quarantined.map(({ messageId, receivedAt, at, reason }) => ({
    messageId,
    receivedAt,
    at,
    reason,
  })),
  unverified: unverified.map(withPath),
  received: factCounts,
})

const exampleMailbox = {
  senderId: '01936f52-5ab2-7087-9f55-92a3b4c5d6e7',
  readAt: '2026-11-20T09:00:00.000Z',
  fault: null,
  quarantined: [],
  unverified: [],
  received: {
    replies: 12,
    autoReplies: 3,
    bounces: 1,
    refusals: 0,
    complaints: 0,
    unverified: 0,
    unattributed: 40,
  },
}

const providerForm = Joi.valid(...eventProviders)
  .required()
  .description('The provider that posts the events: `ses` (Amazon SES) or `postmark`.')
const ofProvider = Joi.object({ provider: providerForm })

export function mailboxRoutes(services: Services): Route[] {
  return [
    listMailboxesRoute(services),
    listEventTokensRoute(services),
    rotateEventTokenRoute(services),
    revokeEventTokenRoute(services),
  ]
}

function listMailboxesRoute({ inboundFacts, jobStore }: Services): Route {
  return route({
    method: 'GET',
    path: '/mailboxes',
    operationId: 'mailboxes.list',
    listsWhole: true,
    summary: 'List the mailboxes of senders',
    description:
      'Returns the mailbox of each sender that has one: when it was last read, why it cannot be read, and how many replies, bounces and complaints were found in it in the last 30 days.',
    tag: 'Replies and bounces',
    auth: { kind: 'session' },
    responses: {
      200: {
        description: 'A page of mailboxes of the senders.',
        schema: Joi.object({ items: itemsOf(mailbox) }),
        example: { items: [exampleMailbox] },
      },
    },
    handle: async ({ signedIn: { user } }) => {
      const items = await inboundFacts.mailboxes(user.organizationId)
      const reports = items.flatMap(({ unverified }) => unverified)
      const withPath = await withStepPaths(jobStore, user.organizationId, reports)
      return { status: 200, body: { items: items.map((item) => present(item, withPath)) } }
    },
  })
}

function listEventTokensRoute({ sharedSecrets }: Services): Route {
  return route({
    method: 'GET',
    path: '/organization/provider-webhooks',
    operationId: 'providerWebhooks.list',
    listsWhole: true,
    summary: 'List the event URLs of providers',
    description:
      'Requires at least the role admin. Returns the providers (Amazon SES, Postmark) for which the organization has an event URL, to which they post bounces and complaints. The URLs are never shown again.',
    tag: 'Replies and bounces',
    auth: adminsOnly,
    responses: {
      200: {
        description: 'The providers that have an event URL.',
        schema: Joi.object({
          items: itemsOf(Joi.object({ provider: providerForm, createdAt: createdAtOf('the event URL') })),
        }),
        example: { items: [{ provider: 'ses', createdAt: '2026-11-20T09:00:00.000Z' }] },
      },
    },
    handle: async ({ signedIn: { user } }) => {
      const items = await sharedSecrets.eventTokens(user.organizationId)
      const shown = items.map(({ provider, createdAt }) => ({ provider, createdAt }))
      return { status: 200, body: { items: shown } }
    },
  })
}

/** The rotation of an event URL. The previous URL always ends at once, because only one URL of a provider is stored. */
const rotation = rotationOf({ replaced: 'URL', defaultSeconds: 0, maxSeconds: 0 })

function rotateEventTokenRoute({ organizationSecrets, urls }: Services): Route {
  return route<{ provider: EventProvider }, RotationBody>({
    method: 'POST',
    path: '/organization/provider-webhooks/{provider}/rotate',
    operationId: 'providerWebhooks.rotate',
    summary: 'Rotate the event URL of a provider',
    description:
      'Requires at least the role admin. Creates an event URL, to which the provider posts bounces and complaints. It is shown only in this response. The previous event URL of the provider stops working at once, so `graceSeconds` can only be 0.',
    tag: 'Replies and bounces',
    auth: adminsOnly,
    params: ofProvider,
    body: rotation.body,
    responses: {
      200: {
        description: 'The new event URL, which contains a secret.',
        schema: Joi.object({
          url: Joi.string()
            .required()
            .description(
              'The event URL to enter at the provider. It contains a secret and is never shown again.',
            ),
          previousUntil: previousUntilOf('URL'),
        }),
        example: { url: 'https://spindle.example.com/api/v1/channels/ses/evt_…', previousUntil: null },
      },
    },
    handle: async ({ signedIn: { session }, params: { provider }, requester }) => {
      const token = await organizationSecrets.rotateEventToken(requester(), provider, session.id)
      return { status: 200, body: { url: urls.events(provider, token), previousUntil: null } }
    },
  })
}

function revokeEventTokenRoute({ organizationSecrets }: Services): Route {
  return route<{ provider: EventProvider }, undefined>({
    method: 'DELETE',
    path: '/organization/provider-webhooks/{provider}',
    operationId: 'providerWebhooks.delete',
    summary: 'Delete the event URL of a provider',
    description:
      'Requires at least the role admin. Deletes the event URL of the provider, which stops working. A provider without an event URL answers NOT_FOUND.',
    tag: 'Replies and bounces',
    auth: adminsOnly,
    params: ofProvider,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { provider }, requester }) => {
      await organizationSecrets.revokeEventToken(requester(), provider)
      return noContent
    },
  })
}
