import type { Organization } from '../account/organization.ts'
import type { Plan } from '../plan/plan.ts'
import { cutText } from '../text/storable-text.ts'

/** The plan of test organizations. It limits the size of a test; meters of the real organization do not change. */
export const testPlan: Plan = {
  id: 'test-mode',
  name: 'Test mode',
  hasApiKeys: true,
  limits: { records: 10_000, jobs: null, dataTables: 100, spinners: 100, requestsPerSecond: 50 },
}

const maxNameLength = 200
const suffix = ' (test)'

/**
 * Returns the test organization of a real organization. It has the same settings, the test plan and the same
 * name with " (test)" after it. Its message log always stores the content of messages, as long as its entries.
 */
export function testOrganizationOf(real: Organization, id: string, createdAt: Date): Organization {
  const name = cutText(real.name, maxNameLength - suffix.length) + suffix
  return {
    ...real,
    id,
    name,
    planId: testPlan.id,
    keepsBodies: true,
    bodyDays: null,
    keepReplies: true,
    keepRepliesDays: null,
    createdAt,
    testOf: real.id,
  }
}
