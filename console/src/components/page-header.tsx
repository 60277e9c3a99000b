import { Box, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { t } from '../languages/text.ts'
import { GuideLink } from './guide/guide-link.tsx'
import type { GuidePage } from './guide/guide-pages.ts'

/** The header of a page: its title, its purpose and its actions. */
export function PageHeader({
  title,
  name = title,
  description,
  guide,
  above,
  actions,
}: {
  title: ReactNode
  /** The name of the page in the browser's tab, if `title` is more than text. */
  name?: ReactNode
  description?: ReactNode
  /** The page of the guide about the page; its link follows the description. */
  guide?: GuidePage
  /** The link above the title that leads to the parent page. */
  above?: ReactNode
  actions?: ReactNode
}) {
  useDocumentTitle(typeof name === 'string' ? t('{name} – Spindle', { name }) : t('Console – Spindle'))
  return (
    <Box component="header" mb="lg">
      {above !== undefined && <Box mb={4}>{above}</Box>}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box miw={0} flex="1 1 16rem">
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={2} component="div">
              {description} {guide !== undefined && <GuideLink page={guide} />}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
    </Box>
  )
}
