import Joi from 'joi'
import { type ArrivalSource, arrivalSources } from '../../../domain/arrival/arrival.ts'
import { type PersonSort, type PersonStatus, personSorts } from '../../../domain/person/list/listed-person.ts'
import { noPerson } from '../../../use-cases/person/list-people.ts'
import { sourceText } from '../arrival/arrival-presenter.ts'
import {
  emailForm,
  listBody,
  listResponse,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
  uuid,
} from '../forms.ts'
import { everyRole, mayRead, type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import {
  exampleListedPerson,
  listedPersonSchema,
  personIdInPath,
  personStatusForm,
  presentListedPerson,
} from './listed-person-presenter.ts'
import {
  exampleExplanation,
  examplePerson,
  explanationSchema,
  personSchema,
  presentExplanation,
  presentItem,
  presentPerson,
} from './person-presenter.ts'

interface PeopleQuery extends PageQuery {
  readonly q: string
  readonly email?: string
  readonly column?: string
  readonly value?: string
  readonly status?: PersonStatus
  readonly dataTableId?: string
  readonly source?: ArrivalSource
  readonly apiKeyId?: string
  readonly sort: PersonSort
  readonly order?: 'asc' | 'desc'
}

const common = { tag: 'People', auth: { kind: 'session' } } as const

export function personRoutes(services: Services): Route[] {
  return [listRoute(services), timelineRoute(services), explainRoute(services)]
}

const peopleQuery = Joi.object<PeopleQuery>({
  q: Joi.string()
    .max(200)
    .allow('')
    .default('')
    .description(
      'Returns only people of whom a record has these words in its address, name or company, at any place. A word with fewer than three characters must be the beginning of a word. Case and accents do not matter.',
    ),
  email: Joi.string()
    .max(254)
    .description(
      'Returns only the person with this e-mail address, in any spelling, also if no record has the address. A text that is no whole address is searched like `q`.',
    ),
  column: Joi.string()
    .max(200)
    .description('The name of a column, such as a phone number, by whose `value` people are found.'),
  value: Joi.string()
    .max(1000)
    .description(
      'Returns only people whose records have this value in `column`. It is compared like a match column.',
    ),
  status: personStatusForm.description('Returns only people in this state.'),
  dataTableId: uuid.description('Returns only people with a record in this data table, given by its id.'),
  source: Joi.valid(...arrivalSources).description(
    `Returns only people whose first record came from a source of this kind. ${sourceText} Refused for an API key that is limited to projects.`,
  ),
  apiKeyId: uuid.description(
    'Returns only people whose first record came with this API key, given by its id. Refused for an API key that is limited to projects.',
  ),
  sort: Joi.valid(...personSorts)
    .default('createdAt')
    .description(
      'The order of the people: by the time of their first record (`createdAt`), by `name`, by `company`, by `email` or by `source`. An API key that is limited to projects cannot sort by name, company or source.',
    ),
  order: Joi.valid('asc', 'desc').description(
    'The direction of the order: `asc` (ascending) or `desc` (descending). The default is `desc` for `createdAt` and `asc` for the other fields.',
  ),
  ...pageQuery,
  cursor: Joi.string()
    .max(2_000)
    .description('The `nextCursor` of the previous page in the same order; omit it for the first page.'),
})
  .and('column', 'value')
  .oxor('email', 'column')
  .oxor('source', 'apiKeyId')

const peoplePage = {
  ...listResponse('A page of people.', listedPersonSchema, exampleListedPerson, {
    isComplete: Joi.boolean()
      .required()
      .description(
        'Whether all records are in the list; false while new or changed records are still entered, such as after the first request.',
      ),
  }),
  example: { items: [exampleListedPerson], nextCursor: null, isComplete: true },
}

function listRoute({ listPeople }: Services): Route {
  return route<unknown, undefined, PeopleQuery>({
    ...common,
    method: 'GET',
    path: '/people',
    operationId: 'people.list',
    scope: 'people:read',
    listsReach: true,
    summary: 'List people',
    description:
      'Returns the people of the organization: everybody whose e-mail address is in a record of a data table, and everybody without an address whose record has a value in the only match column of its table. A person with records in several tables is listed once. The list is filled while it is read: a request enters new and changed records for a tenth of a second, and a runtime enters the others.',
    query: peopleQuery,
    csv: {
      fileName: 'people',
      columns: [
        'id',
        'email',
        'name',
        'company',
        'dataTables.name',
        'status',
        'createdAt',
        'lastMessageAt',
        'source.kind',
        'source.name',
        'match.column',
        'match.value',
      ],
    },
    responses: {
      200: peoplePage,
    },
    handle: async ({ caller, query }) => {
      const { q, email = null, column, value, status = null, dataTableId = null, sort, order } = query
      const { source: kind, apiKeyId } = query
      const { isComplete, ...people } = await listPeople.execute({
        reach: caller,
        q,
        email,
        cell: column === undefined || value === undefined ? null : { column, value },
        status,
        dataTableId,
        source: apiKeyId !== undefined ? { apiKeyId } : kind === undefined ? null : { kind },
        sort,
        descending: (order ?? (sort === 'createdAt' ? 'desc' : 'asc')) === 'desc',
        page: pageOfQuery(query),
      })
      return { status: 200, body: { ...listBody(people, presentListedPerson), isComplete } }
    },
  })
}

function timelineRoute({ followPerson, listPeople, jobStore }: Services): Route {
  return route<{ personId: string }, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/people/{personId}',
    operationId: 'people.get',
    scope: 'people:read',
    listsReach: true,
    summary: 'See the timeline of a person',
    description:
      'Returns who a person is, what jobs do next for the person, and everything that happened to the person in all tables of the organization, newest first. The timeline contains the arrivals and changes of the records of the person, held and refused arrivals, and jobs that took the records. It also contains sent and skipped messages with the reason, unsubscribes, bounces, complaints and lifted suppressions. A record belongs to a person if any of its cells is their address. `GET /people` finds the id of a person. The tables are searched for each page; a million records take about two seconds.',
    params: Joi.object({ personId: personIdInPath }),
    query: Joi.object<PageQuery>(pageQuery),
    responses: {
      200: {
        description: 'The person and a page of their timeline.',
        schema: personSchema,
        example: examplePerson,
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, params: { personId }, query }) => {
      const { organizationId, projectIds } = caller
      const sought = await listPeople.identityOf(organizationId, personId)
      const followed = await followPerson.execute({ reach: caller, sought, page: pageOfQuery(query) })
      // Hides from a key that is limited to projects whether a person is in another project.
      if (projectIds !== null && followed.items.length === 0 && query.cursor === undefined) throw noPerson()
      const ofJobs = [...followed.items, ...followed.upcomingSteps]
      const jobIds = new Set(ofJobs.flatMap((item) => ('jobId' in item ? [item.jobId] : [])))
      const programs = await jobStore.programsOf(organizationId, [...jobIds])
      const list = listBody(followed, (item) => presentItem(item, programs))
      const listed = await listPeople.find(caller, personId)
      const record = mayRead(caller, 'records:read') ? followed.newestRecord : null
      const person = { id: personId, match: 'column' in sought ? sought : null, listed, record, programs }
      return { status: 200, body: { ...presentPerson(followed, person), ...list } }
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
      const explanation = await explainContact.execute({ organizationId, email, spinnerId })
      return { status: 200, body: presentExplanation(explanation) }
    },
  })
}
