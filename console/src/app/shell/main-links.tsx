import { Stack, Text } from '@mantine/core'
import { NavigationLink } from '../../components/links.tsx'
import { isIn, navigation, testNavigation } from '../pages.ts'

/** The links in the navigation, in groups. */
export function MainLinks({ isTestMode, path }: { isTestMode: boolean; path: string }) {
  return (
    <Stack gap="md">
      {(isTestMode ? testNavigation : navigation).map(({ label: group, sections }) => (
        <Stack key={group} gap={2} role="group" aria-labelledby={`navigation-${group}`}>
          <Text id={`navigation-${group}`} size="xs" fw={600} c="dimmed" px="sm" mb={2}>
            {group}
          </Text>
          {sections.map((section) => {
            const { label, icon: Icon, paths } = section
            const isHere = isIn(section, path)
            return (
              <NavigationLink
                key={label}
                to={paths[0]}
                label={label}
                leftSection={<Icon size={18} aria-hidden />}
                active={isHere}
                aria-current={isHere ? 'page' : undefined}
                py={6}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
              />
            )
          })}
        </Stack>
      ))}
    </Stack>
  )
}
