import Joi from 'joi'
import { maxSecretGraceSeconds } from '../../domain/signing-secrets.ts'
import { momentForm, smallBody } from './forms.ts'
import type { BodyOfRoute } from './route.ts'

/** The body of a request that rotates a secret, which the request may leave out. */
export type RotationBody = { readonly graceSeconds: number } | undefined

/** The grace period that a rotation may choose for what it replaces, in seconds. */
interface GracePeriod {
  /** The kind of secret that is replaced, such as `URL`. */
  readonly replaced: string
  readonly defaultSeconds: number
  readonly maxSeconds: number
}

/** Returns the body of a route that rotates a secret, and the function that reads the grace period from it. */
export function rotationOf({ replaced, defaultSeconds, maxSeconds }: GracePeriod): {
  readonly body: BodyOfRoute<RotationBody>
  readonly graceSecondsIn: (sent: RotationBody) => number
} {
  const graceSeconds = Joi.number()
    .integer()
    .min(0)
    .max(maxSeconds)
    .default(defaultSeconds)
    .description(
      `The number of seconds for which the old ${replaced} also works, 0 to ${maxSeconds}; ${defaultSeconds} by default. 0 ends it at once.`,
    )
  const longest = { summary: 'The longest grace period', value: { graceSeconds: maxSeconds } }
  return {
    body: {
      schema: Joi.object<{ readonly graceSeconds: number }>({ graceSeconds }),
      limit: smallBody,
      optional: true,
      examples: {
        byDefault: { summary: 'The default grace period', value: {} },
        atOnce: { summary: `The old ${replaced} ends at once`, value: { graceSeconds: 0 } },
        ...(maxSeconds > 0 && { longest }),
      },
    },
    graceSecondsIn: (sent) => sent?.graceSeconds ?? defaultSeconds,
  }
}

/** Returns the form of the field `previousUntil` in the answer to a rotation. */
export const previousUntilOf = (replaced: string) =>
  momentForm
    .allow(null)
    .description(
      `The time until which the old ${replaced} also works, or a time in the past; \`null\` if no old ${replaced} works.`,
    )

/** The rotation of a secret that signs requests to receivers, which need time to get the new secret. */
export const secretRotation = rotationOf({
  replaced: 'secret',
  defaultSeconds: maxSecretGraceSeconds,
  maxSeconds: maxSecretGraceSeconds,
})
