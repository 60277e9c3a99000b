import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sessionQuery } from '../api/account/session.ts'
import { AddressChangePage } from '../pages/account/address-change-page.tsx'
import { DemoLinkPage } from '../pages/account/demo-link-page.tsx'
import { ForgotPasswordPage } from '../pages/account/forgot-password-page.tsx'
import { JoinPage } from '../pages/account/join-page.tsx'
import { OwnOrganizationPage } from '../pages/account/own-organization-page.tsx'
import { ResetPasswordPage } from '../pages/account/reset-password-page.tsx'
import { SignUpPage } from '../pages/account/sign-up-page.tsx'
import { FaultPage } from './fault-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { useOpeningEnd } from './opening.ts'
import { queryClient } from './query-client.ts'
import { ServiceAway } from './service-away.tsx'
import { SessionGate } from './session-gate.tsx'

/** The root of all routes of the console. Pages other than the first page are loaded when they are opened. */
const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

function Root() {
  return (
    <>
      <Outlet />
      <ServiceAway />
    </>
  )
}

/** The pages that are the same whether a person is signed in or not. The service names them in console-routes.ts. */
const frameless = createRoute({ getParentRoute: () => root, id: 'frameless', component: FramelessPages })

function FramelessPages() {
  useOpeningEnd()
  return <Outlet />
}

/** Returns the route of a page that is the same whether a person is signed in or not. */
function framelessPage<Path extends string>(path: Path, component: () => ReactNode) {
  return createRoute({ getParentRoute: () => frameless, path, component })
}

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  loader: askSession,
  component: SessionGate,
})

/** Asks for the session while the code of the page is still loading. */
function askSession(): void {
  void queryClient.prefetchQuery(sessionQuery)
}

/** Returns the route of a page for signed-in users. Its code is loaded when the page is opened. */
function page<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => signedIn, path, component: lazyRouteComponent(load, name) })
}

const home = page('/', () => import('../pages/home/home-page.tsx'), 'HomePage')

const dataTables = page(
  '/data-tables',
  () => import('../pages/data-tables/data-tables-page.tsx'),
  'DataTablesPage',
)
const dataTable = page(
  '/data-tables/$dataTableId',
  () => import('../pages/data-tables/data-table-page.tsx'),
  'DataTablePage',
)
const mapping = page(
  '/data-tables/$dataTableId/mapping',
  () => import('../pages/data-tables/mapping/mapping-page.tsx'),
  'MappingPage',
)
const arrivals = page('/arrivals', () => import('../pages/arrivals/arrivals-page.tsx'), 'ArrivalsPage')
const spinners = page('/spinners', () => import('../pages/spinners/spinners-page.tsx'), 'SpinnersPage')
const spinner = page(
  '/spinners/$spinnerId',
  () => import('../pages/spinners/spinner-page.tsx'),
  'SpinnerPage',
)
const jobs = page('/jobs', () => import('../pages/jobs/jobs-page.tsx'), 'JobsPage')
const job = page('/jobs/$jobId', () => import('../pages/jobs/job-page.tsx'), 'JobPage')
const messages = page('/messages', () => import('../pages/messages/messages-page.tsx'), 'MessagesPage')
/** Redirects the former page of captured messages to the page of all messages, with its filter. */
const outbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/outbox',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/messages', search: { ...search, state: 'captured' }, replace: true })
  },
})
const people = page('/people', () => import('../pages/people/people-page.tsx'), 'PeoplePage')
const apiKeys = page(
  '/api-keys',
  () => import('../pages/organization/api-keys/api-keys-page.tsx'),
  'ApiKeysPage',
)
const apiKey = page(
  '/api-keys/$apiKeyId',
  () => import('../pages/organization/api-keys/api-key-page.tsx'),
  'ApiKeyPage',
)
const usage = page('/usage', () => import('../pages/organization/plan/usage-page.tsx'), 'UsagePage')
const suppressions = page(
  '/suppressions',
  () => import('../pages/organization/suppressions-page.tsx'),
  'SuppressionsPage',
)
const organization = page(
  '/organization',
  () => import('../pages/organization/organization-page.tsx'),
  'OrganizationPage',
)
const team = page('/team', () => import('../pages/team/team-page.tsx'), 'TeamPage')
const events = page('/events', () => import('../pages/events/events-page.tsx'), 'EventsPage')
const bin = page('/bin', () => import('../pages/bin/bin-page.tsx'), 'BinPage')
const audit = page('/audit', () => import('../pages/audit/audit-page.tsx'), 'AuditPage')
const profile = page('/account', () => import('../pages/profile/profile-page.tsx'), 'ProfilePage')
const contactPolicy = page(
  '/contact-policy',
  () => import('../pages/organization/contact-policy-page.tsx'),
  'ContactPolicyPage',
)
const replies = page('/replies', () => import('../pages/senders/replies-page.tsx'), 'RepliesPage')
const confirm = page(
  '/confirm',
  () => import('../pages/account/confirm-address-page.tsx'),
  'ConfirmAddressPage',
)
const password = page(
  '/password',
  () => import('../pages/account/change-password-page.tsx'),
  'ChangePasswordPage',
)
const twoFactor = page(
  '/two-factor',
  () => import('../pages/two-factor/two-factor-page.tsx'),
  'TwoFactorPage',
)
const senders = page('/senders', () => import('../pages/senders/senders-page.tsx'), 'SendersPage')
const destinations = page(
  '/destinations',
  () => import('../pages/destinations/destinations-page.tsx'),
  'DestinationsPage',
)
const destination = page(
  '/destinations/$destinationId',
  () => import('../pages/destinations/destination-page.tsx'),
  'DestinationPage',
)
const webhookSigning = page(
  '/webhook-signing',
  () => import('../pages/organization/webhook-signing-page.tsx'),
  'WebhookSigningPage',
)
const testTimeline = page(
  '/test-timeline',
  () => import('../pages/test-mode/timeline-page.tsx'),
  'TimelinePage',
)
const testRules = page('/test-rules', () => import('../pages/test-mode/rules/rules-page.tsx'), 'RulesPage')
/** Keeps the navigation on the page for unknown addresses if the user is signed in. */
const elsewhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundPage })

export const router = createRouter({
  routeTree: root.addChildren([
    frameless.addChildren([
      framelessPage('/sign-up', SignUpPage),
      framelessPage('/join', JoinPage),
      framelessPage('/forgot-password', ForgotPasswordPage),
      framelessPage('/reset-password', ResetPasswordPage),
      framelessPage('/own-organization', OwnOrganizationPage),
      framelessPage('/change-address', AddressChangePage),
      framelessPage('/demo', DemoLinkPage),
    ]),
    signedIn.addChildren([
      home,
      dataTables,
      dataTable,
      mapping,
      arrivals,
      spinners,
      spinner,
      jobs,
      job,
      people,
      messages,
      outbox,
      apiKeys,
      apiKey,
      usage,
      suppressions,
      organization,
      team,
      audit,
      bin,
      events,
      profile,
      contactPolicy,
      replies,
      senders,
      destinations,
      destination,
      webhookSigning,
      password,
      twoFactor,
      confirm,
      testTimeline,
      testRules,
      elsewhere,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: FaultPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
