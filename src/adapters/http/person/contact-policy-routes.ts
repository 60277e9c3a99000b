import Joi from 'joi'
import { type ContactPolicy, mostOfPolicy } from '../../../domain/person/contact-policy.ts'
import type { ContactPolicies } from '../../../ports/person/contact-policies.ts'
import type { SetContactPolicy } from '../../../use-cases/person/set-contact-policy.ts'
import { smallBody } from '../forms.ts'
import { adminsOnly, type Route, route } from '../route.ts'

const limitForm = (name: keyof ContactPolicy, says: string) =>
  Joi.number()
    .integer()
    .min(1)
    .max(mostOfPolicy[name])
    .allow(null)
    .required()
    .description(`${says} Null for no limit.`)

const schema = Joi.object({
  daysBetweenSpinners: limitForm(
    'daysBetweenSpinners',
    'Days between the last message of one spinner to a person and the first of another.',
  ),
  messagesPerDay: limitForm('messagesPerDay', 'Messages to one person within 24 hours.'),
  messagesPerWeek: limitForm('messagesPerWeek', 'Messages to one person within seven days.'),
  activePerDomain: limitForm(
    'activePerDomain',
    'People with an address at one domain who are on the way at once: written to, with steps to go. Counted from when it is set; not at domains where everybody may have a mailbox, as gmail.com.',
  ),
}).meta({ named: 'ContactPolicy' })
const example = { daysBetweenSpinners: 14, messagesPerDay: 1, messagesPerWeek: 3, activePerDomain: null }
const response = { description: 'The contact policy.', schema, example }

const present = ({
  daysBetweenSpinners,
  messagesPerDay,
  messagesPerWeek,
  activePerDomain,
}: ContactPolicy): object => ({ daysBetweenSpinners, messagesPerDay, messagesPerWeek, activePerDomain })

export interface ContactPolicyOptions {
  readonly setContactPolicy: SetContactPolicy
  readonly contactPolicies: ContactPolicies
}

export function contactPolicyRoutes({ setContactPolicy, contactPolicies }: ContactPolicyOptions): Route[] {
  return [
    route({
      method: 'GET',
      path: '/organization/contact-policy',
      summary: 'See how often one person is written to',
      description: 'Across all spinners of the organization. All null at first.',
      tag: 'Organization',
      auth: { kind: 'session' },
      responses: { 200: response },
      errors: [],
      handle: async ({ signedIn }) => ({
        status: 200,
        body: present(await contactPolicies.of(signedIn.user.organizationId)),
      }),
    }),
    route<unknown, ContactPolicy>({
      method: 'PUT',
      takesLong: true,
      path: '/organization/contact-policy',
      summary: 'Set how often one person is written to',
      description:
        'For admins. Holds from the next message on, also for jobs that run. A recipient that only has to wait does so, and its reason says until when. Those who wait already are looked at again by what holds now.',
      tag: 'Organization',
      auth: adminsOnly,
      body: {
        schema,
        limit: smallBody,
        examples: {
          some: { summary: 'One a day, three a week, two weeks between spinners', value: example },
        },
      },
      responses: { 200: response },
      errors: [],
      handle: async ({ signedIn: { user }, body: policy, by }) => {
        const { organizationId } = user
        await setContactPolicy.execute({ organizationId, policy, by: by() })
        return { status: 200, body: present(await contactPolicies.of(organizationId)) }
      },
    }),
  ]
}
