import Joi from 'joi'
import { type EventProvider, eventProviders } from '../../../domain/sender/heard/event-provider.ts'
import type { MailboxView } from '../../../domain/sender/heard/mailbox.ts'
import type { PublicUrls } from '../../../ports/public-urls.ts'
import type { EventTokens } from '../../../ports/sender/heard/event-tokens.ts'
import type { Mailboxes } from '../../../ports/sender/heard/mailboxes.ts'
import type { RevokeEventToken } from '../../../use-cases/sender/heard/revoke-event-token.ts'
import type { RotateEventToken } from '../../../use-cases/sender/heard/rotate-event-token.ts'
import { idForm, momentForm, noContent, nothing } from '../forms.ts'
import { adminsOnly, type Route, route } from '../route.ts'

export interface MailboxOptions {
  readonly mailboxes: Mailboxes
  readonly eventTokens: EventTokens
  readonly rotateEventToken: RotateEventToken
  readonly revokeEventToken: RevokeEventToken
  readonly urls: PublicUrls
}

const count = Joi.number().integer().min(0).required()

const setAsideMail = Joi.object({
  messageId: Joi.string()
    .allow(null)
    .required()
    .description('The Message-ID of the mail; null if it has none.'),
  receivedAt: momentForm.description('The time when the mail arrived in the mailbox.'),
  at: momentForm.description('The time of the last attempt.'),
  reason: Joi.object({ code: Joi.string().required(), words: Joi.string().required() })
    .required()
    .description('The reason why the last attempt failed.'),
})

const unprovenFact = Joi.object({
  kind: Joi.valid('reply', 'autoReply', 'hardBounce', 'softBounce', 'refusal', 'complaint')
    .required()
    .description('What the mail says.'),
  at: momentForm.description('The time when the mail was read.'),
  jobId: idForm.description('The job that wrote to the address last.'),
  recordId: Joi.string().required().description('The recipient of that message.'),
  step: Joi.number().integer().min(0).required().description('The step of that message, from 0.'),
}).meta({ named: 'UnprovenFact' })

const mailbox = Joi.object({
  senderId: idForm,
  readAt: momentForm.allow(null).description('When it was last read; null before the first time.'),
  trouble: Joi.object({ code: Joi.string().required(), words: Joi.string().required() })
    .allow(null)
    .required()
    .description("Why it cannot be read at the moment, in the server's words."),
  setAside: Joi.array()
    .items(setAsideMail)
    .required()
    .description(
      'Mails that could not be processed in three attempts and are not tried again, newest first; at most 100, for 30 days.',
    ),
  unproven: Joi.array()
    .items(unprovenFact)
    .required()
    .description(
      'The newest 20 facts of the last 30 days that may be forged: mail that names an address to which a message went, without the id of the message and without a sender that the server of the mailbox has authenticated. They change nothing.',
    ),
  heard: Joi.object({
    replies: count,
    autoReplies: count,
    bounces: count,
    refusals: count.description(
      'The bounces that refused messages for their sender or their content: block lists, SPF, DKIM and DMARC, rate limits, spam verdicts. They count against the health of the sender.',
    ),
    complaints: count,
    unproven: count.description('Facts that nothing proves. They are in no other count.'),
    strangers: count.description('Mail that answers no message of the organization. It changes nothing.'),
  })
    .required()
    .description('In the last 30 days.'),
}).meta({ named: 'Mailbox' })

const present = ({ senderId, readAt, trouble, setAside, unproven, heard }: MailboxView): object => ({
  senderId,
  readAt,
  trouble: trouble && { code: trouble.code, words: trouble.words },
  setAside: setAside.map(({ messageId, receivedAt, at, reason }) => ({ messageId, receivedAt, at, reason })),
  unproven,
  heard,
})

const exampleMailbox = {
  senderId: '01936f52-5ab2-7087-9f55-92a3b4c5d6e7',
  readAt: '2026-11-20T09:00:00.000Z',
  trouble: null,
  setAside: [],
  unproven: [],
  heard: { replies: 12, autoReplies: 3, bounces: 1, refusals: 0, complaints: 0, unproven: 0, strangers: 40 },
}

const ofProvider = Joi.object({ provider: Joi.valid(...eventProviders).required() })

export function mailboxRoutes(options: MailboxOptions): Route[] {
  const { mailboxes, eventTokens, rotateEventToken, revokeEventToken, urls } = options
  return [
    route({
      method: 'GET',
      path: '/mailboxes',
      summary: 'See how mailboxes are read',
      description:
        'Of each sender that has one: when it was read, why it cannot be, and what was heard in it.',
      tag: 'Events',
      auth: { kind: 'session' },
      responses: {
        200: {
          description: 'The mailboxes.',
          schema: Joi.object({ items: Joi.array().items(mailbox).required() }),
          example: { items: [exampleMailbox] },
        },
      },
      errors: [],
      handle: async ({ signedIn: { user } }) => {
        const items = await mailboxes.list(user.organizationId)
        return { status: 200, body: { items: items.map(present) } }
      },
    }),
    route({
      method: 'GET',
      path: '/organization/events',
      summary: 'See which providers post events',
      description: 'For admins. The URLs themselves are not shown again.',
      tag: 'Events',
      auth: adminsOnly,
      responses: {
        200: {
          description: 'The providers that have a URL.',
          schema: Joi.object({
            items: Joi.array()
              .items(
                Joi.object({
                  provider: Joi.valid(...eventProviders).required(),
                  createdAt: momentForm,
                }),
              )
              .required(),
          }),
          example: { items: [{ provider: 'ses', createdAt: '2026-11-20T09:00:00.000Z' }] },
        },
      },
      errors: [],
      handle: async ({ signedIn: { user } }) => {
        const items = await eventTokens.list(user.organizationId)
        const shown = items.map(({ provider, createdAt }) => ({ provider, createdAt }))
        return { status: 200, body: { items: shown } }
      },
    }),
    route<{ provider: EventProvider }, undefined>({
      method: 'POST',
      path: '/organization/events/{provider}/rotate',
      summary: 'Make a URL for the events of a provider',
      description: 'For admins. It is shown once; the one before stops working.',
      tag: 'Events',
      auth: adminsOnly,
      params: ofProvider,
      responses: {
        200: {
          description: 'The URL.',
          schema: Joi.object({ url: Joi.string().required() }),
          example: { url: 'https://spindle.example.com/api/v1/channels/ses/evt_…' },
        },
      },
      errors: [],
      handle: async ({ signedIn: { user }, params: { provider }, by }) => {
        const { organizationId } = user
        const token = await rotateEventToken.execute({ organizationId, provider, by: by() })
        return { status: 200, body: { url: urls.events(provider, token) } }
      },
    }),
    route<{ provider: EventProvider }, undefined>({
      method: 'DELETE',
      path: '/organization/events/{provider}',
      summary: 'Hear the events of a provider no more',
      description: 'For admins. Its URL stops working.',
      tag: 'Events',
      auth: adminsOnly,
      params: ofProvider,
      responses: { 204: nothing },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { provider }, by }) => {
        await revokeEventToken.execute({ organizationId: user.organizationId, provider, by: by() })
        return noContent
      },
    }),
  ]
}
