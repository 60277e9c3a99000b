import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { confirmationQuery } from '../api/account/confirmation.ts'
import { sessionQuery } from '../api/account/session.ts'
import { AddressChangePage } from '../pages/account/address-change-page.tsx'
import { DemoLinkPage } from '../pages/account/demo-link-page.tsx'
import { ForgotPasswordPage } from '../pages/account/forgot-password-page.tsx'
import { JoinPage } from '../pages/account/join-page.tsx'
import { OwnOrganizationPage } from '../pages/account/own-organization-page.tsx'
import { ResetPasswordPage } from '../pages/account/reset-password-page.tsx'
import { SignUpPage } from '../pages/account/sign-up-page.tsx'
import { loadHome, rangeOf } from '../pages/home/home-queries.ts'
import { FaultPage } from './fault-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { loadWhenSignedIn } from './opening/first-load.ts'
import { useOpeningEnd } from './opening/opening.ts'
import { pageCode } from './opening/page-code.ts'
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
  loader: loadFrame,
  component: SessionGate,
})

/** Loads the data of the frame around all pages while the code of the page is loading. */
function loadFrame(): void {
  void queryClient.prefetchQuery(sessionQuery)
  loadWhenSignedIn(queryClient, (client) => client.prefetchQuery(confirmationQuery))
}

/** Returns the route of a page for signed-in users. Its code is loaded when the page is opened. */
function page<Path extends keyof typeof pageCode>(path: Path, loader?: (context: PageLoad) => void) {
  const { load, name } = pageCode[path]
  const component = lazyRouteComponent(load, name)
  return createRoute({ getParentRoute: () => signedIn, path, component, ...(loader && { loader }) })
}

interface PageLoad {
  readonly location: { readonly search: Readonly<Record<string, unknown>> }
}

/** Loads the data of the home page while its code is loading. */
function homeLoader({ location: { search } }: PageLoad): void {
  loadWhenSignedIn(queryClient, (client) => loadHome(client, rangeOf(search['range'])))
}

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
      page('/', homeLoader),
      page('/data-tables'),
      page('/data-tables/$dataTableId'),
      page('/data-tables/$dataTableId/mapping'),
      page('/arrivals'),
      page('/spinners'),
      page('/spinners/$spinnerId'),
      page('/jobs'),
      page('/jobs/$jobId'),
      page('/people'),
      page('/people/$personId'),
      page('/messages'),
      page('/api-keys'),
      page('/api-keys/$apiKeyId'),
      page('/usage'),
      page('/suppressions'),
      page('/organization'),
      page('/team'),
      page('/audit'),
      page('/bin'),
      page('/events'),
      page('/account'),
      page('/contact-policy'),
      page('/replies'),
      page('/senders'),
      page('/destinations'),
      page('/destinations/$destinationId'),
      page('/webhook-signing'),
      page('/password'),
      page('/two-factor'),
      page('/confirm'),
      page('/test-timeline'),
      page('/test-rules'),
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
