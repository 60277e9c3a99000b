import { Stack } from '@mantine/core'
import {
  CalendarDays,
  House,
  Inbox,
  ListChecks,
  Mail,
  MailCheck,
  Table2,
  Users,
  Workflow,
} from 'lucide-react'
import { NavigationLink } from '../../components/links.tsx'

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

/** The timeline takes the place of the outbox, because it has the captured messages of test mode. */
const testPlaces = [
  { to: '/test-timeline', label: 'Test timeline', icon: CalendarDays },
  ...places.filter(({ to }) => to !== '/outbox'),
] as const

/** The links to the pages that people use every day. */
export function MainLinks({ isTestMode, path }: { isTestMode: boolean; path: string }) {
  return (
    <Stack gap={4}>
      {(isTestMode ? testPlaces : places).map(({ to, label, icon: Icon }) => {
        const isHere = to === '/' ? path === '/' : path.startsWith(to)
        return (
          <NavigationLink
            key={to}
            to={to}
            label={label}
            leftSection={<Icon size={18} aria-hidden />}
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        )
      })}
    </Stack>
  )
}
