import Joi from 'joi'
import { deliverableEmail } from '../../../domain/email-address.ts'
import { type ProviderKind, providerKinds } from '../../../domain/sender/connect-state.ts'
import type { ImapServer } from '../../../domain/sender/imap-server.ts'
import { type Correspondent, type SenderLimits, senderKinds } from '../../../domain/sender/sender.ts'
import { type SmtpServer, tlsModes } from '../../../domain/sender/smtp-server.ts'
import type { ChangeSenderCommand } from '../../../use-cases/sender/change-sender.ts'
import {
  emailInQuery,
  givenName,
  idInPath,
  itemsOf,
  listBody,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { exampleSender, limitForms, presentSender, senderSchema } from './sender-presenter.ts'

interface NewSender extends Pick<Correspondent, 'name'> {
  readonly kind: 'smtp' | 'deployment'
  readonly email?: string
  readonly replyTo: string | null
  readonly signature: string | null
  readonly signatureHtml: string | null
  readonly isDefault?: boolean
  readonly limits: Partial<SenderLimits>
  readonly smtp?: SmtpServer & { readonly password: string }
  readonly imap: ImapServer | null
  readonly dkimSelector: string | null
}

const params = Joi.object({ senderId: idInPath('The id of the sender, a UUID.') })
const response = {
  description: 'The sender with its account, limits and health.',
  schema: senderSchema,
  example: exampleSender,
}
const common = { tag: 'Senders' } as const
const anyone = { kind: 'session' } as const

/** The form of a sender's e-mail address; its domain is converted to the spelling that mail servers use. */
const addressForm = emailInQuery.custom((text: string) => deliverableEmail(text) ?? text)
const replyToForm = addressForm
  .allow(null)
  .description('The e-mail address to which replies to the sender go; null or absent if they go to `email`.')
const signatureForm = Joi.string()
  .max(5_000)
  .allow(null)
  .description(
    'The plain text that is added below the messages of the sender, at most 5,000 characters; null for none.',
  )
const signatureHtmlForm = Joi.string()
  .max(20_000)
  .allow(null)
  .description(
    'The HTML that stands for `signature` in the HTML of messages, at most 20,000 characters; null shows the plain text there. It needs a `signature` too, which the plain text of messages shows. Values such as `{{ name }}` are not filled in. A new `signature` without `signatureHtml` removes the HTML.',
  )
const defaultForm = Joi.boolean().description(
  'Whether steps without senders use this sender. If `true`, the previous default loses this role, and e-mails of published spinners whose steps name no sender leave from this sender from now on.',
)
const limits = Joi.object(limitForms).description(
  'The limits of the sender; omitted fields stay as they are, and a new sender has no limits.',
)

/** The form of an SMTP or IMAP host. Different notations of an IP address become one. */
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
  host: hostForm
    .required()
    .description(
      'The name or IP address of the SMTP server, at most 253 characters, such as `smtp.example.com`.',
    ),
  port: Joi.number()
    .integer()
    .min(1)
    .max(65_535)
    .required()
    .description('The TCP port of the SMTP server, 1 to 65,535, such as 465 or 587.'),
  tls: Joi.valid(...tlsModes)
    .required()
    .description(
      'The encryption of the connection to the SMTP server: `tls` from the first byte (port 465), `starttls` (port 587), or `none`, only for hosts in ALLOWED_PRIVATE_HOSTS.',
    ),
  user: Joi.string()
    .min(1)
    .max(254)
    .required()
    .description('The user name of the SMTP account, 1 to 254 characters.'),
  password: Joi.string()
    .min(1)
    .max(1_000)
    .required()
    .description(
      'The password of the SMTP account, 1 to 1,000 characters. It is stored encrypted and never shown.',
    ),
})
  .description('An SMTP account with its password, for messages of one sender.')
  .meta({ named: 'SmtpAccount' })

const imapForm = Joi.object({
  host: hostForm
    .required()
    .description(
      'The name or IP address of the IMAP server, at most 253 characters, such as `imap.example.com`.',
    ),
  port: Joi.number()
    .integer()
    .min(1)
    .max(65_535)
    .default(993)
    .description('The TCP port of the IMAP server, 1 to 65,535; 993 by default.'),
  tls: Joi.valid('tls', 'starttls')
    .default('tls')
    .description(
      'The encryption of the connection to the IMAP server: `tls` from the first byte (the default), or `starttls` before the sign-in.',
    ),
  user: Joi.string()
    .min(1)
    .max(254)
    .description(
      'The user name at the IMAP server; by default the user of `smtp`. The password is the same as for `smtp`.',
    ),
})
  .allow(null)
  .description('For kind `smtp`: the IMAP account from which replies are read; null to read none.')

const selectorForm = Joi.string()
  .max(63)
  .pattern(/^[a-z\d](?:[a-z\d._-]*[a-z\d])?$/i)
  .allow(null)
  .description(
    'The DKIM selector of the key with which the mail server signs the messages of the sender. It is not needed for Google and Microsoft.',
  )

const exampleSmtp = {
  kind: 'smtp',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  limits: { dailyLimit: 200, gapSeconds: 60, timeZone: 'Europe/Vienna' },
  smtp: { host: 'smtp.example.com', port: 465, tls: 'tls', user: 'grace@example.com', password: '…' },
}

export function senderRoutes(services: Services): Route[] {
  return [
    listSendersRoute(services),
    createSenderRoute(services),
    beginConnectRoute(services),
    getSenderRoute(services),
    changeSenderRoute(services),
    disconnectSenderRoute(services),
    pauseSenderRoute(services),
    resumeSenderRoute(services),
  ]
}

function listSendersRoute({ senderStore, clock, offers }: Services): Route {
  return route<unknown, undefined, PageQuery>({
    ...common,
    auth: anyone,
    method: 'GET',
    path: '/senders',
    operationId: 'senders.list',
    scope: 'senders:read',
    summary: 'List the senders',
    description:
      'Returns the senders of the organization, oldest first, and the kinds of senders that can be added.',
    query: Joi.object(pageQuery),
    responses: {
      200: {
        description: 'A page of senders.',
        schema: Joi.object({
          items: itemsOf(senderSchema),
          nextCursor: Joi.string()
            .allow(null)
            .required()
            .description('The cursor of the next page, for the parameter `cursor`; `null` on the last page.'),
          offered: Joi.array()
            .items(Joi.valid(...senderKinds))
            .required()
            .description(
              'The kinds of senders that the operator of this deployment allows organizations to add.',
            ),
        }),
        example: { items: [exampleSender], nextCursor: null, offered: ['smtp', 'google'] },
      },
    },
    handle: async ({ caller, query }) => {
      const { organizationId } = caller
      const page = await senderStore.list(organizationId, pageOfQuery(query))
      const ids = page.items.map(({ id }) => id)
      const health = await senderStore.healthOf(organizationId, ids, clock.now())
      const items = listBody(page, (sender) => presentSender(sender, health.get(sender.id), offers))
      return { status: 200, body: { ...items, offered: offers.kinds } }
    },
  })
}

function createSenderRoute(services: Services): Route {
  const { createSender } = services
  return route<unknown, NewSender>({
    ...common,
    auth: adminsOnly,
    method: 'POST',
    path: '/senders',
    operationId: 'senders.create',
    summary: 'Add a sender',
    description:
      'Adds a sender. Requires at least the role admin. For kind `smtp`, the service signs in to the servers first; if a server refuses, so does this call (VALIDATION_FAILED), with its serverResponse. Kind `deployment`, if offered, sends through the server of this service with its own limits. Mailboxes at Google and Microsoft are added with `POST /senders/{kind}/connect`. The first sender becomes the default, unless `isDefault` is false, or published spinners or unfinished jobs have e-mail steps that name no sender: with a default, their e-mails would leave from another address at once, so that takes `isDefault: true`. A kind that is not offered, a second sender of kind `deployment`, and a 201st sender are refused with CONFLICT.',
    body: {
      schema: Joi.object({
        kind: Joi.valid('smtp', 'deployment')
          .required()
          .description(
            'The kind of sender: `smtp` for an SMTP account, `deployment` for the server of this service.',
          ),
        name: givenName
          .required()
          .description('The name of the sender that recipients see, 1 to 200 characters.'),
        email: addressForm.description(
          'The e-mail address of the sender, required for kind `smtp` and refused for `deployment`.',
        ),
        replyTo: replyToForm.default(null),
        signature: signatureForm.default(null),
        signatureHtml: signatureHtmlForm.default(null),
        isDefault: defaultForm,
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
    handle: async ({ signedIn, body, by }) => {
      const { organizationId } = signedIn.user
      const { email = null, smtp = null, isDefault = null, ...rest } = body
      const command = { ...rest, organizationId, email, smtp, isDefault, by: by(), signedIn }
      return shown(services, 201, organizationId, await createSender.execute(command))
    },
  })
}

function beginConnectRoute({ beginConnect }: Services): Route {
  return route<{ kind: ProviderKind }, undefined>({
    ...common,
    auth: adminsOnly,
    method: 'POST',
    path: '/senders/{kind}/connect',
    operationId: 'senders.connect',
    summary: 'Connect a mailbox at Google or Microsoft',
    description:
      'Requires at least the role admin. Returns the URL at which a person connects a mailbox at Google or Microsoft as a sender. Open it within ten minutes, in the browser in which you are signed in. The provider asks for permission to send from the mailbox, and redirects back. A mailbox that is already connected is connected again. A provider that the operator has not set up answers CONFLICT.',
    params: Joi.object({
      kind: Joi.valid(...providerKinds)
        .required()
        .description('The provider of the mailbox: `google` or `microsoft`.'),
    }),
    responses: {
      200: {
        description:
          'The URL at which Google or Microsoft asks the person for permission to send from the mailbox.',
        schema: Joi.object({
          url: Joi.string()
            .uri()
            .required()
            .description('The absolute URL at the provider, valid for ten minutes in this browser.'),
        }),
        example: { url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=spindle&status=Zk3vJ8' },
      },
    },
    errors: ['CONFLICT'],
    handle: async ({ signedIn: { user, session }, params: { kind } }) => {
      const whose = { organizationId: user.organizationId, userId: user.id, sessionId: session.id }
      return { status: 200, body: { url: await beginConnect.execute({ kind, ...whose }) } }
    },
  })
}

function getSenderRoute(services: Services): Route {
  return route<{ senderId: string }, undefined>({
    ...common,
    auth: anyone,
    method: 'GET',
    path: '/senders/{senderId}',
    operationId: 'senders.get',
    scope: 'senders:read',
    summary: 'See a sender',
    description:
      'Returns the account, the limits and the health of a sender. Passwords and tokens are never shown.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: ({ caller, params: { senderId } }) => shown(services, 200, caller.organizationId, senderId),
  })
}

function changeSenderRoute(services: Services): Route {
  const { changeSender } = services
  return route<{ senderId: string }, ChangeSenderCommand['changes']>({
    ...common,
    auth: adminsOnly,
    method: 'PATCH',
    path: '/senders/{senderId}',
    operationId: 'senders.update',
    summary: 'Edit a sender',
    description:
      'Changes a sender, from its next message on. Requires at least the role admin. Omitted fields stay as they are. `smtp` must be complete, with the password, and is tested before it is saved, together with `imap`. A change of `imap` requires `smtp` too. The address of a connected mailbox cannot change. A server that refuses the account, and limits that contradict each other, answer VALIDATION_FAILED. `isDefault: false` answers CONFLICT while a published spinner, or an unfinished job, has an e-mail step that names no sender; make another sender the default instead.',
    params,
    body: {
      schema: Joi.object({
        name: givenName.description('The name of the sender that recipients see, 1 to 200 characters.'),
        email: addressForm.description(
          'The new e-mail address of a sender of kind `smtp`. For other kinds it cannot change.',
        ),
        replyTo: replyToForm,
        signature: signatureForm,
        signatureHtml: signatureHtmlForm,
        isDefault: defaultForm,
        limits,
        smtp: smtpForm,
        imap: imapForm,
        dkimSelector: selectorForm,
        poolId: uuid
          .allow(null)
          .description('The id of the pool whose limit the sender shares with other senders; null for none.'),
      }),
      limit: smallBody,
      examples: { limits: { summary: 'A lower daily limit', value: { limits: { dailyLimit: 50 } } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, params: { senderId }, body: changes, revision, by }) => {
      const { organizationId } = signedIn.user
      const command = { organizationId, senderId, changes, revision, by: by(), signedIn }
      await changeSender.execute(command)
      return shown(services, 200, organizationId, senderId)
    },
  })
}

function disconnectSenderRoute({ senders }: Services): Route {
  return route<{ senderId: string }, undefined>({
    ...common,
    auth: adminsOnly,
    method: 'DELETE',
    path: '/senders/{senderId}',
    operationId: 'senders.delete',
    summary: 'Disconnect a sender',
    description:
      'Requires at least the role admin. Deletes the sender with its password or tokens, and revokes the permission at the provider. Recipients that wait for the sender are checked again and get another sender: up to 10,000 at once, the others within a minute. Refused with CONFLICT while a published spinner or an unfinished job uses it: a step names it, or it is the default sender and an e-mail step names none. Choose another sender in the steps and publish, or unpublish the spinner, and cancel its unfinished jobs. For the default sender, it is enough to make another sender the default.',
    params,
    responses: {
      200: {
        description: 'The sender was disconnected.',
        schema: Joi.object({
          isRevoked: Joi.boolean()
            .allow(null)
            .required()
            .description(
              'Whether the provider revoked the permission. If false, revoke it in the settings of the account at the provider. `null` if there was no permission.',
            ),
        }),
        example: { isRevoked: true },
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ params: { senderId }, requester }) => ({
      status: 200,
      body: { isRevoked: await senders.disconnect(requester(), senderId) },
    }),
  })
}

function pauseSenderRoute(services: Services): Route {
  const { senders } = services
  return route<{ senderId: string }, undefined>({
    ...common,
    auth: anyone,
    method: 'POST',
    path: '/senders/{senderId}/pause',
    operationId: 'senders.pause',
    summary: 'Pause a sender',
    description:
      'Stops a sender for all spinners. Recipients with messages from this sender wait until it is resumed. A sender that needs attention is refused with CONFLICT.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn: { user }, params: { senderId }, requester }) => {
      const { organizationId } = user
      await senders.pause(requester(), senderId)
      return shown(services, 200, organizationId, senderId)
    },
  })
}

function resumeSenderRoute(services: Services): Route {
  const { senders } = services
  return route<{ senderId: string }, { spinnerId?: string | null } | undefined>({
    ...common,
    auth: anyone,
    method: 'POST',
    path: '/senders/{senderId}/resume',
    operationId: 'senders.resume',
    summary: 'Resume a sender',
    description:
      'Lets a sender send again. An SMTP account that needed attention is tested first, and its refusal answers VALIDATION_FAILED. A mailbox at Google or Microsoft must be connected again instead (CONFLICT). The counts of bounces, complaints and refusals restart, and recipients that waited for the sender continue.',
    params,
    body: {
      schema: Joi.object({
        spinnerId: uuid
          .allow(null)
          .description(
            'The id of the only spinner for which the sender is resumed; by default it is resumed for all spinners for which it is paused.',
          ),
      }),
      limit: smallBody,
      optional: true,
      examples: { all: { summary: 'For all spinners', value: {} } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
    handle: async ({ signedIn: { user }, params: { senderId }, body, requester }) => {
      const { organizationId } = user
      const spinnerId = body?.spinnerId ?? null
      await senders.resume(requester(), senderId, spinnerId)
      return shown(services, 200, organizationId, senderId)
    },
  })
}

async function shown(
  { senderStore, clock, offers }: Services,
  status: number,
  organizationId: string,
  senderId: string,
): Promise<Answer> {
  const sender = orNotFound(await senderStore.find(organizationId, senderId), 'Sender not found')
  const health = await senderStore.healthOf(organizationId, [senderId], clock.now())
  const body = presentSender(sender, health.get(senderId), offers)
  return { status, body, headers: entityTag(sender) }
}
