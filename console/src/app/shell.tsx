import { AppShell, Burger, Group, ScrollArea, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { House, Inbox, ListChecks, Mail, MailCheck, Table2, Users, Workflow } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import type { SignedIn } from '../api/schema.ts'
import { NavigationLink, PlainLink } from '../components/links.tsx'
import { PageSkeleton } from '../components/loading/skeletons.tsx'
import { ConfirmationNotice } from './confirmation-notice.tsx'
import { Logo } from './logo.tsx'
import { TitleNews } from './title-news.tsx'
import { useFocusOnContent } from './use-focus-on-content.ts'
import { UserMenu } from './user-menu.tsx'
import { ViewerNotice } from './viewer-notice.tsx'

const places = [
  { to: '/', label: 'Home', icon: House },
  { to: '/data-tables', label: 'Data tables', icon: Table2 },
  { to: '/arrivals', label: 'Arrivals', icon: Inbox },
  { to: '/spinners', label: 'Spinners', icon: Workflow },
  { to: '/jobs', label: 'Jobs', icon: ListChecks },
  { to: '/people', label: 'People', icon: Users },
  { to: '/messages', label: 'Messages', icon: MailCheck },
  { to: '/outbox', label: 'Outbox', icon: Mail },
] as const

/** The frame around every page of a signed-in user. */
export function Shell({ person }: { person: Pick<SignedIn, 'user' | 'organization'> }) {
  const [opened, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(close, [path, close])
  useFocusOnContent()
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <TitleNews />
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between">
          <PlainLink to="/" aria-label="Spindle, home">
            <Logo />
          </PlainLink>
          <Burger
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={opened ? 'Close menu' : 'Open menu'}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main" className={opened ? undefined : 'closed-menu'}>
        <AppShell.Section px="sm" py="sm" visibleFrom="sm">
          <PlainLink to="/" aria-label="Spindle, home">
            <Logo />
          </PlainLink>
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea}>
          <Stack gap={4}>
            {places.map(({ to, label, icon: Icon }) => (
              <NavigationLink
                key={to}
                to={to}
                label={label}
                leftSection={<Icon size={18} aria-hidden />}
                active={to === '/' ? path === '/' : path.startsWith(to)}
                aria-current={(to === '/' ? path === '/' : path.startsWith(to)) ? 'page' : undefined}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
              />
            ))}
          </Stack>
        </AppShell.Section>
        <AppShell.Section>
          <UserMenu person={person} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="page">
          <ConfirmationNotice />
          {person.user.role === 'viewer' && <ViewerNotice />}
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
