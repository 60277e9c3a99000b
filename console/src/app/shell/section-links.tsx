import { Group } from '@mantine/core'
import { useRights } from '../../api/account/session.ts'
import { PlainLink } from '../../components/links.tsx'
import { navigation, openNavigation, pages } from '../pages.ts'
import { showCurrent } from '../show-current.ts'
import classes from './section-links.module.css'
import { usePath } from './use-path.ts'

/** Links between the pages that share one link of the navigation, above the title of each of them. */
export function SectionLinks() {
  const path = usePath()
  const section = openNavigation(navigation, useRights())
    .flatMap(({ sections }) => sections)
    .find(({ paths }) => paths.length > 1 && paths.some((one) => one === path))
  if (section === undefined) return null
  return (
    <Group
      component="nav"
      ref={showCurrent}
      aria-label={section.label}
      gap="clamp(10px, 3vw, 20px)"
      mb="md"
      className={classes['links'] ?? ''}
    >
      {section.paths.map((to) => (
        <PlainLink
          key={to}
          to={to}
          className={classes['link'] ?? ''}
          aria-current={to === path ? 'page' : undefined}
        >
          {pages[to].label}
        </PlainLink>
      ))}
    </Group>
  )
}
