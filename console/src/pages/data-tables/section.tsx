import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { GuideLink } from '../../components/guide/guide-link.tsx'
import type { GuidePage } from '../../components/guide/guide-pages.ts'

/** A section in a tab of a data table, with a title, a description and the controls of one task. */
export function Section({
  title,
  description,
  guide,
  children,
}: {
  title: string
  description?: ReactNode
  /** The page of the guide about the section; its link follows the description. */
  guide?: GuidePage | undefined
  children: ReactNode
}) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed" mt={2} maw="44rem">
              {description} {guide !== undefined && <GuideLink page={guide} />}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
