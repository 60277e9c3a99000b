import Joi from 'joi'
import { arrivalSources } from '../../../domain/arrival/arrival.ts'
import { personSorts } from '../../../domain/person/list/listed-person.ts'
import {
  type PeopleFilter,
  type PeopleView,
  personColumns,
  revisionOfPeopleView,
} from '../../../domain/person/list/people-view.ts'
import { maxViews } from '../../../domain/table/search/view.ts'
import type { PeopleViewWords } from '../../../use-cases/person/people-views.ts'
import {
  createdAtOf,
  emptyResponse,
  givenName,
  idInPath,
  idOf,
  listResponse,
  noContent,
  smallBody,
  uuid,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { personStatusForm } from './listed-person-presenter.ts'

const common = { tag: 'People', auth: { kind: 'session' } } as const
const params = Joi.object({ peopleViewId: idInPath('The id of the view, a UUID.') })

const filterForm = Joi.object<PeopleFilter>({
  q: Joi.string().max(200).description('The search text of the view.'),
  status: personStatusForm.description('The state of the people in the view.'),
  dataTableId: uuid.description('The id of a data table of which the view shows the people, a UUID.'),
  source: Joi.valid(...arrivalSources).description(
    'The kind of source from which the first record of the people came.',
  ),
  apiKeyId: uuid.description('The id of the API key with which the first record of the people came, a UUID.'),
  column: Joi.string().max(200).description('The name of a column by whose `value` people are found.'),
  value: Joi.string().max(1000).description('The value in `column` of the people in the view.'),
  sort: Joi.valid(...personSorts).description('The order of the people; absent for the newest people first.'),
  order: Joi.valid('asc', 'desc').description(
    'The direction of the order; absent for the usual direction of `sort`.',
  ),
})
  .and('column', 'value')
  .oxor('source', 'apiKeyId')
  .description('The search, the filters and the order of a view, as parameters of `GET /people`.')
  .meta({ named: 'PeopleFilter', examples: [{ status: 'answered', sort: 'name' }] })

const columnsForm = Joi.array()
  .items(Joi.valid(...personColumns))
  .unique()
  .allow(null)
  .description(
    'The columns that the console shows beside the name; `null` for the default columns. It changes no answer of the API.',
  )
const nameForm = givenName.description('The name of the view, 1 to 200 characters.')

const viewSchema = Joi.object({
  id: idOf('the view'),
  name: nameForm.required(),
  filter: filterForm.required(),
  columns: columnsForm.required(),
  createdAt: createdAtOf('the view'),
})
  .description('A search of the list of people that is saved under a name for the whole organization.')
  .meta({ named: 'PeopleView' })

const exampleView = {
  id: '01936f4e-8a3b-7c21-9f00-3d2c1b0a9e91',
  name: 'Answered',
  filter: { status: 'answered', sort: 'name' },
  columns: ['company', 'lastMessageAt'],
  createdAt: '2026-11-20T09:30:00.000Z',
}
const response = {
  description: 'The view with its search and its columns.',
  schema: viewSchema,
  example: exampleView,
}

/** Returns the routes of the saved views of the list of people. */
export function peopleViewRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    createRoute(services),
    getRoute(services),
    changeRoute(services),
    deleteRoute(services),
  ]
}

function listRoute({ peopleViews }: Services): Route {
  return route<unknown, undefined>({
    ...common,
    method: 'GET',
    path: '/people-views',
    operationId: 'peopleViews.list',
    listsWhole: true,
    summary: 'List the views of people',
    description: 'Returns the saved searches of the list of people, oldest first.',
    responses: { 200: listResponse('The saved views of people.', viewSchema, exampleView) },
    handle: async ({ signedIn: { user } }) => {
      const items = await peopleViews.list(user.organizationId)
      return { status: 200, body: { items: items.map(present) } }
    },
  })
}

function createRoute({ peopleViews }: Services): Route {
  return route<unknown, Partial<PeopleViewWords> & Pick<PeopleViewWords, 'name'>>({
    ...common,
    method: 'POST',
    path: '/people-views',
    operationId: 'peopleViews.create',
    summary: 'Save a view of people',
    description: `Saves a search of the list of people under a name, as a view for all members of the organization. Refused with CONFLICT if there are ${maxViews} views already.`,
    body: {
      schema: Joi.object({
        name: nameForm.required(),
        filter: filterForm,
        columns: columnsForm,
      }),
      limit: smallBody,
      examples: {
        answered: {
          summary: 'The people who have answered',
          value: { name: 'Answered', filter: { status: 'answered' } },
        },
      },
    },
    responses: { 201: response },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ body: { name, filter = {}, columns = null }, requester }) =>
      viewAnswer(201, await peopleViews.create(requester(), { name, filter, columns })),
  })
}

function getRoute({ peopleViews }: Services): Route {
  return route<{ peopleViewId: string }, undefined>({
    ...common,
    method: 'GET',
    path: '/people-views/{peopleViewId}',
    operationId: 'peopleViews.get',
    summary: 'See a view of people',
    description: 'Returns a saved search of the list of people.',
    params,
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn: { user }, params: { peopleViewId } }) =>
      viewAnswer(200, await peopleViews.find(user.organizationId, peopleViewId)),
  })
}

function changeRoute({ peopleViews }: Services): Route {
  return route<{ peopleViewId: string }, Partial<PeopleViewWords>>({
    ...common,
    method: 'PATCH',
    path: '/people-views/{peopleViewId}',
    operationId: 'peopleViews.update',
    summary: 'Change a view of people',
    description:
      'Changes the name, the search or the columns of a view. Omitted fields stay as they are; `filter` is replaced as a whole.',
    params,
    body: {
      schema: Joi.object({ name: nameForm, filter: filterForm, columns: columnsForm }),
      limit: smallBody,
      examples: { name: { summary: 'Another name', value: { name: 'Who answered' } } },
    },
    responses: { 200: response },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { peopleViewId: id }, body: words, revision, requester }) =>
      viewAnswer(200, await peopleViews.change(requester(), { id, words, revision })),
  })
}

function deleteRoute({ peopleViews }: Services): Route {
  return route<{ peopleViewId: string }, undefined>({
    ...common,
    method: 'DELETE',
    path: '/people-views/{peopleViewId}',
    operationId: 'peopleViews.delete',
    summary: 'Delete a view of people',
    description: 'Deletes a view. The people stay as they are.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ params: { peopleViewId }, requester }) => {
      await peopleViews.delete(requester(), peopleViewId)
      return noContent
    },
  })
}

function present({ organizationId: _organizationId, ...view }: PeopleView): object {
  return view
}

function viewAnswer(status: number, view: PeopleView): Answer {
  return { status, body: present(view), headers: entityTag({ revision: revisionOfPeopleView(view) }) }
}
