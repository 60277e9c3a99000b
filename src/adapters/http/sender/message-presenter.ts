import Joi from 'joi'
import type { OutboxMessage } from '../../../domain/sender/message/message.ts'
import { idForm, momentForm } from '../forms.ts'
import { exampleJobId } from '../job/job-presenter.ts'

export function presentMessage(message: OutboxMessage): object {
  const { id, jobId, recordId, step, to, subject, text, html, createdAt } = message
  return { id, jobId, recordId, step, to, subject, text, html, createdAt }
}

export const messageSchema = Joi.object({
  id: idForm,
  jobId: idForm,
  recordId: Joi.string().required(),
  step: Joi.number().integer().required(),
  to: Joi.string().required(),
  subject: Joi.string().allow('').required(),
  text: Joi.string().allow('', null).required(),
  html: Joi.string().allow('', null).required(),
  createdAt: momentForm,
}).meta({ named: 'Message' })

export const exampleMessage = {
  id: '01936f50-2d8f-7e54-9c22-6f708192a3b4',
  jobId: exampleJobId,
  recordId: '5120',
  step: 1,
  to: 'ada@example.com',
  subject: 'Welcome, Ada',
  text: 'Hello Ada, …',
  html: null,
  createdAt: '2026-11-20T09:00:01.000Z',
}
