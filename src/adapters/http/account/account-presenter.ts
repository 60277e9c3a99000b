import Joi from 'joi'
import type { OrganizationView } from '../../../domain/account/organization.ts'
import { roles } from '../../../domain/account/role.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { languageCodes } from '../../../domain/text/language.ts'
import { createdAtOf, idOf, momentForm } from '../forms.ts'
import { actorSchema } from '../request/caller/actor-form.ts'

/** The form of a user's role, in requests and responses. */
export const roleForm = Joi.valid(...roles)
  .required()
  .description(
    'The role in the organization. `viewer` reads; `editor` also changes tables, records, spinners and jobs; `admin` also manages API keys, senders, settings, viewers and editors; `owner` also manages the plan, admins and owners.',
  )

/** The forms of the fields that every response with a user contains. */
export const userFields = {
  id: idOf('the user'),
  email: Joi.string()
    .required()
    .description('The e-mail address with which the user signs in, in normalized spelling.'),
  name: Joi.string().required().description('The name of the user, 1 to 200 characters.'),
  role: roleForm,
  createdAt: createdAtOf('the user'),
}

export const userSchema = Joi.object(userFields)
  .description('A user of the organization: a person who can sign in, with their role.')
  .meta({ named: 'User' })

export const limitForm = Joi.number().integer().allow(null).required()

/**
 * The limits of a plan on the use of an organization, without the rate limit, which the schemas of a plan and of WhoAmI
 * describe each in its own way.
 */
export const usageLimitForms = {
  records: limitForm.description(
    'The number of records that can be added per calendar month (UTC); `null` for no limit.',
  ),
  jobs: limitForm.description(
    'The number of jobs that can be started per calendar month (UTC); `null` for no limit.',
  ),
  dataTables: limitForm.description('The number of data tables at one time; `null` for no limit.'),
  spinners: limitForm.description('The number of spinners at one time; `null` for no limit.'),
}

export const planSchema = Joi.object({
  id: Joi.string()
    .required()
    .description('The id of the plan, such as `starter`, for `PUT /organization/plan`.'),
  name: Joi.string().required().description('The name of the plan, as the console shows it.'),
  hasApiKeys: Joi.boolean().required().description('Whether the plan includes API keys.'),
  limits: Joi.object({
    ...usageLimitForms,
    requestsPerSecond: limitForm.description(
      'The number of requests a second that each port of the API accepts with all API keys and webhook URLs of the organization together. A burst of up to ten seconds’ worth is accepted. `null` for no limit.',
    ),
  })
    .required()
    .description(
      'The limits of the plan. Requests above `requestsPerSecond` answer RATE_LIMITED; requests above another limit answer PLAN_LIMIT.',
    ),
})
  .description('A plan with its limits, as the operator of the service defines it.')
  .meta({ named: 'Plan' })

export const timeZoneForm = Joi.string()
  .max(100)
  .description(
    'The time zone of the organization, such as `Europe/Vienna`. Send windows and steps that wait for an hour or a date use this time zone for a person whose own time zone is not known. After a change, recipients that wait for one of them are checked again.',
  )

export const languageForm = Joi.valid(...languageCodes).description(
  'The language in which the organization writes to people: `en`, `de`, `fr` or `es`. It is the language of the standard unsubscribe line, of the words that the editor proposes, of e-mails to its members (such as invitations), and of public pages (such as the page of an unsubscribe link) for visitors whose browser asks for none of these languages.',
)

export const bodyDaysForm = Joi.number()
  .integer()
  .min(1)
  .max(36_500)
  .allow(null)
  .description(
    'The number of days after which the body of a message is deleted from the log, up to an hour later; 30 in a new organization. `null` stores bodies as long as their entries in the log.',
  )

export const keepRepliesForm = Joi.boolean().description(
  'Whether replies, automatic answers and bounces to messages of the organization are stored, encrypted, in threads (`GET /threads`). Otherwise they only stop recipients and are counted. `true` in a new organization, unless its creator chooses to store no bodies.',
)

export const keepRepliesDaysForm = Joi.number()
  .integer()
  .min(1)
  .max(36_500)
  .allow(null)
  .description(
    'The number of days after which stored replies are deleted, up to an hour later. `null` stores them for RETENTION_DAYS days.',
  )

/** The fields of a body that creates an organization: the settings that its creator may choose. */
export const firstSettingForms = {
  keepsBodies: Joi.boolean().description(
    'Whether the log of messages of the new organization stores the bodies of messages, for 30 days. `true` by default. An organization that exists keeps its setting.',
  ),
  language: languageForm
    .optional()
    .description(
      'The language of the new organization: `en`, `de`, `fr` or `es`; the console sends its own language. `en` by default. An organization that exists keeps its language.',
    ),
  timeZone: timeZoneForm
    .optional()
    .description(
      'The time zone of the new organization, such as `Europe/Vienna`; the console sends the time zone of the browser. `UTC` by default. An organization that exists keeps its time zone.',
    ),
}

export const severalSessionsForm = Joi.boolean().description(
  'Whether people may be signed in on several devices at once. `false` by default: the next sign-in of a person ends their previous session with SESSION_REPLACED.',
)

export const auditsValuesForm = Joi.boolean().description(
  'Whether audit entries about edited records contain the values of the changed cells, before and after. `false` by default: the entries contain only the names of the columns. The erasure of a person removes the values of their records.',
)

export const unsubscribesByReplyForm = Joi.boolean().description(
  'Whether a reply that asks for no more mail ("Please remove me from your list") suppresses the address of its author at once, as the unsubscribe link does. `false` by default: the console proposes the suppression at the reply.',
)

export const unsubscribeLineForm = Joi.string()
  .max(500)
  .description(
    'The line with the unsubscribe link in the footer that e-mail steps with `addsFooter` add. The words in square brackets become the link.',
  )

export const postalAddressForm = Joi.string()
  .max(500)
  .allow(null)
  .description(
    'The postal address in the footer that e-mail steps with `addsFooter` add, in one or more lines; null for none. Laws on commercial e-mail require one, such as CAN-SPAM in the United States.',
  )

export const requiresSecondFactorForm = Joi.boolean().description(
  'Whether all people of the organization need two-factor sign-in. `false` by default. People who have not set it up are led through the set-up at their next sign-in. Before they have finished it, their other requests answer SECOND_FACTOR_REQUIRED. The setting does not affect API keys and people without a password.',
)

/** The form of the field that tells a person to set up two-factor sign-in. The field is absent for all others. */
export const mustSetUpSecondFactorForm = Joi.valid(true).description(
  'Present if the person must set up two-factor sign-in before the session can do anything else, because the organization requires it.',
)

/** Returns the field that tells a person to set up two-factor sign-in, if they must. */
export function presentSetUp({ mustSetUpSecondFactor = false }: SignedIn): object {
  return mustSetUpSecondFactor ? { mustSetUpSecondFactor } : {}
}

export const organizationSchema = Joi.object({
  id: idOf('the organization'),
  name: Joi.string().required().description('The name of the organization, 1 to 200 characters.'),
  plan: planSchema.required(),
  keepsBodies: Joi.boolean()
    .required()
    .description('Whether the log of messages stores the bodies of messages.'),
  bodyDays: bodyDaysForm.required(),
  keepReplies: keepRepliesForm.required(),
  keepRepliesDays: keepRepliesDaysForm.required(),
  timeZone: timeZoneForm.required(),
  language: languageForm.required(),
  allowsSeveralSessions: severalSessionsForm.required(),
  auditsValues: auditsValuesForm.required(),
  unsubscribesByReply: unsubscribesByReplyForm.required(),
  unsubscribeLine: unsubscribeLineForm.required(),
  postalAddress: postalAddressForm.required(),
  requiresSecondFactor: requiresSecondFactorForm.required(),
  createdAt: createdAtOf('the organization'),
  isTestMode: Joi.boolean()
    .required()
    .description('Whether this is a test organization, which sends nothing and has its own clock.'),
  deletion: Joi.object({
    requestedAt: momentForm.description('The time when an owner requested the deletion, in UTC (ISO 8601).'),
    deletesAt: momentForm.description(
      'The time at which the deletion begins, in UTC (ISO 8601). An owner can undo it before.',
    ),
    requestedBy: actorSchema
      .allow(null)
      .required()
      .description('The owner who requested the deletion; null if it is not known.'),
  })
    .allow(null)
    .required()
    .description(
      'The deletion of the organization; null if it is not to be deleted. The organization can only be read and exported before the deletion begins.',
    ),
})
  .description(
    'A customer of the service with its settings and its plan. All other data belongs to an organization.',
  )
  .meta({ named: 'Organization' })

export const examplePlan = {
  id: 'starter',
  name: 'Starter',
  hasApiKeys: true,
  limits: { records: 50_000, jobs: 500, dataTables: 100, spinners: 100, requestsPerSecond: 500 },
}

export const exampleUser = {
  id: '01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'owner',
  createdAt: '2026-11-20T09:00:00.000Z',
}

export const exampleOrganization = {
  id: '01936f4c-0011-7a22-8b33-4c5d6e7f8091',
  name: 'Analytical Engines',
  plan: examplePlan,
  keepsBodies: true,
  bodyDays: 30,
  keepReplies: true,
  keepRepliesDays: null,
  timeZone: 'Europe/Vienna',
  language: 'en',
  allowsSeveralSessions: false,
  auditsValues: false,
  unsubscribesByReply: false,
  unsubscribeLine: 'If you do not want more of these e-mails, [unsubscribe].',
  postalAddress: 'Analytical Engines Ltd.\n12 St James’s Square\nLondon SW1Y 4LB',
  requiresSecondFactor: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  isTestMode: false,
  deletion: null,
}

export function presentOrganization(organization: OrganizationView): object {
  const requiresSecondFactor = organization.secondFactorRequiredAt !== null
  return { ...organization, requiresSecondFactor, isTestMode: organization.testOf != null }
}
