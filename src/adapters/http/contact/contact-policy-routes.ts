import Joi from 'joi'
import { type ContactPolicy, maxOfPolicy } from '../../../domain/contact/contact-policy.ts'
import { revisionOfContent } from '../../../domain/revision.ts'
import { smallBody } from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { adminsOnly, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const limitForm = (name: keyof ContactPolicy, says: string) =>
  Joi.number()
    .integer()
    .min(1)
    .max(maxOfPolicy[name])
    .allow(null)
    .required()
    .description(`${says} The value is from 1 to ${maxOfPolicy[name]}, or null for no limit.`)

const schema = Joi.object({
  daysBetweenSpinners: limitForm(
    'daysBetweenSpinners',
    'The shortest time in days between the last message of one spinner to a person and the first message of another spinner.',
  ),
  messagesPerDay: limitForm(
    'messagesPerDay',
    'The largest number of messages to one person within 24 hours.',
  ),
  messagesPerWeek: limitForm(
    'messagesPerWeek',
    'The largest number of messages to one person within seven days.',
  ),
  activePerDomain: limitForm(
    'activePerDomain',
    'The largest number of people with an address at one domain who have been written to and have steps to go. People count from the time when the limit is set. Domains of public mail providers, such as gmail.com, have no limit.',
  ),
})
  .description('The limits on messages to one person across all spinners of the organization.')
  .meta({ named: 'ContactPolicy' })
const example = { daysBetweenSpinners: 14, messagesPerDay: 1, messagesPerWeek: 3, activePerDomain: null }
const response = { description: 'The contact policy of the organization.', schema, example }

function answerOf(policy: ContactPolicy): Answer {
  const { daysBetweenSpinners, messagesPerDay, messagesPerWeek, activePerDomain } = policy
  return {
    status: 200,
    headers: entityTag({ revision: revisionOfContent(policy) }),
    body: { daysBetweenSpinners, messagesPerDay, messagesPerWeek, activePerDomain },
  }
}

export function contactPolicyRoutes({ setContactPolicy, contactRuleStore }: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: '/organization/contact-policy',
      operationId: 'contactPolicy.get',
      summary: 'See the contact policy',
      description:
        'Returns the limits on messages to one person across all spinners of the organization. All limits are null at first. The header `ETag` is for `If-Match` of later changes.',
      tag: 'Organization',
      auth: { kind: 'session' },
      responses: { 200: response },
      handle: async ({ signedIn }) => answerOf(await contactRuleStore.policyOf(signedIn.user.organizationId)),
    }),
    route<unknown, ContactPolicy>({
      method: 'PUT',
      takesLong: true,
      path: '/organization/contact-policy',
      operationId: 'contactPolicy.set',
      summary: 'Set the contact policy',
      description:
        'Replaces the limits on messages to one person across all spinners. Requires at least the role admin. Applies from the next message on, also to running jobs. A recipient that only exceeds a limit for some time waits, and its reason shows the end of the wait. Recipients that already wait are checked again with the new limits. `CONFLICT` if the limits have changed since the `ETag` in `If-Match`.',
      tag: 'Organization',
      auth: adminsOnly,
      body: {
        schema,
        limit: smallBody,
        examples: {
          some: { summary: 'One message a day, three a week, two weeks between spinners', value: example },
        },
      },
      responses: { 200: response },
      handle: async ({ signedIn: { user }, body: policy, revision, by }) => {
        const { organizationId } = user
        await setContactPolicy.execute({ organizationId, policy, revision, by: by() })
        return answerOf(await contactRuleStore.policyOf(organizationId))
      },
    }),
  ]
}
