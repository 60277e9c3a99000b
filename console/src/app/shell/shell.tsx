import { AppShell, ScrollArea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { SignedIn } from '../../api/schema.ts'
import { PlainLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/loading/skeletons.tsx'
import { t } from '../../languages/text.ts'
import { KeysHelp } from '../keys/keys-help.tsx'
import { usePageKeys } from '../keys/page-keys.ts'
import { Logo } from '../logo.tsx'
import { PaletteButton, usePalette } from '../palette/palette-button.tsx'
import { ConfirmationNotice } from './confirmation-notice.tsx'
import { DeletionNotice } from './deletion-notice.tsx'
import { MainLinks } from './main-links.tsx'
import { OnNavigation } from './on-navigation.tsx'
import { PageTitleAnnouncer } from './page-title-announcer.tsx'
import { SectionLinks } from './section-links.tsx'
import { headerHeight, ShellHeader } from './shell-header.tsx'
import { UserMenu } from './user-menu.tsx'
import { ViewerNotice } from './viewer-notice.tsx'

/** The frame around every page of a signed-in user. */
export function Shell({ person }: { person: Pick<SignedIn, 'user' | 'organization'> }) {
  const [opened, { toggle, close }] = useDisclosure()
  const { open: find, palette } = usePalette()
  usePageKeys()
  const testTimeZone = person.organization.isTestMode ? person.organization.timeZone : null
  return (
    <AppShell
      header={{ height: headerHeight(testTimeZone !== null) }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#content">
        {t('Skip to the page content')}
      </a>
      <OnNavigation closeMenu={close} />
      <PageTitleAnnouncer />
      {palette}
      <KeysHelp />
      <ShellHeader testTimeZone={testTimeZone} isMenuOpen={opened} onMenu={toggle} onFind={find} />
      <AppShell.Navbar p="sm" aria-label={t('Main')} className={opened ? undefined : 'closed-menu'}>
        <AppShell.Section px="sm" py="sm" visibleFrom="sm">
          <PlainLink to="/" aria-label={t('Spindle, home')}>
            <Logo />
          </PlainLink>
        </AppShell.Section>
        <AppShell.Section pb="sm" visibleFrom="sm">
          <PaletteButton onClick={find} />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea}>
          <MainLinks isTestMode={testTimeZone !== null} />
        </AppShell.Section>
        <AppShell.Section>
          <UserMenu person={person} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="page">
          <ConfirmationNotice />
          {person.organization.deletion !== null && (
            <DeletionNotice deletion={person.organization.deletion} role={person.user.role} />
          )}
          {person.user.role === 'viewer' && <ViewerNotice />}
          <SectionLinks />
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
