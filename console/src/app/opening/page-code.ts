import type { ReactNode } from 'react'
import { withTexts } from '../../languages/catalogue.ts'
import type { LateFeature } from '../../languages/catalogues.ts'

/** The code of a page, which is loaded when the page is opened: its module, and the component in it. */
interface PageCode {
  /** Loads the module, after the translations of its texts. */
  readonly load: () => Promise<Readonly<Record<string, () => ReactNode>>>
  readonly name: string
}

/** Returns the code of a page that has texts of `features`, besides those that the first page has. */
function code<Name extends string>(
  features: readonly LateFeature[],
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
): PageCode {
  return { load: withTexts(features, load), name }
}

/** The code of each page for signed-in users, by the path of its route. */
export const pageCode = {
  '/': code([], () => import('../../pages/home/home-page.tsx'), 'HomePage'),
  '/data-tables': code(
    ['data-tables', 'test-mode'],
    () => import('../../pages/data-tables/data-tables-page.tsx'),
    'DataTablesPage',
  ),
  '/data-tables/$dataTableId': code(
    ['arrivals', 'data-tables', 'jobs', 'organization', 'spinners', 'steps'],
    () => import('../../pages/data-tables/data-table-page.tsx'),
    'DataTablePage',
  ),
  '/data-tables/$dataTableId/mapping': code(
    ['data-tables', 'spinners'],
    () => import('../../pages/data-tables/mapping/mapping-page.tsx'),
    'MappingPage',
  ),
  '/arrivals': code(['arrivals'], () => import('../../pages/arrivals/arrivals-page.tsx'), 'ArrivalsPage'),
  '/spinners': code(
    ['spinners', 'steps'],
    () => import('../../pages/spinners/spinners-page.tsx'),
    'SpinnersPage',
  ),
  '/spinners/$spinnerId': code(
    ['jobs', 'people', 'spinners', 'steps'],
    () => import('../../pages/spinners/spinner-page.tsx'),
    'SpinnerPage',
  ),
  '/jobs': code(['jobs'], () => import('../../pages/jobs/list/jobs-page.tsx'), 'JobsPage'),
  '/jobs/$jobId': code(['jobs', 'steps'], () => import('../../pages/jobs/job-page.tsx'), 'JobPage'),
  '/messages': code(
    ['people', 'steps'],
    () => import('../../pages/messages/messages-page.tsx'),
    'MessagesPage',
  ),
  '/people': code(['people'], () => import('../../pages/people/people-page.tsx'), 'PeoplePage'),
  '/people/$personId': code(
    ['jobs', 'people', 'steps'],
    () => import('../../pages/people/person-page.tsx'),
    'PersonPage',
  ),
  '/api-keys': code(
    ['organization'],
    () => import('../../pages/organization/api-keys/api-keys-page.tsx'),
    'ApiKeysPage',
  ),
  '/api-keys/$apiKeyId': code(
    ['organization'],
    () => import('../../pages/organization/api-keys/api-key-page.tsx'),
    'ApiKeyPage',
  ),
  '/usage': code(
    ['arrivals', 'organization'],
    () => import('../../pages/organization/plan/usage-page.tsx'),
    'UsagePage',
  ),
  '/suppressions': code(
    ['organization'],
    () => import('../../pages/organization/suppressions/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
  '/organization': code(
    ['organization'],
    () => import('../../pages/organization/organization-page.tsx'),
    'OrganizationPage',
  ),
  '/team': code(['organization'], () => import('../../pages/team/team-page.tsx'), 'TeamPage'),
  '/events': code(['events'], () => import('../../pages/events/events-page.tsx'), 'EventsPage'),
  '/bin': code(['organization'], () => import('../../pages/bin/bin-page.tsx'), 'BinPage'),
  '/audit': code(['organization'], () => import('../../pages/audit/audit-page.tsx'), 'AuditPage'),
  '/account': code([], () => import('../../pages/profile/profile-page.tsx'), 'ProfilePage'),
  '/contact-policy': code(
    ['organization'],
    () => import('../../pages/organization/contact-policy-page.tsx'),
    'ContactPolicyPage',
  ),
  '/replies': code(['senders'], () => import('../../pages/senders/replies-page.tsx'), 'RepliesPage'),
  '/confirm': code([], () => import('../../pages/account/confirm-address-page.tsx'), 'ConfirmAddressPage'),
  '/password': code([], () => import('../../pages/account/change-password-page.tsx'), 'ChangePasswordPage'),
  '/two-factor': code([], () => import('../../pages/two-factor/two-factor-page.tsx'), 'TwoFactorPage'),
  '/senders': code(['senders'], () => import('../../pages/senders/senders-page.tsx'), 'SendersPage'),
  '/destinations': code(
    ['events'],
    () => import('../../pages/destinations/destinations-page.tsx'),
    'DestinationsPage',
  ),
  '/destinations/$destinationId': code(
    ['events'],
    () => import('../../pages/destinations/destination-page.tsx'),
    'DestinationPage',
  ),
  '/webhook-signing': code(
    ['organization'],
    () => import('../../pages/organization/webhook-signing-page.tsx'),
    'WebhookSigningPage',
  ),
  '/test-timeline': code(
    ['people', 'test-mode'],
    () => import('../../pages/test-mode/timeline-page.tsx'),
    'TimelinePage',
  ),
  '/test-rules': code(['test-mode'], () => import('../../pages/test-mode/rules/rules-page.tsx'), 'RulesPage'),
} as const satisfies Readonly<Record<string, PageCode>>

/** Returns the code of the page at a path of the browser; undefined if no page for signed-in users has this path. */
export function pageCodeAt(path: string): PageCode | undefined {
  const found = Object.entries(pageCode).find(([route]) => isAt(route.split('/'), path.split('/')))
  return found?.[1]
}

function isAt(route: readonly string[], path: readonly string[]): boolean {
  return (
    route.length === path.length &&
    route.every((part, index) => (part.startsWith('$') ? path[index] !== '' : part === path[index]))
  )
}
