import { DomainError } from '../errors.ts'
import { type MailFooter, standardFooter } from '../mail-footer.ts'
import type { Plan } from '../plan/plan.ts'
import { revisionOfContent } from '../revision.ts'
import type { Language } from '../text/language.ts'
import { isZone } from '../time/local-time.ts'
import type { DeletionView } from './deletion/organization-deletion.ts'

/** A customer of the service, with its own users, data and plan. */
export interface Organization extends MailFooter {
  readonly id: string
  readonly name: string
  readonly planId: string
  /** Whether the organization's message log stores the content of messages, not only their facts. */
  readonly keepsBodies: boolean
  /** The number of days after which the content is deleted; null keeps it as long as the entry of the log. */
  readonly bodyDays: number | null
  /** Whether replies, automatic answers and bounces are stored in threads. */
  readonly keepReplies: boolean
  /** The number of days after which stored replies are deleted; null keeps them for RETENTION_DAYS. */
  readonly keepRepliesDays: number | null
  /** The IANA time zone of send windows, used where a person's own zone is unknown. */
  readonly timeZone: string
  /**
   * The language in which the organization writes to people: that of the standard unsubscribe line, of the words that
   * the editor proposes, and of pages for visitors whose browser asks for no language of the service.
   */
  readonly language: Language
  /** Whether a person of the organization may be signed in on several devices at once. */
  readonly allowsSeveralSessions: boolean
  /** Whether audit entries about edited records contain the values of the cells, before and after. */
  readonly auditsValues: boolean
  /** Whether a reply that asks for no more mail suppresses the address of its author, as the unsubscribe link does. */
  readonly unsubscribesByReply: boolean
  /**
   * The time from which all people of the organization need two-factor sign-in; null if they do not. Sessions at the
   * console that began before this time continue.
   */
  readonly secondFactorRequiredAt: Date | null
  readonly createdAt: Date
  /**
   * The id of the real organization to which this test organization belongs; null or absent for a real
   * organization.
   */
  readonly testOf?: string | null
}

/** The settings of an organization that its users can change. */
export interface OrganizationSettings
  extends Pick<
    Organization,
    | 'name'
    | 'keepsBodies'
    | 'bodyDays'
    | 'keepReplies'
    | 'keepRepliesDays'
    | 'timeZone'
    | 'language'
    | 'allowsSeveralSessions'
    | 'auditsValues'
    | 'unsubscribesByReply'
    | 'unsubscribeLine'
    | 'postalAddress'
  > {
  /** Whether all people of the organization need two-factor sign-in. */
  readonly requiresSecondFactor: boolean
}

export function settingsOf(organization: Organization): OrganizationSettings {
  const { name, keepsBodies, bodyDays, timeZone, language, unsubscribeLine, postalAddress } = organization
  const { allowsSeveralSessions, auditsValues, unsubscribesByReply, keepReplies, keepRepliesDays } =
    organization
  const requiresSecondFactor = organization.secondFactorRequiredAt !== null
  const ofMail = { keepsBodies, bodyDays, keepReplies, keepRepliesDays, unsubscribesByReply }
  const ofPeople = { allowsSeveralSessions, auditsValues, requiresSecondFactor }
  return { name, timeZone, language, unsubscribeLine, postalAddress, ...ofMail, ...ofPeople }
}

/** Returns the revision of an organization's settings and its plan, which people change beside each other. */
export function revisionOfOrganization(organization: Organization): number {
  return revisionOfContent({ ...settingsOf(organization), planId: organization.planId })
}

/**
 * Returns settings with a change of some. A standard unsubscribe line follows a change of the language, unless the
 * change names a line.
 */
export function changedSettings(
  before: OrganizationSettings,
  changes: Partial<OrganizationSettings>,
): OrganizationSettings {
  const after = { ...before, ...changes }
  const isStandard = before.unsubscribeLine === standardFooter(before.language).unsubscribeLine
  if (!isStandard || changes.unsubscribeLine !== undefined) return after
  return { ...after, unsubscribeLine: standardFooter(after.language).unsubscribeLine }
}

/** Returns the organization with changed settings. */
export function withSettings(
  organization: Organization,
  { requiresSecondFactor, ...settings }: OrganizationSettings,
  now: Date,
): Organization {
  const requiredAt = requiresSecondFactor ? (organization.secondFactorRequiredAt ?? now) : null
  return { ...organization, ...settings, secondFactorRequiredAt: requiredAt }
}

/**
 * The initial settings of a new organization: it stores the content of messages for 30 days, and replies, unless its
 * creator chooses otherwise, and no cells in audit entries. It uses UTC and English unless its creator names a time zone and a
 * language, allows one session for each person, requires no second factor, suppresses nobody because of a reply, and has
 * the standard footer.
 */
export const newSettings = {
  keepsBodies: true,
  bodyDays: 30,
  keepReplies: true,
  keepRepliesDays: null,
  timeZone: 'UTC',
  language: 'en',
  allowsSeveralSessions: false,
  auditsValues: false,
  unsubscribesByReply: false,
  secondFactorRequiredAt: null,
  ...standardFooter('en'),
} as const

/** The settings that a person may choose when the organization is created. */
export type FirstSettings = Partial<Pick<Organization, 'timeZone' | 'language' | 'keepsBodies'>>

/**
 * Returns the initial settings of a new organization with the choices of its creator. An organization whose creator
 * stores no content of messages stores no replies either.
 */
export function newSettingsWith(
  settings: FirstSettings,
): Omit<Organization, 'id' | 'name' | 'planId' | 'createdAt'> {
  const keepReplies = settings.keepsBodies ?? newSettings.keepReplies
  const footer = standardFooter(settings.language ?? newSettings.language)
  return { ...newSettings, ...footer, keepReplies, ...settings }
}

/** Refuses a time zone that is not in the IANA database. */
export function assertTimeZone(timeZone: string): void {
  if (isZone(timeZone)) return
  const message = 'The time zone is unknown; use a name such as "Europe/Vienna"'
  const errors = [{ pointer: '/timeZone', code: 'UNKNOWN_TIME_ZONE', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}

/** `Organization` with its plan (permissions and limits), as the API returns it. */
export interface OrganizationView extends Organization {
  readonly plan: Plan
  /** The deletion of the organization; null if it is not to be deleted. */
  readonly deletion: DeletionView | null
}
