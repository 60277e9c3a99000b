import Joi from 'joi'
import {
  isAwaiting,
  statusOfThread,
  storedMailKinds,
  type ThreadMessage,
  threadStatuses,
} from '../../../domain/conversation/thread.ts'
import { messageStatuses } from '../../../domain/sender/message/logged-message.ts'
import type { ThreadView } from '../../../use-cases/conversation/threads.ts'
import { createdAtOf, idForm, idOf, momentForm } from '../forms.ts'
import { exampleLabel, labelSchema, presentLabel } from './label-presenter.ts'

const text = Joi.string().allow('')
const moment = momentForm.allow(null)

export const threadStatusForm = Joi.string()
  .valid(...threadStatuses)
  .description(
    'The state of the thread. `open`: a member still has to look at it. `snoozed`: it is open again at `snoozedUntil`, or when the person writes. `done`: nothing is left to do until the person writes again.',
  )

const personForm = Joi.object({
  id: Joi.string().required().description('The id of the person, as `GET /people` returns it.'),
  email: Joi.string().required().description('The e-mail address of the person.'),
})
  .required()
  .description('The person with whom the thread is.')
  .meta({ named: 'PersonOfThread' })

const latestForm = Joi.object({
  kind: Joi.string()
    .valid(...storedMailKinds)
    .required()
    .description('The kind of the mail.'),
  from: text.allow(null).required().description('The author of the mail; `null` if it is not known.'),
  subject: text.required().description('The subject of the mail.'),
  text: text.required().description('The beginning of what the author wrote, at most 200 characters.'),
})
  .allow(null)
  .required()
  .description('The latest mail of the thread; `null` if no mail of it is stored.')
  .meta({ named: 'LatestMail' })

const assigneeForm = Joi.object({
  id: idOf('the user'),
  name: text.required().description('The name of the user.'),
})
  .allow(null)
  .required()
  .description('The member to whom the thread is assigned; `null` if there is none.')
  .meta({ named: 'ThreadAssignee' })

export const threadSchema = Joi.object({
  id: idOf('the thread'),
  person: personForm,
  spinnerId: idForm
    .allow(null)
    .description(
      'The id of the spinner whose message the thread began with; `null` if a member wrote the first mail.',
    ),
  senderId: idForm
    .allow(null)
    .description(
      'The id of the sender from whose mailbox members answer; `null` if the mail server of the deployment wrote.',
    ),
  status: threadStatusForm.required(),
  snoozedUntil: moment.description('The time when a snoozed thread is open again, in UTC (ISO 8601).'),
  isUnread: Joi.boolean().required().description('Whether the thread has a mail that no member has read.'),
  isAwaiting: Joi.boolean()
    .required()
    .description('Whether the person wrote last, and the thread is neither answered nor done.'),
  labels: Joi.array().items(labelSchema).required().description('The labels of the thread.'),
  assignee: assigneeForm,
  latest: latestForm,
  messageCount: Joi.number()
    .integer()
    .required()
    .description('The number of stored mails of the thread, without the messages of jobs.'),
  omittedCount: Joi.number()
    .integer()
    .required()
    .description(
      'The number of automatic answers that were not stored, because the thread had three within a day: two machines answer each other.',
    ),
  lastMessageAt: momentForm.description('The time of the latest stored mail, in UTC (ISO 8601).'),
  lastReplyAt: moment.description('The time of the latest mail that the person wrote, in UTC (ISO 8601).'),
  createdAt: createdAtOf('the thread'),
})
  .description('A conversation with a person, without its messages.')
  .meta({ named: 'Thread' })

const attachmentForm = Joi.object({
  name: text.required().description('The name of the file; empty if it has none.'),
  mediaType: text.required().description('The media type of the file, as the mail says.'),
  size: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('The size in bytes; `null` if the mail was cut off within the file.'),
})
  .description('A file of a mail. Its content is not stored; it is in the mailbox.')
  .meta({ named: 'MailAttachment' })

export const threadMessageSchema = Joi.object({
  id: idOf('the message'),
  kind: Joi.string()
    .valid('sent', ...storedMailKinds)
    .required()
    .description(
      'The kind of the message. `sent`: a job sent it, and `GET /messages/{messageId}` returns it too. `reply`: a person wrote it. `autoReply`: a program answered. `bounce`: a mail server reported that a message was not delivered. `handWritten`: a member wrote it in a mail program. `answer`: a member wrote it in the inbox.',
    ),
  at: momentForm.description('The time of the message, in UTC (ISO 8601).'),
  from: text
    .allow(null)
    .required()
    .description('The author, with the name if the mail has one; `null` for messages of jobs.'),
  to: Joi.array().items(Joi.string()).required().description('The addresses of the recipients.'),
  subject: text.required().description('The subject of the message.'),
  text: text.allow(null).required().description('The text of the message; `null` if it is not stored.'),
  html: text
    .allow(null)
    .required()
    .description(
      'The HTML of the message as its author wrote it; `null` if there is none. It may contain scripts and remote pictures. Show it in an isolated frame that loads nothing.',
    ),
  attachments: Joi.array().items(attachmentForm).required().description('The files of the mail, at most 50.'),
  isTruncated: Joi.boolean()
    .required()
    .description('Whether the end of the mail is missing, because only the first 96 kB of a mail are read.'),
  senderId: idForm
    .allow(null)
    .description(
      'The id of the sender in whose mailbox the mail was found, or which sent the message; `null` if there is none.',
    ),
  status: Joi.alternatives(Joi.string().valid(...messageStatuses), Joi.valid(null))
    .required()
    .description('The state of a message that a job sent, as in `GET /messages`; `null` for mails.'),
  jobId: idForm
    .allow(null)
    .description('The id of the job whose message it is or is about; `null` if there is none.'),
  recordId: Joi.string()
    .allow(null)
    .required()
    .description('The id of the record of the person in that job; `null` if there is none.'),
  step: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description('The number of the step of that job, counted from 0; `null` if there is none.'),
})
  .description('A message of a thread: a stored mail, or a message that a job sent.')
  .meta({ named: 'ThreadMessage' })

export const exampleThread = {
  id: '01983b5e-7c00-7000-8000-0000000000f1',
  person: { id: 'Zm9yLWV4YW1wbGUtYS1kaWdlc3Qtb2YtYW4tYWRkcmVzcw', email: 'ada@example.com' },
  spinnerId: '01936f4e-77b2-7c53-8d10-aabbccddeeff',
  senderId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e99',
  status: 'open',
  snoozedUntil: null,
  isUnread: true,
  isAwaiting: true,
  labels: [exampleLabel],
  assignee: { id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e01', name: 'Grace Hopper' },
  latest: {
    kind: 'reply',
    from: 'Ada Lovelace <ada@example.com>',
    subject: 'Re: Your trial',
    text: 'Yes, Tuesday suits me.',
  },
  messageCount: 1,
  omittedCount: 0,
  lastMessageAt: '2026-11-20T09:30:00.000Z',
  lastReplyAt: '2026-11-20T09:30:00.000Z',
  createdAt: '2026-11-20T09:30:00.000Z',
}

export const exampleThreadMessage = {
  id: '01983b5e-7c00-7000-8000-0000000000f2',
  kind: 'reply',
  at: '2026-11-20T09:30:00.000Z',
  from: 'Ada Lovelace <ada@example.com>',
  to: ['sales@example.com'],
  subject: 'Re: Your trial',
  text: 'Yes, Tuesday suits me.',
  html: null,
  attachments: [{ name: 'Agenda.pdf', mediaType: 'application/pdf', size: 48_213 }],
  isTruncated: false,
  senderId: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e99',
  status: null,
  jobId: '01936f50-1a2b-7c3d-8e4f-5061728394a5',
  recordId: '5120',
  step: 0,
}

/** The form of a mail of a thread in the export of a person. */
export const exportedMailForm = Joi.object({
  id: idOf('the mail'),
  threadId: idOf('the thread of the mail'),
  kind: Joi.string()
    .valid(...storedMailKinds)
    .required()
    .description('The kind of the mail.'),
  at: momentForm.description('The time of the mail, in UTC (ISO 8601).'),
  from: text.allow(null).required().description('The author of the mail; `null` if it is not known.'),
  to: Joi.array().items(Joi.string()).required().description('The addresses of the recipients.'),
  subject: text.required().description('The subject of the mail.'),
  text: text.allow(null).required().description('The text of the mail; `null` if it cannot be decrypted.'),
  html: text.allow(null).required().description('The HTML of the mail; `null` if there is none.'),
  attachments: Joi.array().items(attachmentForm).required().description('The files of the mail.'),
})
  .description('A stored mail of a thread.')
  .meta({ named: 'ExportedMail' })

export const exampleExportedMail = {
  id: exampleThreadMessage.id,
  threadId: exampleThread.id,
  kind: 'reply',
  at: exampleThreadMessage.at,
  from: exampleThreadMessage.from,
  to: exampleThreadMessage.to,
  subject: exampleThreadMessage.subject,
  text: exampleThreadMessage.text,
  html: null,
  attachments: exampleThreadMessage.attachments,
}

export function presentThread({ thread, personId, labels, assignee }: ThreadView, now: Date): object {
  const {
    organizationId: _organizationId,
    address,
    assigneeId: _assigneeId,
    lastAnswerAt: _answered,
    ...fields
  } = thread
  return {
    ...fields,
    person: { id: personId, email: address },
    status: statusOfThread(thread, now),
    isAwaiting: isAwaiting(thread),
    labels: labels.map(presentLabel),
    assignee: assignee === null ? null : { id: assignee.id, name: assignee.name },
  }
}

export function presentThreadMessage(message: ThreadMessage): object {
  return message
}
