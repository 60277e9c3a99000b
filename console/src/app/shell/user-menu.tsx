import { Avatar, Box, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, CircleQuestionMark, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSignOut } from '../../api/account/session.ts'
import type { SignedIn } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { pages } from '../pages.ts'
import { TestModeItem } from '../test-mode/test-mode-item.tsx'
import { OrganizationItems } from './organization-items.tsx'

const NewOrganizationDialog = lazy(async () => ({
  default: (await import('./new-organization-dialog.tsx')).NewOrganizationDialog,
}))

const { label: accountLabel, icon: AccountIcon } = pages['/account']

const schemes = {
  auto: { next: 'light', label: t('Appearance: system'), icon: Monitor },
  light: { next: 'dark', label: t('Appearance: light'), icon: Sun },
  dark: { next: 'auto', label: t('Appearance: dark'), icon: Moon },
} as const

/** The menu of the signed-in person: their account, test mode, appearance and sign-out. */
export function UserMenu({
  person: { user, organization },
}: {
  person: Pick<SignedIn, 'user' | 'organization'>
}) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const scheme = schemes[colorScheme]
  // Null while no organization is being created; otherwise whether it requires an invitation.
  const [needsInvitation, setNeedsInvitation] = useState<boolean | null>(null)
  return (
    <>
      {needsInvitation !== null && (
        <Suspense>
          <NewOrganizationDialog needsInvitation={needsInvitation} onClose={() => setNeedsInvitation(null)} />
        </Suspense>
      )}
      <Menu width={240} position="top-start" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton w="100%" p="sm" className="user-menu">
            <Group wrap="nowrap" gap="sm">
              <Avatar color="spindle" radius="xl" size={34} name={user.name} aria-hidden />
              <Box flex={1} miw={0}>
                <Text size="sm" fw={600} truncate>
                  {user.name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {organization.name}
                </Text>
              </Box>
              <ChevronsUpDown size={16} aria-hidden />
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Item
            leftSection={<AccountIcon size={16} aria-hidden />}
            onClick={() => void navigate({ to: '/account' })}
          >
            {accountLabel}
          </Menu.Item>
          <Menu.Divider />
          <OrganizationItems onCreate={setNeedsInvitation} />
          <TestModeItem isTestMode={organization.isTestMode} />
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={<scheme.icon size={16} aria-hidden />}
            onClick={() => setColorScheme(scheme.next)}
          >
            {scheme.label}
          </Menu.Item>
          <Menu.Item
            component="a"
            href="/docs/guide"
            target="_blank"
            leftSection={<CircleQuestionMark size={16} aria-hidden />}
          >
            {t('Guide')}
          </Menu.Item>
          <Menu.Item
            component="a"
            href="/docs"
            target="_blank"
            leftSection={<BookOpen size={16} aria-hidden />}
          >
            {t('API docs')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => signOut.mutate()}>
            {t('Sign out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
