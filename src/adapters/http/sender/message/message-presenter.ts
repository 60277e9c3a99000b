import Joi from 'joi'
import { idOf, momentForm } from '../../forms.ts'
import { exampleJobId } from './reason-form.ts'

/** The forms of a message's id and of its job, recipient and step. */
export const placeOfMessage = {
  id: idOf('the message'),
  jobId: idOf('the job that sent the message'),
  recordId: Joi.string().required().description('The id of the record for which the message was made.'),
  step: Joi.number()
    .integer()
    .required()
    .description('The index of the step of the spinner that made the message, from 0.'),
  path: Joi.string()
    .required()
    .description(
      'The position of that step in words, counted from 1, such as "2" or "1 › Yes › 2"; the number of the step if the job is no longer stored.',
    ),
}

export const messageSchema = Joi.object({
  ...placeOfMessage,
  to: Joi.string().required().description('The e-mail address of the recipient.'),
  subject: Joi.string().allow('').required().description('The subject line of the message; may be empty.'),
  text: Joi.string()
    .allow('', null)
    .required()
    .description(
      'The plain text of the message. If the step has only HTML, the text was made from the HTML; null if it was captured before version 1.0.0.',
    ),
  html: Joi.string()
    .allow('', null)
    .required()
    .description('The HTML of the message; null if it has only plain text.'),
  createdAt: momentForm.description('The time when the message was stored instead of sent (UTC, ISO 8601).'),
})
  .description('An e-mail that was captured instead of sent, because no SMTP server is configured.')
  .meta({ named: 'Message' })

export const exampleMessage = {
  id: '01936f50-2d8f-7e54-9c22-6f708192a3b4',
  jobId: exampleJobId,
  recordId: '5120',
  step: 1,
  path: '2',
  to: 'ada@example.com',
  subject: 'Welcome, Ada',
  text: 'Hello Ada, …',
  html: null,
  createdAt: '2026-11-20T09:00:01.000Z',
}
