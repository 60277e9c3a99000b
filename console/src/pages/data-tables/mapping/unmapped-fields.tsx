import { Box, Button, Collapse, Group, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { UnmappedField } from '../../../api/schema.ts'
import { pathKey, pathText } from '../../../components/arrival/path-text.ts'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'
import { questionOf } from './mapping-draft.ts'

const fewAtFirst = 8

/** Returns the question of an unused value, or else its path. */
function nameOf({ path, name }: UnmappedField): string {
  return questionOf(path, name) ?? pathText(path)
}

/** Returns a message as the second part of a sentence, without the capital letter at its beginning. */
export function inSentence(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

/**
 * Lists the values of the sample body that fill no column. The user can create a column from each value, or
 * ignore it.
 */
export function UnmappedFields({
  unmapped,
  onCreate,
}: {
  unmapped: readonly UnmappedField[]
  onCreate: (one: UnmappedField) => void
}) {
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set())
  const [all, showAll] = useState(false)
  const shown = unmapped.filter(({ path }) => !ignored.has(pathKey(path)))
  if (shown.length === 0) return null
  const row = (one: UnmappedField) => (
    <Group key={pathKey(one.path)} component="li" gap="sm" justify="space-between" py={6}>
      <Box miw={0} flex="1 1 12rem">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {nameOf(one)}
        </Text>
        {nameOf(one) !== pathText(one.path) && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {pathText(one.path)}
          </Text>
        )}
        <Text size="sm" c="dimmed" truncate>
          {one.samples.length === 0 ? t('empty value') : one.samples.map(String).join(' · ')}
        </Text>
        {one.refusal !== null && (
          <Text size="xs" fw={600}>
            {t('Not proposed: {message}.', { message: inSentence(one.refusal.message) })}
          </Text>
        )}
      </Box>
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          aria-label={t('Create column from the unused value {name}', { name: nameOf(one) })}
          onClick={() => onCreate(one)}
        >
          {t('Create column')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('Ignore the unused value {name}', { name: nameOf(one) })}
          onClick={() => setIgnored(new Set([...ignored, pathKey(one.path)]))}
        >
          {t('Ignore')}
        </Button>
      </Group>
    </Group>
  )
  return (
    <Section
      title={t('Unused values')}
      description={t('Values in the arrivals that no column uses. Spindle ignores the values in this list.')}
    >
      <Box component="ul" aria-label={t('Unused values')} className="plain-list">
        {shown.slice(0, fewAtFirst).map(row)}
        <Collapse expanded={all}>{all && shown.slice(fewAtFirst).map(row)}</Collapse>
      </Box>
      {shown.length > fewAtFirst && !all && (
        <Group>
          <Button size="xs" variant="subtle" onClick={() => showAll(true)}>
            {t('Show all {count}', { count: shown.length })}
          </Button>
        </Group>
      )}
    </Section>
  )
}
