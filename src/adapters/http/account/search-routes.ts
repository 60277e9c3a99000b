import Joi from 'joi'
import { type SearchHit, searchHitKinds } from '../../../domain/account/search-hit.ts'
import { itemsOf } from '../forms.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const foundSchema = Joi.object({
  kind: Joi.valid(...searchHitKinds)
    .required()
    .description(
      'The kind of the found item, such as a data table or a job. It determines the routes by which the item can be read.',
    ),
  id: Joi.string().required().description('The id of the found item; for a person, the e-mail address.'),
  name: Joi.string()
    .allow('')
    .required()
    .description('The name of the found item; for a job, the name of its spinner.'),
  description: Joi.string()
    .allow('', null)
    .required()
    .description(
      'An additional text about the found item: the e-mail address of a sender, or the status of a job.',
    ),
  at: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('The time when the found job was started; `null` for an item that is not a job.'),
})
  .description('An item that matches a search, such as a data table, a job or a person.')
  .meta({ named: 'SearchResult' })

const present = ({ kind, id, name, description, at }: SearchHit): object => ({
  kind,
  id,
  name,
  description,
  at,
})

const foundPersonSchema = Joi.object({
  email: Joi.string()
    .allow(null)
    .required()
    .description('The e-mail address of the person; `null` if the record has none.'),
  name: Joi.string()
    .allow(null)
    .required()
    .description('The name of the person; `null` if no column of the record holds a name.'),
  dataTableId: Joi.string()
    .guid()
    .required()
    .description('The id of the data table that contains the record.'),
  dataTable: Joi.string().required().description('The name of the data table that contains the record.'),
  recordId: Joi.string().required().description('The id of the record in the data table.'),
})
  .description('A person whom a search found in the records of a data table.')
  .meta({ named: 'FoundPerson' })

export function searchRoutes(services: Services): Route[] {
  return [searchRoute(services), searchPeopleRoute(services)]
}

function searchRoute({ organizationStore }: Pick<Services, 'organizationStore'>): Route {
  return route<unknown, undefined, { q: string }>({
    method: 'GET',
    path: '/search',
    operationId: 'search.find',
    listsWhole: true,
    summary: 'Search by name',
    description:
      'Finds data tables, spinners and senders by words in their names. Finds jobs by the beginning of their ids, at least six characters. Finds people by the beginning of an e-mail address to which a job has sent or that is suppressed. Returns at most six items of each kind. `GET /search/people` finds people by their records.',
    tag: 'Organization',
    auth: { kind: 'session' },
    query: Joi.object({
      q: Joi.string()
        .min(1)
        .max(254)
        .required()
        .description(
          'The search text: words of a name, or the beginning of an e-mail address or job id; 1 to 254 characters.',
        ),
    }),
    responses: {
      200: {
        description: 'The items that match the search text.',
        schema: Joi.object({ items: itemsOf(foundSchema) }),
        example: {
          items: [
            {
              kind: 'person',
              id: 'ada@example.com',
              name: 'ada@example.com',
              description: null,
              at: null,
            },
          ],
        },
      },
    },
    handle: async ({ signedIn: { user }, query: { q } }) => {
      const words = q.trim()
      const items = words === '' ? [] : await organizationStore.search(user.organizationId, words)
      return { status: 200, body: { items: items.map(present) } }
    },
  })
}

function searchPeopleRoute({ findPeople }: Pick<Services, 'findPeople'>): Route {
  return route<unknown, undefined, { q: string }>({
    method: 'GET',
    path: '/search/people',
    operationId: 'search.findPeople',
    listsWhole: true,
    summary: 'Search people in records',
    description:
      'Finds people by their records in all data tables: by name, e-mail address, phone number or any other cell. Each word of the search text must be the beginning of a word of the record. Returns at most eight people, each once. The search stops after about a second; `hasMore` then says that other people may match.',
    tag: 'People',
    auth: { kind: 'session' },
    query: Joi.object({
      q: Joi.string()
        .min(1)
        .max(200)
        .required()
        .description('The search text: beginnings of words of a record, 1 to 200 characters.'),
    }),
    responses: {
      200: {
        description: 'The people whose records match the search text.',
        schema: Joi.object({
          items: itemsOf(foundPersonSchema),
          hasMore: Joi.boolean()
            .required()
            .description('Whether more people may match the search text than the response contains.'),
        }),
        example: {
          items: [
            {
              email: 'ada@example.com',
              name: 'Ada Lovelace',
              dataTableId: '01936f4e-9c1d-7a00-8123-5d6e7f809112',
              dataTable: 'Leads',
              recordId: '4096',
            },
          ],
          hasMore: false,
        },
      },
    },
    handle: async ({ signedIn: { user }, query: { q } }) => {
      const { people, hasMore } = await findPeople.execute(user.organizationId, q)
      const items = people.map(({ email, name, dataTableId, dataTable, recordId }) => ({
        email,
        name,
        dataTableId,
        dataTable,
        recordId,
      }))
      return { status: 200, body: { items, hasMore } }
    },
  })
}
