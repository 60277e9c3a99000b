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

/**
 * The pages in the navigation of test mode. The timeline replaces the outbox, because it shows the captured
 * messages too.
 */
const testPaths: readonly PagePath[] = ['/test-timeline', ...paths.filter((path) => path !== '/outbox')]

/** The links in the navigation to the pages that people use every day. */
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
