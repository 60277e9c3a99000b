import { Stack, Text } from '@mantine/core'
import { memo } from 'react'
import { useRights } from '../../api/account/session.ts'
import { NavigationLink } from '../../components/links.tsx'
import { isIn, navigation, openNavigation, type Section, testNavigation } from '../pages.ts'
import { usePath } from './use-path.ts'

/** The links in the navigation, in groups. */
export function MainLinks({ isTestMode }: { isTestMode: boolean }) {
  const path = usePath()
  const may = useRights()
  return (
    <Stack gap="md">
      {openNavigation(isTestMode ? testNavigation : navigation, may).map(({ label: group, sections }) => (
        <Stack key={group} gap={2} role="group" aria-labelledby={`navigation-${group}`}>
          <Text id={`navigation-${group}`} size="xs" fw={600} c="dimmed" px="sm" mb={2}>
            {group}
          </Text>
          {sections.map((section) => (
            <MainLink key={section.label} section={section} isHere={isIn(section, path)} />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

/** One link of the navigation. A navigation draws only the links again whose state changes. */
const MainLink = memo(function MainLink({ section, isHere }: { section: Section; isHere: boolean }) {
  const { label, icon: Icon, paths } = section
  return (
    <NavigationLink
      to={paths[0]}
      label={label}
      leftSection={<Icon size={18} aria-hidden />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      py={6}
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    />
  )
})
