import type { ReactNode } from 'react'

/** The code of a page, which is loaded when the page is opened: its module, and the component in it. */
interface PageCode {
  readonly load: () => Promise<Readonly<Record<string, () => ReactNode>>>
  readonly name: string
}

function code<Name extends string>(
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
): PageCode {
  return { load, name }
}

/** The code of each page for signed-in users, by the path of its route. */
export const pageCode = {
  '/': code(() => import('../../pages/home/home-page.tsx'), 'HomePage'),
  '/data-tables': code(() => import('../../pages/data-tables/data-tables-page.tsx'), 'DataTablesPage'),
  '/data-tables/$dataTableId': code(
    () => import('../../pages/data-tables/data-table-page.tsx'),
    'DataTablePage',
  ),
  '/data-tables/$dataTableId/mapping': code(
    () => import('../../pages/data-tables/mapping/mapping-page.tsx'),
    'MappingPage',
  ),
  '/arrivals': code(() => import('../../pages/arrivals/arrivals-page.tsx'), 'ArrivalsPage'),
  '/spinners': code(() => import('../../pages/spinners/spinners-page.tsx'), 'SpinnersPage'),
  '/spinners/$spinnerId': code(() => import('../../pages/spinners/spinner-page.tsx'), 'SpinnerPage'),
  '/jobs': code(() => import('../../pages/jobs/list/jobs-page.tsx'), 'JobsPage'),
  '/jobs/$jobId': code(() => import('../../pages/jobs/job-page.tsx'), 'JobPage'),
  '/messages': code(() => import('../../pages/messages/messages-page.tsx'), 'MessagesPage'),
  '/people': code(() => import('../../pages/people/people-page.tsx'), 'PeoplePage'),
  '/people/$personId': code(() => import('../../pages/people/person-page.tsx'), 'PersonPage'),
  '/api-keys': code(() => import('../../pages/organization/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  '/api-keys/$apiKeyId': code(
    () => import('../../pages/organization/api-keys/api-key-page.tsx'),
    'ApiKeyPage',
  ),
  '/usage': code(() => import('../../pages/organization/plan/usage-page.tsx'), 'UsagePage'),
  '/suppressions': code(
    () => import('../../pages/organization/suppressions/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
  '/organization': code(() => import('../../pages/organization/organization-page.tsx'), 'OrganizationPage'),
  '/team': code(() => import('../../pages/team/team-page.tsx'), 'TeamPage'),
  '/events': code(() => import('../../pages/events/events-page.tsx'), 'EventsPage'),
  '/bin': code(() => import('../../pages/bin/bin-page.tsx'), 'BinPage'),
  '/audit': code(() => import('../../pages/audit/audit-page.tsx'), 'AuditPage'),
  '/account': code(() => import('../../pages/profile/profile-page.tsx'), 'ProfilePage'),
  '/contact-policy': code(
    () => import('../../pages/organization/contact-policy-page.tsx'),
    'ContactPolicyPage',
  ),
  '/replies': code(() => import('../../pages/senders/replies-page.tsx'), 'RepliesPage'),
  '/confirm': code(() => import('../../pages/account/confirm-address-page.tsx'), 'ConfirmAddressPage'),
  '/password': code(() => import('../../pages/account/change-password-page.tsx'), 'ChangePasswordPage'),
  '/two-factor': code(() => import('../../pages/two-factor/two-factor-page.tsx'), 'TwoFactorPage'),
  '/senders': code(() => import('../../pages/senders/senders-page.tsx'), 'SendersPage'),
  '/destinations': code(() => import('../../pages/destinations/destinations-page.tsx'), 'DestinationsPage'),
  '/destinations/$destinationId': code(
    () => import('../../pages/destinations/destination-page.tsx'),
    'DestinationPage',
  ),
  '/webhook-signing': code(
    () => import('../../pages/organization/webhook-signing-page.tsx'),
    'WebhookSigningPage',
  ),
  '/test-timeline': code(() => import('../../pages/test-mode/timeline-page.tsx'), 'TimelinePage'),
  '/test-rules': code(() => import('../../pages/test-mode/rules/rules-page.tsx'), 'RulesPage'),
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
