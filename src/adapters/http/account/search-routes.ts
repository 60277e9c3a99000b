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
      'An additional text about the found item: the e-mail address of a sender, the status of a job, or the name of the data table of a segment.',
    ),
  at: Joi.string()
    .isoDate()
    .allow(null)
    .required()
    .description('The time when the found job was started; `null` for an item that is not a job.'),
  dataTableId: Joi.string()
    .guid()
    .allow(null)
    .required()
    .description('The id of the data table of a found segment; `null` for an item that is not a segment.'),
})
  .description('An item that matches a search, such as a data table, a job or a person.')
  .meta({ named: 'SearchResult' })

const present = ({ kind, id, name, description, at, dataTableId }: SearchHit): object => ({
  kind,
  id,
  name,
  description,
  at,
  dataTableId,
})

export function searchRoutes(services: Services): Route[] {
  return [searchRoute(services)]
}

function searchRoute({ organizationStore }: Pick<Services, 'organizationStore'>): Route {
  return route<unknown, undefined, { q: string }>({
    method: 'GET',
    path: '/search',
    operationId: 'search.find',
    listsWhole: true,
    summary: 'Search by name',
    description:
      'Finds data tables, segments, spinners and senders by words in their names. Finds jobs by the beginning of their ids, at least six characters. Finds people by the beginning of an e-mail address to which a job has sent or that is suppressed. Returns at most six items of each kind. `GET /people?q=` finds people by their records.',
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
              dataTableId: null,
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
