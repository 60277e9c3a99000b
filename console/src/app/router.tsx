import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { DemoLinkPage } from '../pages/account/demo-link-page.tsx'
import { ForgotPasswordPage } from '../pages/account/forgot-password-page.tsx'
import { OwnOrganizationPage } from '../pages/account/own-organization-page.tsx'
import { ResetPasswordPage } from '../pages/account/reset-password-page.tsx'
import { JoinPage, SignUpPage } from '../pages/account/sign-up-page.tsx'
import { FaultPage } from './fault-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { SessionGate } from './session-gate.tsx'

/** The root of all routes of the console. Pages other than the first page are loaded when they are opened. */
const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const signUp = createRoute({ getParentRoute: () => root, path: '/sign-up', component: SignUpPage })
const join = createRoute({ getParentRoute: () => root, path: '/join', component: JoinPage })
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: ForgotPasswordPage,
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: ResetPasswordPage,
})

const ownOrganization = createRoute({
  getParentRoute: () => root,
  path: '/own-organization',
  component: OwnOrganizationPage,
})
const demoLink = createRoute({ getParentRoute: () => root, path: '/demo', component: DemoLinkPage })

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SessionGate })
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})

const dataTables = createRoute({
  getParentRoute: () => signedIn,
  path: '/data-tables',
  component: lazyRouteComponent(() => import('../pages/data-tables/data-tables-page.tsx'), 'DataTablesPage'),
})
const dataTable = createRoute({
  getParentRoute: () => signedIn,
  path: '/data-tables/$dataTableId',
  component: lazyRouteComponent(() => import('../pages/data-tables/data-table-page.tsx'), 'DataTablePage'),
})
const mapping = createRoute({
  getParentRoute: () => signedIn,
  path: '/data-tables/$dataTableId/mapping',
  component: lazyRouteComponent(() => import('../pages/data-tables/mapping/mapping-page.tsx'), 'MappingPage'),
})
const arrivals = createRoute({
  getParentRoute: () => signedIn,
  path: '/arrivals',
  component: lazyRouteComponent(() => import('../pages/arrivals/arrivals-page.tsx'), 'ArrivalsPage'),
})
const spinners = createRoute({
  getParentRoute: () => signedIn,
  path: '/spinners',
  component: lazyRouteComponent(() => import('../pages/spinners/spinners-page.tsx'), 'SpinnersPage'),
})
const spinner = createRoute({
  getParentRoute: () => signedIn,
  path: '/spinners/$spinnerId',
  component: lazyRouteComponent(() => import('../pages/spinners/spinner-page.tsx'), 'SpinnerPage'),
})
const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
})
const job = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs/$jobId',
  component: lazyRouteComponent(() => import('../pages/jobs/job-page.tsx'), 'JobPage'),
})
const messages = createRoute({
  getParentRoute: () => signedIn,
  path: '/messages',
  component: lazyRouteComponent(() => import('../pages/messages/messages-page.tsx'), 'MessagesPage'),
})
const outbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/outbox',
  component: lazyRouteComponent(() => import('../pages/messages/outbox-page.tsx'), 'OutboxPage'),
})
const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/people',
  component: lazyRouteComponent(() => import('../pages/people/people-page.tsx'), 'PeoplePage'),
})
const apiKeys = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-keys',
  component: lazyRouteComponent(
    () => import('../pages/organization/api-keys/api-keys-page.tsx'),
    'ApiKeysPage',
  ),
})
const apiKey = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-keys/$apiKeyId',
  component: lazyRouteComponent(
    () => import('../pages/organization/api-keys/api-key-page.tsx'),
    'ApiKeyPage',
  ),
})
const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: lazyRouteComponent(() => import('../pages/organization/plan/usage-page.tsx'), 'UsagePage'),
})
const suppressions = createRoute({
  getParentRoute: () => signedIn,
  path: '/suppressions',
  component: lazyRouteComponent(
    () => import('../pages/organization/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
})
const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/organization',
  component: lazyRouteComponent(
    () => import('../pages/organization/organization-page.tsx'),
    'OrganizationPage',
  ),
})
const team = createRoute({
  getParentRoute: () => signedIn,
  path: '/team',
  component: lazyRouteComponent(() => import('../pages/team/team-page.tsx'), 'TeamPage'),
})
const events = createRoute({
  getParentRoute: () => signedIn,
  path: '/events',
  component: lazyRouteComponent(() => import('../pages/events/events-page.tsx'), 'EventsPage'),
})
const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
})
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
})
const contactPolicy = createRoute({
  getParentRoute: () => signedIn,
  path: '/contact-policy',
  component: lazyRouteComponent(
    () => import('../pages/organization/contact-policy-page.tsx'),
    'ContactPolicyPage',
  ),
})
const replies = createRoute({
  getParentRoute: () => signedIn,
  path: '/replies',
  component: lazyRouteComponent(() => import('../pages/senders/replies-page.tsx'), 'RepliesPage'),
})
const confirm = createRoute({
  getParentRoute: () => signedIn,
  path: '/confirm',
  component: lazyRouteComponent(
    () => import('../pages/account/confirm-address-page.tsx'),
    'ConfirmAddressPage',
  ),
})
const password = createRoute({
  getParentRoute: () => signedIn,
  path: '/password',
  component: lazyRouteComponent(
    () => import('../pages/account/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
})
const twoFactor = createRoute({
  getParentRoute: () => signedIn,
  path: '/two-factor',
  component: lazyRouteComponent(() => import('../pages/two-factor/two-factor-page.tsx'), 'TwoFactorPage'),
})
const senders = createRoute({
  getParentRoute: () => signedIn,
  path: '/senders',
  component: lazyRouteComponent(() => import('../pages/senders/senders-page.tsx'), 'SendersPage'),
})
const destinations = createRoute({
  getParentRoute: () => signedIn,
  path: '/destinations',
  component: lazyRouteComponent(
    () => import('../pages/destinations/destinations-page.tsx'),
    'DestinationsPage',
  ),
})
const destination = createRoute({
  getParentRoute: () => signedIn,
  path: '/destinations/$destinationId',
  component: lazyRouteComponent(
    () => import('../pages/destinations/destination-page.tsx'),
    'DestinationPage',
  ),
})
const webhookSigning = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhook-signing',
  component: lazyRouteComponent(
    () => import('../pages/organization/webhook-signing-page.tsx'),
    'WebhookSigningPage',
  ),
})
const testTimeline = createRoute({
  getParentRoute: () => signedIn,
  path: '/test-timeline',
  component: lazyRouteComponent(() => import('../pages/test-mode/timeline-page.tsx'), 'TimelinePage'),
})
const testRules = createRoute({
  getParentRoute: () => signedIn,
  path: '/test-rules',
  component: lazyRouteComponent(() => import('../pages/test-mode/rules/rules-page.tsx'), 'RulesPage'),
})
/** Keeps the navigation on the page for unknown addresses if the user is signed in. */
const elsewhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFoundPage })

export const router = createRouter({
  routeTree: root.addChildren([
    signUp,
    join,
    forgotPassword,
    resetPassword,
    ownOrganization,
    demoLink,
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
