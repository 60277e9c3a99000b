import { Group, Popover, Text, UnstyledButton } from '@mantine/core'
import { memo, useState } from 'react'
import { t } from '../../../../languages/text.ts'
import { useColumns } from '../values/values-context.ts'
import { FallbackForm } from './fallback-form.tsx'
import classes from './value-chips.module.css'
import { valueTagsIn, withFallbackOf } from './value-tags.ts'

/**
 * The columns in a template as chips, each once. A click on a chip sets the word that stands for empty cells of the
 * column.
 */
export const ValueChips = memo(function ValueChips({
  template,
  label,
  onChange,
}: {
  template: string
  /** The label of the field with the template. */
  label: string
  onChange: (template: string) => void
}) {
  const columns = useColumns()
  const words = new Map(valueTagsIn(template).map(({ name, fallback }) => [name, fallback]))
  const names = [...words.keys()].filter((name) => columns.includes(name))
  if (names.length === 0) return null
  return (
    <Group gap={4} mt={4} role="group" aria-label={t('Values in {label}', { label })}>
      {names.map((name) => (
        <ValueChip
          key={name}
          name={name}
          fallback={words.get(name) ?? null}
          onSet={(word) => onChange(withFallbackOf(template, name, word))}
        />
      ))}
    </Group>
  )
})

function ValueChip({
  name,
  fallback,
  onSet,
}: {
  name: string
  fallback: string | null
  onSet: (word: string | null) => void
}) {
  const [opened, setOpened] = useState(false)
  const words = fallback === null ? name : t('{name} or “{fallback}”', { name, fallback })
  const chip = (
    <UnstyledButton
      className={classes['chip'] ?? ''}
      aria-label={t('Word for empty cells of {words}', { words })}
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    >
      {name}
      {fallback !== null && (
        <Text span inherit c="dimmed">
          {' '}
          {t('or “{fallback}”', { fallback })}
        </Text>
      )}
    </UnstyledButton>
  )
  if (!opened) return chip
  return (
    <Popover
      opened
      onChange={setOpened}
      position="bottom-start"
      width={300}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{chip}</Popover.Target>
      <Popover.Dropdown>
        <FallbackForm
          name={name}
          fallback={fallback}
          onSet={(word) => {
            onSet(word)
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
