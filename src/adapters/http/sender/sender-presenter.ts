import Joi from 'joi'
import { serviceActor } from '../../../domain/actor-view.ts'
import { imapOf } from '../../../domain/sender/imap-server.ts'
import { signInWarning } from '../../../domain/sender/refusal/password-sign-in.ts'
import { type Sender, senderKinds, senderStatuses } from '../../../domain/sender/sender.ts'
import type { SenderOffers } from '../../../domain/sender/sender-offers.ts'
import { tlsModes } from '../../../domain/sender/smtp-server.ts'
import type { SenderHealthView, SenderPauseForSpinner } from '../../../ports/sender/pacing/sender-health.ts'
import type { SenderView } from '../../../ports/sender/senders.ts'
import { createdAtOf, givenName, idOf, uuid } from '../forms.ts'
import {
  healthForm,
  pauseOfSender,
  pauseOfSenderSchema,
  pauseSchema,
  presentHealth,
} from './pause-presenter.ts'
import { readableAddress } from './readable-address.ts'

const account = {
  host: Joi.string().description('The name or IP address of the mail server.'),
  port: Joi.number().integer().description('The TCP port of the mail server, 1 to 65,535.'),
  tls: Joi.valid(...tlsModes).description(
    'The encryption of the connection to the mail server: `tls` from the first byte, `starttls` before the sign-in, or `none`.',
  ),
  user: Joi.string().description('The user name with which the service signs in to the mail server.'),
}

export const limitForms = {
  dailyLimit: Joi.number()
    .integer()
    .min(1)
    .max(1_000_000)
    .allow(null)
    .description(
      'The largest number of messages of the sender a day, 1 to 1,000,000, in the time zone of the sender; null for no limit.',
    ),
  gapSeconds: Joi.number()
    .integer()
    .min(0)
    .max(86_400)
    .description(
      'The shortest time between two messages of the sender, 0 to 86,400 seconds. A random time of up to the same length is added.',
    ),
  ramp: Joi.object({
    start: Joi.number()
      .integer()
      .min(1)
      .max(1_000_000)
      .required()
      .description('The daily limit on the first day, 1 to 1,000,000 messages, at most `dailyLimit`.'),
    add: Joi.number()
      .integer()
      .min(1)
      .max(1_000_000)
      .required()
      .description('The number of messages by which the daily limit grows, 1 to 1,000,000.'),
    everyDays: Joi.number()
      .integer()
      .min(1)
      .max(365)
      .required()
      .description('The number of days after which the daily limit grows, 1 to 365.'),
  })
    .allow(null)
    .meta({ named: 'SenderRamp' })
    .description(
      'The ramp of the daily limit: it starts with `start` messages a day and grows by `add` every `everyDays` days, up to `dailyLimit`, which it requires. `null` for no ramp.',
    ),
  timeZone: Joi.string()
    .max(100)
    .description(
      'The time zone that defines the days of the sender, such as `Europe/Vienna`; `UTC` by default.',
    ),
}

const spinnerPause = pauseOfSenderSchema(
  'SenderPauseForSpinner',
  {
    spinnerId: idOf('the spinner for which the sender is paused'),
    spinnerName: Joi.string()
      .allow(null)
      .required()
      .description('The name of the spinner; null if it was deleted.'),
  },
  { spinnerId: '01936f4e-77b2-7c53-8d10-aabbccddeeff', spinnerName: 'Welcome' },
)

export const senderSchema = Joi.object({
  id: idOf('the sender'),
  kind: Joi.valid(...senderKinds)
    .required()
    .description(
      'The kind of sender. `deployment`: the server of this service; `smtp`: an SMTP account; `google` or `microsoft`: a connected mailbox.',
    ),
  name: givenName
    .required()
    .description('The name of the sender that recipients see beside its address, 1 to 200 characters.'),
  email: Joi.string()
    .required()
    .description('The e-mail address from which messages are sent, with an ASCII domain (punycode).'),
  readableAddress: Joi.string()
    .required()
    .description(
      'The e-mail address of the sender with its domain in readable form (Unicode instead of punycode).',
    ),
  replyTo: Joi.string()
    .allow(null)
    .required()
    .description('The e-mail address to which replies to the sender go; null if they go to `email`.'),
  signature: Joi.string()
    .allow(null)
    .required()
    .description(
      'The plain text that is added below the messages of the sender, unless their step says otherwise; null for none.',
    ),
  signatureHtml: Joi.string()
    .allow(null)
    .required()
    .description(
      'The HTML that stands for `signature` in the HTML of messages; null if the plain text is shown there.',
    ),
  status: Joi.valid(...senderStatuses)
    .required()
    .description(
      'The state of the sender: `connected` sends. `paused` sends nothing until it is resumed. `needsAttention` sends nothing, because its server or provider refuses the account.',
    ),
  fault: Joi.object({
    code: Joi.string()
      .required()
      .description(
        'The code of the reason, such as `SMTP_REFUSED`, `PROVIDER_REFUSED` or `PROVIDER_REFUSES`.',
      ),
    serverResponse: Joi.string()
      .allow('')
      .required()
      .description('The error text of the mail server or provider; empty if it gave none.'),
    numbers: Joi.object()
      .pattern(Joi.string(), Joi.number())
      .description('The counts of messages that led to a pause, by name; absent for other reasons.'),
  })
    .allow(null)
    .required()
    .description('The reason why the sender does not send; null if it sends.'),
  isDefault: Joi.boolean().required().description('Whether steps without senders use this sender.'),
  limits: Joi.object({
    dailyLimit: limitForms.dailyLimit.required(),
    gapSeconds: limitForms.gapSeconds.required(),
    ramp: limitForms.ramp.required(),
    timeZone: limitForms.timeZone.required(),
  })
    .required()
    .meta({ named: 'SenderLimits' })
    .description('The limits of the sender. Messages above a limit wait; none is dropped.'),
  rampFrom: Joi.string()
    .allow(null)
    .required()
    .description(
      'The day on which the gradual increase of the daily limit (`ramp`) began; null without a ramp.',
    ),
  maxPerDay: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The number of e-mails a day that the operator of this service permits by its mail server, in addition to the limits of the sender. A sender with this limit sends for steps that name no sender while there is no default, and cannot be deleted. Null if the operator sets no limit, and for senders with their own accounts.',
    ),
  poolId: uuid
    .allow(null)
    .required()
    .description('The id of the pool whose limit the sender shares with other senders; null for none.'),
  usedToday: Joi.number()
    .integer()
    .required()
    .description(
      'The number of messages on the current day, in the time zone of the sender, that count on its daily limit.',
    ),
  allowedToday: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'The largest number of messages that the sender may send on the current day, with the ramp; null for no limit.',
    ),
  lastDay: healthForm
    .required()
    .description(
      "The counts of the sender's messages of the last 24 hours, for all spinners, and of their bounces, complaints and refusals.",
    ),
  pause: pauseSchema
    .allow(null)
    .required()
    .description(
      'The pause of the sender after a temporary refusal or an unconfirmed message: its messages wait until its end. `reason` is the code of the refusal, such as `MAIL_TEMPORARILY_REFUSED`, or `MAIL_UNCONFIRMED` if the server did not confirm a message. Null if there is none.',
    ),
  spinnerPauses: Joi.array()
    .items(spinnerPause)
    .required()
    .description('The spinners for which the sender is paused. It sends for all other spinners.'),
  smtp: Joi.object({
    host: account.host.required(),
    port: account.port.required(),
    tls: account.tls.required(),
    user: account.user.required(),
  })
    .allow(null)
    .required()
    .description('The SMTP account of a sender of kind `smtp`, without its password; null for other kinds.'),
  imap: Joi.object({
    host: account.host.required(),
    port: account.port.required(),
    tls: Joi.valid('tls', 'starttls')
      .required()
      .description(
        'The encryption of the connection to the IMAP server: `tls` from the first byte, or `starttls` before the sign-in.',
      ),
    user: account.user.description('The user name at the IMAP server; absent if it is that of `smtp`.'),
  })
    .allow(null)
    .required()
    .description(
      'The IMAP account from which replies to a sender of kind `smtp` are read; null if they are not read.',
    ),
  dkimSelector: Joi.string()
    .allow(null)
    .required()
    .description(
      'The DKIM selector: the name under which the domain publishes the key of its signatures; null if none was given.',
    ),
  readsReplies: Joi.boolean()
    .required()
    .description('Whether the service can read replies to the sender. A reply stops its recipient.'),
  warning: Joi.object({
    code: Joi.valid('PASSWORD_SIGN_IN_ENDS').required().description('The code of the warning.'),
    message: Joi.string().required().description('The warning in words, with what to do.'),
  })
    .allow(null)
    .required()
    .description(
      'A warning about a sender that will stop sending: its mail server turns off the sign-in with a password. Null if there is none.',
    ),
  createdAt: createdAtOf('the sender'),
  revision: Joi.number()
    .integer()
    .required()
    .description('The revision of the sender, which each change increases; also in the header `ETag`.'),
})
  .description('An account from which messages are sent, with its limits and its health.')
  .meta({ named: 'Sender' })

export const exampleSender = {
  id: '01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  kind: 'google',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  readableAddress: 'grace@example.com',
  replyTo: null,
  signature: 'Grace Hopper\nExample Ltd.',
  signatureHtml: '<p><strong>Grace Hopper</strong><br>Example Ltd.</p>',
  status: 'connected',
  fault: null,
  isDefault: true,
  limits: {
    dailyLimit: 200,
    gapSeconds: 90,
    ramp: { start: 20, add: 20, everyDays: 1 },
    timeZone: 'Europe/Vienna',
  },
  rampFrom: '2026-11-21',
  maxPerDay: null,
  poolId: null,
  usedToday: 12,
  allowedToday: 20,
  lastDay: { sent: 19, bounced: 0, complained: 0, refused: 0 },
  pause: null,
  spinnerPauses: [],
  smtp: null,
  imap: null,
  dkimSelector: null,
  readsReplies: true,
  warning: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  revision: 1,
}

/** Returns a sender as the API shows it, without its health if it has sent nothing yet. */
export function presentSender(
  sender: SenderView,
  health: SenderHealthView | undefined,
  { deploymentHost = null }: Pick<SenderOffers, 'deploymentHost'>,
): object {
  const { id, kind, name, email, replyTo, signature, signatureHtml, status, fault, isDefault } = sender
  const {
    dailyLimit,
    gapSeconds,
    ramp,
    timeZone,
    rampFrom,
    maxPerDay,
    poolId,
    usedToday,
    createdAt,
    revision,
  } = sender
  const imap = imapOf(sender.settings)
  return {
    id,
    kind,
    name,
    email,
    readableAddress: readableAddress(email),
    replyTo,
    signature,
    signatureHtml,
    status,
    fault,
    isDefault,
    limits: { dailyLimit, gapSeconds, ramp: ramp && rampInOrder(ramp), timeZone },
    rampFrom,
    maxPerDay,
    poolId,
    usedToday,
    allowedToday: health?.allowedToday ?? null,
    lastDay: presentHealth(health?.day ?? {}),
    pause: pauseOfCooldown(health?.cooldown ?? null),
    spinnerPauses: (health?.pauses ?? []).map(presentPause),
    smtp: smtpOf(sender),
    imap,
    dkimSelector: sender.settings['dkimSelector'] || null,
    readsReplies: imap !== null || sender.settings['readsReplies'] === true,
    warning: warningOf(sender, deploymentHost),
    createdAt,
    revision,
  }
}

function warningOf({ kind, settings }: Sender, deploymentHost: string | null): object | null {
  const host = kind === 'deployment' ? deploymentHost : kind === 'smtp' ? settings['host'] : null
  const message = signInWarning(typeof host === 'string' ? host : null, kind === 'smtp')
  return message === null ? null : { code: 'PASSWORD_SIGN_IN_ENDS', message }
}

function presentPause(pause: SenderPauseForSpinner): object {
  const { spinnerId, spinnerName } = pause
  return { spinnerId, spinnerName, ...pauseOfSender(pause) }
}

/**
 * Returns a sender's ramp, by which its daily limit grows, with the fields in a fixed order. The database
 * stores them in another one.
 */
function rampInOrder({ start, add, everyDays }: NonNullable<Sender['ramp']>) {
  return { start, add, everyDays }
}

function smtpOf({ kind, settings }: Sender): object | null {
  if (kind !== 'smtp') return null
  const { host, port, tls, user } = settings
  return { host, port, tls, user }
}

function pauseOfCooldown(cooldown: SenderHealthView['cooldown']): object | null {
  return (
    cooldown && { by: serviceActor, at: null, until: cooldown.until.toISOString(), reason: cooldown.code }
  )
}
