import { Stack } from '@mantine/core'
import { NavigationLink } from '../../components/links.tsx'
import { type PagePath, pages } from '../pages.ts'

const paths: readonly PagePath[] = [
  '/',
  '/data-tables',
  '/arrivals',
  '/spinners',
  '/jobs',
  '/people',
  '/messages',
  '/outbox',
]

/** The timeline takes the place of the outbox, because it has the captured messages of test mode. */
const testPaths: readonly PagePath[] = ['/test-timeline', ...paths.filter((path) => path !== '/outbox')]

/** The links to the pages that people use every day. */
export function MainLinks({ isTestMode, path }: { isTestMode: boolean; path: string }) {
  return (
    <Stack gap={4}>
      {(isTestMode ? testPaths : paths).map((to) => {
        const { label, icon: Icon } = pages[to]
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
