import Joi from 'joi'
import { type Project, revisionOfProject } from '../../../domain/table/project.ts'
import {
  createdAtOf,
  emptyResponse,
  givenName,
  idInPath,
  idOf,
  listAnswer,
  listResponse,
  noContent,
  orNotFound,
  type PageQuery,
  pageOfQuery,
  pageQuery,
  smallBody,
} from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer } from '../response.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'

const example = {
  id: '01936f4d-2b3c-7d4e-8f50-61728394a5b6',
  name: 'Spring campaign',
  createdAt: '2026-11-20T09:00:00.000Z',
}
const nameText = 'The name of the project, 1 to 200 characters. Several projects may have the same name.'
const schema = Joi.object({
  id: idOf('the project'),
  name: Joi.string().required().description(nameText),
  createdAt: createdAtOf('the project (a folder of data tables and spinners)'),
})
  .description('A folder of data tables and spinners.')
  .meta({ named: 'Project' })
const present = ({ id, name, createdAt }: Project): object => ({ id, name, createdAt })
const response = { description: 'The project: a folder of data tables and spinners.', schema, example }
const params = Joi.object({ projectId: idInPath('The id of the project, a UUID.') })
const body = {
  schema: Joi.object({ name: givenName.required().description(nameText) }),
  limit: smallBody,
  examples: { project: { summary: 'A project', value: { name: 'Spring campaign' } } },
}
const common = { tag: 'Projects', auth: { kind: 'session' } } as const

export function projectRoutes(services: Services): Route[] {
  const { projects, projectStore } = services
  return [
    listRoute(services),
    route<unknown, { name: string }>({
      ...common,
      method: 'POST',
      path: '/projects',
      operationId: 'projects.create',
      scope: 'tables:write',
      summary: 'Create a project',
      description:
        'Creates a project, a folder of data tables and spinners. Projects are free and have no limit.',
      body,
      responses: { 201: response },
      handle: async ({ caller, body: { name }, requester }) => {
        const { organizationId } = caller
        return shown(201, organizationId, await projects.create(requester(), name))
      },
    }),
    route<{ projectId: string }, undefined>({
      ...common,
      method: 'GET',
      path: '/projects/{projectId}',
      operationId: 'projects.get',
      scope: 'tables:read',
      summary: 'See a project',
      description: 'Returns a project, a folder of data tables and spinners.',
      params,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: ({ caller, params: { projectId } }) => shown(200, caller.organizationId, projectId),
    }),
    route<{ projectId: string }, { name: string }>({
      ...common,
      method: 'PATCH',
      path: '/projects/{projectId}',
      operationId: 'projects.update',
      scope: 'tables:write',
      summary: 'Rename a project',
      description: 'Changes the name of a project. Its data tables and spinners stay as they are.',
      params,
      body,
      responses: { 200: response },
      errors: ['NOT_FOUND'],
      handle: async ({ caller, params: { projectId }, body: { name }, revision, requester }) => {
        const { organizationId } = caller
        await projects.rename(requester(), { projectId, name, revision })
        return shown(200, organizationId, projectId)
      },
    }),
    route<{ projectId: string }, undefined>({
      ...common,
      method: 'DELETE',
      path: '/projects/{projectId}',
      operationId: 'projects.delete',
      scope: 'tables:write',
      summary: 'Delete an empty project',
      description: 'Deletes a project. Refused with CONFLICT while it contains a data table or a spinner.',
      params,
      responses: { 204: emptyResponse },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async ({ params: { projectId }, requester }) => {
        await projects.delete(requester(), projectId)
        return noContent
      },
    }),
  ]

  async function shown(status: number, organizationId: string, projectId: string): Promise<Answer> {
    const project = orNotFound(await projectStore.find(organizationId, projectId), 'Project not found')
    return { status, body: present(project), headers: entityTag({ revision: revisionOfProject(project) }) }
  }
}

function listRoute({ projectStore }: Services): Route {
  return route<unknown, undefined, PageQuery>({
    ...common,
    method: 'GET',
    path: '/projects',
    operationId: 'projects.list',
    scope: 'tables:read',
    listsReach: true,
    summary: 'List projects',
    description: 'Returns the projects of the organization, oldest first.',
    query: Joi.object(pageQuery),
    responses: { 200: listResponse('A page of projects.', schema, example) },
    handle: async ({ caller, query }) =>
      listAnswer(
        await projectStore.list(caller.organizationId, caller.projectIds, pageOfQuery(query)),
        present,
      ),
  })
}
