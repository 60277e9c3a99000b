import Joi from 'joi'
import type { Membership } from '../../../domain/account/user.ts'
import { idOf } from '../forms.ts'
import { roleForm } from './account-presenter.ts'

export const membershipSchema = Joi.object({
  id: idOf('the organization'),
  name: Joi.string().required().description('The name of the organization, 1 to 200 characters.'),
  role: roleForm,
})
  .description('An organization of the signed-in person, with their role in it.')
  .meta({ named: 'Membership' })

export const ownMembershipSchema = membershipSchema
  .append({
    isCurrent: Joi.boolean()
      .required()
      .description('Whether the session of the request is in this organization or its test organization.'),
  })
  .meta({ named: 'ListedMembership' })

export const exampleMembership = {
  id: '01936f4c-0011-7a22-8b33-4c5d6e7f8092',
  name: 'Difference Engines',
  role: 'owner',
}

export function presentMembership({ organizationId: id, organizationName: name, role }: Membership): object {
  return { id, name, role }
}
