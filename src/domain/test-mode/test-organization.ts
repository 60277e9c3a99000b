import type { Organization } from '../account/organization.ts'
import type { Plan } from '../plan/plan.ts'
import { cutText } from '../storable-text.ts'

/** The plan of test organizations. It caps what a test may hold; the real organization's meters are not touched. */
export const testPlan: Plan = {
  id: 'test-mode',
  name: 'Test mode',
  apiKeys: true,
  limits: { records: 10_000, jobs: null, dataTables: 100, spinners: 100, requestsPerSecond: 50 },
}

const longestName = 200
const suffix = ' (test)'

/** A test organization beside the real one, with the same settings. Its log keeps what messages said. */
export function testOrganizationOf(real: Organization, id: string, createdAt: Date): Organization {
  const name = cutText(real.name, longestName - suffix.length) + suffix
  return { ...real, id, name, planId: testPlan.id, keepsBodies: true, createdAt, testOf: real.id }
}
