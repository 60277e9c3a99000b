import { revisionOfOrganization } from '../../../domain/account/organization.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'
import { orNotFound } from '../forms.ts'
import { entityTag } from '../request/revision.ts'
import type { Answer, ResponseRule } from '../response.ts'
import { exampleOrganization, organizationSchema, presentOrganization } from './account-presenter.ts'

/** The documented response of the routes that show or change an organization. */
export const organizationResponse: ResponseRule = {
  description: 'The organization with its settings and its plan.',
  schema: organizationSchema,
  example: exampleOrganization,
}

export async function organizationAnswer(
  organizations: OrganizationStore,
  organizationId: string,
): Promise<Answer> {
  const view = orNotFound(await organizations.find(organizationId), 'Organization not found')
  const headers = entityTag({ revision: revisionOfOrganization(view) })
  return { status: 200, body: presentOrganization(view), headers }
}
