import Joi from 'joi'
import { DomainError } from '../../../domain/errors.ts'
import type { PersonQuery } from '../../../domain/person/person-query.ts'
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
import { everyRole, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import {
  exampleExplanation,
  examplePerson,
  explanationSchema,
  personSchema,
  presentExplanation,
  presentItem,
  presentPerson,
} from './person-presenter.ts'

interface PersonRouteQuery extends PageQuery {
  readonly email?: string
  readonly column?: string
  readonly value?: string
}

const common = { tag: 'People', auth: { kind: 'session' } } as const

export function personRoutes(services: Services): Route[] {
  return [timelineRoute(services), explainRoute(services)]
}

function timelineRoute({ followPerson, jobStore }: Services): Route {
  return route<unknown, undefined, PersonRouteQuery>({
    ...common,
    method: 'GET',
    path: '/people',
    operationId: 'people.get',
    scope: 'people:read',
    listsReach: true,
    summary: 'See the timeline of a person',
    description:
      'Returns everything that happened to a person in all tables of the organization, newest first. The timeline contains the arrivals and changes of the records of the person, held and refused arrivals, and jobs that took the records. It also contains sent and skipped messages with the reason, unsubscribes, bounces, complaints and lifted suppressions. A record belongs to a person if any of its cells is their address. Give `email`, or `column` and `value` to find a person by another value, such as a phone number. The tables are searched for each page; a million records take about two seconds.',
    query: Joi.object<PersonRouteQuery>({
      email: emailInQuery.description('The e-mail address of the person.'),
      column: Joi.string()
        .max(200)
        .description('The name of a column that identifies the person; requires `value`.'),
      value: Joi.string()
        .max(1000)
        .description('The value of the column in the records of the person; requires `column`.'),
      ...pageQuery,
    }),
    responses: {
      200: {
        description: 'The person and a page of their timeline.',
        schema: personSchema,
        example: examplePerson,
      },
    },
    handle: async ({ caller, query }) => {
      const { organizationId } = caller
      const found = await followPerson.execute({
        reach: caller,
        sought: personQueryOf(query),
        page: pageOfQuery(query),
      })
      const jobIds = new Set(found.items.flatMap((item) => ('jobId' in item ? [item.jobId] : [])))
      const programs = await jobStore.programsOf(organizationId, [...jobIds])
      const list = listBody(found, (item) => presentItem(item, programs))
      return { status: 200, body: { ...presentPerson(found), ...list } }
    },
  })
}

function explainRoute({ explainContact }: Services): Route {
  return route<unknown, { email: string; spinnerId: string }>({
    ...common,
    method: 'POST',
    path: '/people/explain',
    operationId: 'people.explain',
    idempotent: false,
    scope: 'people:read',
    // Every role may ask why a spinner would write to a person, because the route stores nothing.
    auth: everyRole,
    summary: 'Explain whether a spinner would write to a person',
    description:
      'Returns whether a job of the spinner that starts now would send to the address, by the same rules that jobs apply when they send. Otherwise it returns the first rule that prevents the message, and the time when that changes. Waits of steps count as over. Use it to answer why a person received nothing. Nothing is sent or stored.',
    body: {
      schema: Joi.object({
        email: emailForm.description('The e-mail address of the person.'),
        spinnerId: uuid
          .required()
          .description('The id of the spinner to check, a UUID. The check uses its published version.'),
      }),
      limit: smallBody,
      examples: {
        person: {
          summary: 'A person and a spinner',
          value: { email: 'ada@example.com', spinnerId: '01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f' },
        },
      },
    },
    responses: {
      200: {
        description: 'Whether a message would be sent, or the reason why not.',
        schema: explanationSchema,
        example: exampleExplanation,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, body: { email, spinnerId } }) => {
      const { organizationId } = caller
      const refusal = await explainContact.execute({ organizationId, email, spinnerId })
      return { status: 200, body: presentExplanation(refusal) }
    },
  })
}

function personQueryOf({ email, column, value }: PersonRouteQuery): PersonQuery {
  if (email !== undefined && column === undefined && value === undefined) return { email }
  if (email === undefined && column !== undefined && value !== undefined) return { column, value }
  throw new DomainError('VALIDATION_FAILED', {
    message: 'Name the person by `email` alone, or by `column` and `value` together',
    errors: [{ pointer: '#query/email', code: 'REQUIRED' }],
  })
}
