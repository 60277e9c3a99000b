import Joi from 'joi'
import { smallBody } from './forms.ts'

/** The body of a request that rotates a signing secret. */
export interface SecretRotationBody {
  readonly endsPrevious?: boolean
}

/** The form of `SecretRotationBody`, which a request may leave out. */
export const secretRotationForm = {
  schema: Joi.object({
    endsPrevious: Joi.boolean().description(
      'Whether the present secret, and the secret that an earlier rotation replaced, end with this rotation instead of signing for one more day; false by default.',
    ),
  }),
  limit: smallBody,
  optional: true,
  examples: {
    day: { summary: 'The old secret signs for one more day', value: {} },
    leaked: { summary: 'Old secrets end with this rotation', value: { endsPrevious: true } },
  },
}
