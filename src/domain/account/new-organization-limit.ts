import type { Plan } from '../plan/plan.ts'

/**
 * The highest number of e-mails a day that an organization which a stranger created sends by the mail server of the
 * deployment: enough for a test with colleagues, too few for spam. A plan or the operator may name another number.
 */
export const newOrganizationMailsPerDay = 50

/** Returns the limit of new organizations with a plan, in e-mails a day; null for no limit. */
export function mailsPerDayOf({ mailsPerDay }: Pick<Plan, 'mailsPerDay'>): number | null {
  return mailsPerDay === undefined ? newOrganizationMailsPerDay : mailsPerDay
}
