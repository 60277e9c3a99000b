import Joi from 'joi'
import { deliverableEmail } from '../../../domain/email-address.ts'
import { type ProviderKind, providerKinds } from '../../../domain/sender/connect-state.ts'
import type { ImapServer } from '../../../domain/sender/imap-server.ts'
import { type Correspondent, type SenderLimits, senderKinds } from '../../../domain/sender/sender.ts'
import { type SmtpServer, tlsModes } from '../../../domain/sender/smtp-server.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SenderHealthQueries } from '../../../ports/sender/pacing/sender-health-queries.ts'
import type { SenderOffers } from '../../../ports/sender/sender-offers.ts'
import type { SenderQueries } from '../../../ports/sender/sender-queries.ts'
import type { BeginConnect } from '../../../use-cases/sender/begin-connect.ts'
import type { ChangeSender, ChangeSenderCommand } from '../../../use-cases/sender/change-sender.ts'
import type { CreateSender } from '../../../use-cases/sender/create-sender.ts'
import type { DisconnectSender } from '../../../use-cases/sender/disconnect-sender.ts'
import type { PauseSender } from '../../../use-cases/sender/pacing/pause-sender.ts'
import type { ResumeSender } from '../../../use-cases/sender/pacing/resume-sender.ts'
import {
  emailInQuery,
  found,
  givenName,
  idInPath,
  listBody,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import { type Answer, adminsOnly, type Route, route } from '../route.ts'
import { exampleSender, limitForms, presentSender, senderSchema } from './sender-presenter.ts'

export interface SenderOptions {
  readonly createSender: CreateSender
  readonly changeSender: ChangeSender
  readonly pauseSender: PauseSender
  readonly resumeSender: ResumeSender
  readonly disconnectSender: DisconnectSender
  readonly beginConnect: BeginConnect
  readonly senders: SenderQueries
  readonly senderHealth: SenderHealthQueries
  readonly clock: Clock
  readonly offers: SenderOffers
}

interface NewSender extends Pick<Correspondent, 'name'> {
  readonly kind: 'smtp' | 'deployment'
  readonly address?: string
  readonly replyTo: string | null
  readonly signature: string | null
  readonly isDefault?: boolean
  readonly limits: Partial<SenderLimits>
  readonly smtp?: SmtpServer & { readonly password: string }
  readonly imap: ImapServer | null
  readonly dkimSelector: string | null
}

const params = Joi.object({ senderId: idInPath('The sender.') })
const response = { description: 'The sender.', schema: senderSchema, example: exampleSender }
const common = { tag: 'Senders' } as const
const anyone = { kind: 'session' } as const

/** The form of an address; its domain is converted to the spelling that mail servers use. */
const addressForm = emailInQuery.custom((text: string) => deliverableEmail(text) ?? text)
const signatureForm = Joi.string().max(5_000).allow(null)
const limits = Joi.object(limitForms)

/** The form of a host. Different notations of an IP address become one. */
const hostForm = Joi.string()
  .max(253)
  .custom((text: string, helpers) => {
    const host = /^[^\s\p{Cc}/?#@:%\\]+$|^\[?[\da-f:.]+\]?$/iu.test(text) ? canonicalHost(text) : null
    return host ?? helpers.error('string.hostname')
  })

function canonicalHost(text: string): string | null {
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text
  return URL.parse(`http://${bracketed}`)?.hostname.replace(/^\[|\]$|\.$/g, '') || null
}

const smtpForm = Joi.object({
  host: hostForm.required(),
  port: Joi.number().integer().min(1).max(65_535).required(),
  tls: Joi.valid(...tlsModes)
    .required()
    .description(
      '`tls` from the first byte (port 465), `starttls` (587), or `none`, for hosts that ALLOWED_PRIVATE_HOSTS names.',
    ),
  user: Joi.string().min(1).max(254).required(),
  password: Joi.string().min(1).max(1_000).required(),
}).meta({ named: 'SmtpAccount' })

const imapForm = Joi.object({
  host: hostForm.required(),
  port: Joi.number().integer().min(1).max(65_535).default(993),
  tls: Joi.valid('tls', 'starttls').default('tls'),
  user: Joi.string().min(1).max(254).description('That of `smtp` unless told; the password is the same.'),
})
  .allow(null)
  .description('Of the kind `smtp`: where its answers are read. null: they are not.')

const selectorForm = Joi.string()
  .max(63)
  .pattern(/^[a-z\d](?:[a-z\d._-]*[a-z\d])?$/i)
  .allow(null)
  .description(
    'Under which name its domain publishes the DKIM key that its server signs with. Those of Google and Microsoft are known.',
  )

const exampleSmtp = {
  kind: 'smtp',
  name: 'Grace Hopper',
  address: 'grace@example.com',
  limits: { dailyLimit: 200, gapSeconds: 60, timeZone: 'Europe/Vienna' },
  smtp: { host: 'smtp.example.com', port: 465, tls: 'tls', user: 'grace@example.com', password: '…' },
}

export function senderRoutes(options: SenderOptions): Route[] {
  const { createSender, changeSender, pauseSender, resumeSender, disconnectSender, beginConnect } = options
  const { senders, senderHealth, clock, offers } = options
  return [
    route<unknown, undefined, PageQuery>({
      ...common,
      auth: anyone,
      method: 'GET',
      path: '/senders',
      summary: 'List the senders',
      description:
        'The accounts from which e-mails go, the oldest first, and the kinds that can be added here.',
      query: Joi.object(pageQuery),
      responses: {
        200: {
          description: 'A page of senders.',
          schema: Joi.object({
            items: Joi.array().items(senderSchema).required(),
            nextCursor: Joi.string().allow(null).required().description('`null` on the last page.'),
            offered: Joi.array()
              .items(Joi.valid(...senderKinds))
              .required()
              .description('What the operator of this service lets organizations add.'),
          }),
          example: { items: [exampleSender], nextCursor: null, offered: ['smtp', 'google'] },
        },
      },
      errors: [],
      handle: async ({ signedIn: { user }, query }) => {
        const { organizationId } = user
        const page = await senders.list(organizationId, pageOfQuery(query))
        const ids = page.items.map(({ id }) => id)
        const health = await senderHealth.of(organizationId, ids, clock.now())
        const items = listBody(page, (sender) => presentSender(sender, health.get(sender.id)))
        return { status: 200, body: { ...items, offered: offers.kinds } }
      },
    }),
    route<unknown, NewSender>({
      ...common,
      auth: adminsOnly,
      method: 'POST',
      path: '/senders',
      testMode: 'refused',
      summary: 'Add a sender',
      description:
        'For admins. Of the kind `smtp`: the servers are asked whether they let the account in, and refused in their words where they do not. Of the kind `deployment`, where it is offered: one that leaves by the server of this service, with limits of its own. Mailboxes at Google and Microsoft are connected instead. The first sender becomes the default unless told.',
      body: {
        schema: Joi.object({
          kind: Joi.valid('smtp', 'deployment').required(),
          name: givenName.required().description('Shown to those who are written to.'),
          address: addressForm.description('Of the kind `smtp`.'),
          replyTo: addressForm.allow(null).default(null),
          signature: signatureForm.default(null).description('Below every message, as plain text.'),
          isDefault: Joi.boolean(),
          limits: limits.default({}),
          smtp: smtpForm,
          imap: imapForm.default(null),
          dkimSelector: selectorForm.default(null),
        }),
        limit: smallBody,
        examples: { smtp: { summary: 'An SMTP account', value: exampleSmtp } },
      },
      responses: { 201: response },
      errors: ['CONFLICT'],
      handle: async ({ signedIn: { user }, body, by }) => {
        const { organizationId } = user
        const { address = null, smtp = null, isDefault = null, ...rest } = body
        const command = { ...rest, organizationId, address, smtp, isDefault, by: by() }
        return shown(201, organizationId, await createSender.execute(command))
      },
    }),
    route<{ kind: ProviderKind }, undefined>({
      ...common,
      auth: adminsOnly,
      method: 'POST',
      path: '/senders/{kind}/connect',
      testMode: 'refused',
      summary: 'Connect a mailbox at Google or Microsoft',
      description:
        'For admins. Open the URL in the browser in which you are signed in, within ten minutes: the provider asks whether this service may send by the mailbox, and leads back. An account that is connected already is connected anew.',
      params: Joi.object({
        kind: Joi.valid(...providerKinds)
          .required()
          .description('The provider.'),
      }),
      responses: {
        200: {
          description: 'Where the provider asks.',
          schema: Joi.object({ url: Joi.string().uri().required() }),
          example: { url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=spindle&state=Zk3vJ8' },
        },
      },
      errors: ['CONFLICT'],
      handle: async ({ signedIn: { user, session }, params: { kind } }) => {
        const whose = { organizationId: user.organizationId, userId: user.id, sessionId: session.id }
        return { status: 200, body: { url: await beginConnect.execute({ kind, ...whose }) } }
      },
    }),
    route<{ senderId: string }, undefined>({
      ...common,
      auth: anyone,
      method: 'GET',
      path: '/senders/{senderId}',
      summary: 'See a sender',
      description: 'Its account, its limits and its health. Passwords and tokens are never shown.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: ({ signedIn: { user }, params: { senderId } }) => shown(200, user.organizationId, senderId),
    }),
    route<{ senderId: string }, ChangeSenderCommand['changes']>({
      ...common,
      auth: adminsOnly,
      method: 'PATCH',
      path: '/senders/{senderId}',
      summary: 'Edit a sender',
      description:
        'For admins. Holds for the next message. `smtp` is given whole, with the password, and tried before it is kept, and so is the `imap` that goes with it; another `imap` needs `smtp` too. A connected mailbox keeps its address.',
      params,
      conditional: true,
      body: {
        schema: Joi.object({
          name: givenName,
          address: addressForm,
          replyTo: addressForm.allow(null),
          signature: signatureForm,
          isDefault: Joi.boolean(),
          limits,
          smtp: smtpForm,
          imap: imapForm,
          dkimSelector: selectorForm,
        }),
        limit: smallBody,
        examples: { limits: { summary: 'Fewer a day', value: { limits: { dailyLimit: 50 } } } },
      },
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, params: { senderId }, body, revision, by }) => {
        const { organizationId } = user
        await changeSender.execute({ organizationId, senderId, changes: body, revision, by: by() })
        return shown(200, organizationId, senderId)
      },
    }),
    route<{ senderId: string }, undefined>({
      ...common,
      auth: adminsOnly,
      method: 'DELETE',
      path: '/senders/{senderId}',
      summary: 'Disconnect a sender',
      description:
        'For admins. Forgets its password or tokens, and has its provider take back what it granted. Refused with CONFLICT while published spinners name it. Where it was the default, steps without a sender leave by the server of this service from then on, if that is offered.',
      params,
      responses: {
        200: {
          description: 'It is gone.',
          schema: Joi.object({
            revoked: Joi.boolean()
              .allow(null)
              .required()
              .description(
                'Whether the provider took back what it had granted; where not, do so in the settings of the account there. `null` where nothing was granted.',
              ),
          }),
          example: { revoked: true },
        },
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { senderId }, by }) => {
        const command = { organizationId: user.organizationId, senderId, by: by() }
        return { status: 200, body: { revoked: await disconnectSender.execute(command) } }
      },
    }),
    route<{ senderId: string }, undefined>({
      ...common,
      auth: anyone,
      method: 'POST',
      path: '/senders/{senderId}/pause',
      summary: 'Pause a sender',
      description: 'Nothing more leaves by it; whoever was to be written to by it waits until it is resumed.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ signedIn: { user }, params: { senderId }, by }) => {
        const { organizationId } = user
        await pauseSender.execute({ organizationId, senderId, by: by() })
        return shown(200, organizationId, senderId)
      },
    }),
    route<{ senderId: string }, { spinnerId?: string | null } | undefined>({
      ...common,
      auth: anyone,
      method: 'POST',
      path: '/senders/{senderId}/resume',
      summary: 'Resume a sender',
      description:
        'Lets it send again. An SMTP account that needed attention is tried first; a mailbox at Google or Microsoft is connected anew instead. What was counted of what came back begins anew, and those who wait for the sender go on.',
      params,
      body: {
        schema: Joi.object({
          spinnerId: uuid
            .allow(null)
            .description('Only for this spinner. All that it is paused for unless told.'),
        }),
        limit: smallBody,
        optional: true,
        examples: { all: { summary: 'For all spinners', value: {} } },
      },
      responses: { 200: response },
      errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
      handle: async ({ signedIn: { user }, params: { senderId }, body, by }) => {
        const { organizationId } = user
        const spinnerId = body?.spinnerId ?? null
        await resumeSender.execute({ organizationId, senderId, spinnerId, by: by() })
        return shown(200, organizationId, senderId)
      },
    }),
  ]

  async function shown(status: number, organizationId: string, senderId: string): Promise<Answer> {
    const sender = found(await senders.find(organizationId, senderId), 'Sender not found')
    const health = await senderHealth.of(organizationId, [senderId], clock.now())
    return { status, body: presentSender(sender, health.get(senderId)), headers: entityTag(sender) }
  }
}
