import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A placeholder for an empty list: says what the list will contain, and how to add the first item. */
export function EmptyState({
  icon: Icon,
  title,
  isWholePage = false,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  /** Whether the page has nothing else, so that `title` is its heading. */
  isWholePage?: boolean
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" py="lg">
        <ThemeIcon size={56} radius="xl" variant="light">
          <Icon size={28} aria-hidden />
        </ThemeIcon>
        <Title order={isWholePage ? 1 : 2} size="h3" ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center" w="100%" maw={520} component="div">
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
