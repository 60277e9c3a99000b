import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import type { PersonSought } from '../../../domain/person/person-sought.ts'
import type { JobSteps } from '../../../ports/job/job-steps.ts'
import type { ExplainContact } from '../../../use-cases/person/explain-contact.ts'
import type { FollowPerson } from '../../../use-cases/person/follow-person.ts'
import {
  emailForm,
  emailInQuery,
  listBody,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { everybody, type Route, route } from '../route.ts'
import {
  exampleExplanation,
  examplePerson,
  explanationSchema,
  personSchema,
  presentExplanation,
  presentItem,
  presentPerson,
} from './person-presenter.ts'

export interface PersonOptions {
  readonly followPerson: FollowPerson
  readonly explainContact: ExplainContact
  readonly jobSteps: JobSteps
}

interface PersonQuery extends PageQuery {
  readonly email?: string
  readonly column?: string
  readonly value?: string
}

const common = { tag: 'People', auth: { kind: 'session' } } as const

export function personRoutes({ followPerson, explainContact, jobSteps }: PersonOptions): Route[] {
  return [
    route<unknown, undefined, PersonQuery>({
      ...common,
      method: 'GET',
      path: '/people',
      summary: 'See where a person stands',
      description:
        'Everything that happened to a person, over all tables of the organization, newest first: how their records arrived and were changed, which leads of theirs are held or were refused, which jobs took them, what was sent, skipped and why, and each time that they unsubscribed, that mail bounced, that they complained or that a suppression was lifted. A record is theirs if any of its cells is their address. Give `email`, or `column` and `value` to find them by something else (a phone number, an account). The tables are searched for each page; a million records take two seconds.',
      query: Joi.object<PersonQuery>({
        email: emailInQuery.description('The address of the person.'),
        column: Joi.string().max(200).description('The name of a column; with `value`.'),
        value: Joi.string().max(1000).description('What the column says of them; with `column`.'),
        ...pageQuery,
      }),
      responses: {
        200: {
          description: 'The person, and a page of the timeline.',
          schema: personSchema,
          example: examplePerson,
        },
      },
      errors: [],
      handle: async ({ signedIn: { user }, query }) => {
        const { organizationId } = user
        const found = await followPerson.execute({
          organizationId,
          sought: soughtBy(query),
          page: pageOfQuery(query),
        })
        const jobIds = new Set(found.items.flatMap((item) => ('jobId' in item ? [item.jobId] : [])))
        const programs = await jobSteps.programsOf(organizationId, [...jobIds])
        const list = listBody(found, (item) => presentItem(item, programs))
        return { status: 200, body: { ...presentPerson(found), ...list } }
      },
    }),
    route<unknown, { email: string; spinnerId: string }>({
      ...common,
      method: 'POST',
      path: '/people/explain',
      // Every role may call this route, because it stores nothing.
      auth: everybody,
      summary: 'Explain whether a spinner would write to a person',
      description:
        'Whether a run of the spinner that starts now would write to the address, by the rules that the runtime goes by; if not, the first rule that says no, and when that changes. Steps that wait are taken to have waited. Nothing is sent.',
      body: {
        schema: Joi.object({ email: emailForm, spinnerId: uuid.required() }),
        limit: smallBody,
        examples: {
          person: {
            summary: 'A person and a spinner',
            value: { email: 'ada@example.com', spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f' },
          },
        },
      },
      responses: {
        200: { description: 'The answer.', schema: explanationSchema, example: exampleExplanation },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ signedIn: { user }, body: { email, spinnerId } }) => {
        const { organizationId } = user
        const refusal = await explainContact.execute({ organizationId, email, spinnerId })
        return { status: 200, body: presentExplanation(refusal) }
      },
    }),
  ]
}

function soughtBy({ email, column, value }: PersonQuery): PersonSought {
  if (email !== undefined && column === undefined && value === undefined) return { email }
  if (email === undefined && column !== undefined && value !== undefined) return { column, value }
  throw new DomainError('VALIDATION_FAILED', {
    message: 'Say who it is by `email` alone, or by `column` and `value` together',
    errors: [{ pointer: '#query/email', code: 'REQUIRED' }],
  })
}
