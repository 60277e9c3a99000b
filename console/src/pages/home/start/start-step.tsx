import { Box, Button, Collapse, Group, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Check, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Snippet } from '../../../components/snippet.tsx'
import { t } from '../../../languages/text.ts'

/**
 * One getting-started step on the way to the first job: its description, the button that does it, and a mark
 * once it is done.
 */
export function StartStep({
  number,
  done,
  title,
  text,
  snippet,
  children,
}: {
  number: number
  done: boolean
  title: string
  text: string
  /** The API call that does the same as the button of the getting-started step. */
  snippet?: { label: string; code: string; shown?: string }
  children: ReactNode
}) {
  const [opened, { toggle }] = useDisclosure()
  return (
    <Box component="li" className="start-step" p="md">
      <Group align="flex-start" wrap="nowrap">
        <ThemeIcon radius="xl" size={32} color={done ? 'teal.9' : 'gray'} variant={done ? 'filled' : 'light'}>
          {done ? <Check size={18} aria-hidden /> : <span aria-hidden>{number}</span>}
        </ThemeIcon>
        <Box flex={1} miw={0}>
          <Group justify="space-between" gap="sm">
            <Box flex="1 1 18rem" miw={0}>
              <Title order={3} size="h4">
                {title}
                <VisuallyHidden>{done ? t(' (done)') : t(' (to do)')}</VisuallyHidden>
              </Title>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </Box>
            <Group gap="xs" className="start-actions">
              {snippet !== undefined && (
                <Button
                  variant="subtle"
                  leftSection={<Terminal size={16} aria-hidden />}
                  onClick={toggle}
                  aria-expanded={opened}
                >
                  {t('By API')}
                </Button>
              )}
              {children}
            </Group>
          </Group>
          {snippet !== undefined && (
            <Collapse expanded={opened}>
              <Box pt="sm">
                <Snippet {...snippet} />
              </Box>
            </Collapse>
          )}
        </Box>
      </Group>
    </Box>
  )
}
