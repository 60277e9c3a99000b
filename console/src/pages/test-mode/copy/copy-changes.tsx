import { Badge, Group, List, Text } from '@mantine/core'
import type { CopiedItem } from '../../../api/schema.ts'
import { translated } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'

const changes: Readonly<Record<CopiedItem['change'], { readonly word: string; readonly color: string }>> = {
  new: { word: t('New'), color: 'teal' },
  changed: { word: t('Changed'), color: 'yellow' },
  same: { word: t('Unchanged'), color: 'gray' },
  conflict: { word: t('Conflict'), color: 'red' },
}

const kinds: Readonly<Record<CopiedItem['kind'], string>> = {
  project: t('Project'),
  dataTable: t('Data table'),
  mapping: t('Mapping'),
  spinner: t('Spinner'),
  sender: t('Sender'),
  file: t('Attached file'),
}

/** Lists the data tables, spinners and other items that the copy of a project creates or changes. */
export function CopyChanges({ items }: { items: readonly CopiedItem[] }) {
  return (
    <List listStyleType="none" size="sm" spacing="xs" aria-label={t('Changes')}>
      {items.map(({ kind, name, change, message }) => (
        <List.Item key={`${kind} ${name}`}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge variant="dot" tt="none" miw={104} color={changes[change].color}>
              {changes[change].word}
            </Badge>
            <Text span inherit style={{ overflowWrap: 'anywhere' }}>
              {kinds[kind]} <strong>{name}</strong>
              {message !== null && (
                <Text size="xs" c="dimmed">
                  {translated(message)}
                </Text>
              )}
            </Text>
          </Group>
        </List.Item>
      ))}
    </List>
  )
}
