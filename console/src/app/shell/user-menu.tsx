import { Avatar, Box, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import {
  AtSign,
  BookOpen,
  Building2,
  CalendarClock,
  ChevronsUpDown,
  CircleUser,
  Gauge,
  KeyRound,
  LogOut,
  MailOpen,
  MailX,
  Monitor,
  Moon,
  ScrollText,
  ShieldCheck,
  Sun,
  Users,
} from 'lucide-react'
import { useLogOut } from '../../api/account/session.ts'
import type { SignedIn } from '../../api/schema.ts'
import { TestModeItem } from '../test-mode/test-mode-item.tsx'

const places = [
  { to: '/organization', label: 'Organization', icon: Building2 },
  { to: '/team', label: 'Team', icon: Users },
  { to: '/audit', label: 'Audit log', icon: ScrollText },
  { to: '/api-keys', label: 'API keys', icon: KeyRound },
  { to: '/usage', label: 'Usage and plan', icon: Gauge },
  { to: '/senders', label: 'Senders', icon: AtSign },
  { to: '/suppressions', label: 'Suppressions', icon: MailX },
  { to: '/contact-policy', label: 'Contact policy', icon: CalendarClock },
  { to: '/replies', label: 'Replies', icon: MailOpen },
  { to: '/webhook-signing', label: 'Webhook signing', icon: ShieldCheck },
  { to: '/account', label: 'Your account', icon: CircleUser },
] as const
/** Test mode counts on no meter, and the plan is the real organization's. */
const testPlaces = places.filter(({ to }) => to !== '/usage')

const schemes = {
  auto: { next: 'light', label: 'Appearance: as the system', icon: Monitor },
  light: { next: 'dark', label: 'Appearance: light', icon: Sun },
  dark: { next: 'auto', label: 'Appearance: dark', icon: Moon },
} as const

/** Who is signed in, and what is theirs. */
export function UserMenu({
  person: { user, organization },
}: {
  person: Pick<SignedIn, 'user' | 'organization'>
}) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const scheme = schemes[colorScheme]
  return (
    <Menu width={240} position="top-start" withinPortal>
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
        {(organization.testMode ? testPlaces : places).map(({ to, label, icon: Icon }) => (
          <Menu.Item
            key={to}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => void navigate({ to })}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <TestModeItem isTestMode={organization.testMode} />
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<scheme.icon size={16} aria-hidden />}
          onClick={() => setColorScheme(scheme.next)}
        >
          {scheme.label}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          leftSection={<BookOpen size={16} aria-hidden />}
        >
          API docs
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => logOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
