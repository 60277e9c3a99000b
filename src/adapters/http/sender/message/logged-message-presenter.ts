import Joi from 'joi'
import { messageStatuses } from '../../../../domain/sender/message/logged-message.ts'
import { createdAtOf, idForm } from '../../forms.ts'
import { placeOfMessage } from './message-presenter.ts'
import { exampleJobId } from './reason-form.ts'

const nullableText = Joi.string().allow('', null).required()

export const statusForm = Joi.valid(...messageStatuses).description(
  'The outcome of the message. `captured`: not sent, because no SMTP server is configured. `sent`: a mail server or provider accepted it, or test mode captured it. `failed`: it was not sent. `unconfirmed`: it may have been sent. `bounced`, `complained` and `replied` are reactions to a sent message.',
)

export const loggedMessageSchema = Joi.object({
  ...placeOfMessage,
  spinnerId: idForm
    .allow(null)
    .description(
      'The id of the spinner that sent the message; null if the job that sent the message is no longer stored.',
    ),
  senderId: idForm
    .allow(null)
    .description(
      'The id of the sender from whose account the message was sent; null if the mail server of the deployment sent it.',
    ),
  to: Joi.string().allow('').required().description('The e-mail address of the recipient.'),
  subject: Joi.string().allow('').required().description('The subject line of the message; may be empty.'),
  status: statusForm.required(),
  messageId: nullableText.description('The `Message-ID` header of the sent message.'),
  providerId: nullableText.description(
    'The id that the provider of the sender gave the message; null if there is none.',
  ),
  serverResponse: nullableText.description(
    'The response of the mail server or provider, or the text of the reply.',
  ),
  createdAt: createdAtOf('the log entry'),
})
  .description('An e-mail that was sent or captured, with its outcome and without its body.')
  .meta({ named: 'LoggedMessage' })

const part = Joi.string().allow('', null).required()

export const loggedMessageWithBodySchema = loggedMessageSchema
  .keys({
    text: part.description(
      'The plain text of the message; null if it had none, or the organization does not store bodies.',
    ),
    html: part.description(
      'The HTML of the message; null if it had none, or the organization does not store bodies.',
    ),
  })
  .description('An e-mail that was sent or captured, with its outcome and its body.')
  .meta({ named: 'LoggedMessageWithBody' })

const exampleListed = {
  id: '01936f50-2d8f-7e54-9c22-6f708192a3b4',
  jobId: exampleJobId,
  spinnerId: '01936f4e-77b2-7c53-8d10-aabbccddeeff',
  recordId: '5120',
  step: 1,
  path: '2',
  senderId: null,
  to: 'ada@example.com',
  subject: 'Welcome, Ada',
  status: 'sent',
  messageId: '<k3b9.2f@example.com>',
  providerId: null,
  serverResponse: '250 2.0.0 Ok: queued as 4Y1k',
  createdAt: '2026-11-20T09:00:01.000Z',
}

export const exampleLogged = exampleListed
export const exampleLoggedMessage = { ...exampleListed, text: 'Hello Ada, …', html: null }
