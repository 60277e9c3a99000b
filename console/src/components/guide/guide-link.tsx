import { Anchor } from '@mantine/core'
import { t } from '../../languages/text.ts'
import { type GuidePage, guidePages } from './guide-pages.ts'

/**
 * A link to the page of the guide that answers the question of a screen. The page opens in a new tab, so that the screen
 * keeps what the user has typed.
 */
export function GuideLink({ page }: { page: GuidePage }) {
  return (
    <Anchor href={`/docs/guide/${page}`} target="_blank" inherit underline="always">
      {t('Guide to {page}', { page: guidePages[page] })}
    </Anchor>
  )
}
