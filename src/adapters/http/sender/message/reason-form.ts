import Joi from 'joi'
import { reasonCodes } from '../../../../domain/reason.ts'

export const exampleJobId = '01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d'

export const reasonCodeForm = Joi.valid(...reasonCodes)

const reasonSchema = Joi.object({
  code: reasonCodeForm
    .required()
    .description(
      'The stable code of the reason why the recipient is in its state. [/docs/errors](/docs/errors#reasons) explains each code.',
    ),
  message: Joi.string()
    .required()
    .description(
      'The reason as a sentence for people. If a mail server or a webhook receiver refused the message, the text of its answer.',
    ),
  evidence: Joi.object()
    .pattern(Joi.string(), [Joi.string(), Joi.number()])
    .allow(null)
    .required()
    .description(
      'The facts behind the reason by name, such as `recordId`, `jobId`, `limit` or `until` (the end of a wait); null if there are none. [/docs/errors](/docs/errors#reasons) lists them for each code.',
    ),
}).meta({ named: 'Reason' })

/** The form of the reason for a recipient's state, also used in a person's timeline. */
export const reasonForm = reasonSchema
  .allow(null)
  .description(
    'The reason why the recipient was skipped, failed, is unconfirmed (the message may have been sent or not), waits or was stopped. Null if there is none, and for jobs of an earlier version of the service.',
  )
