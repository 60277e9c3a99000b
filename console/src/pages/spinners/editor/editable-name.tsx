import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import { t } from '../../../languages/text.ts'

/**
 * The name of a spinner that is edited in place. Each key changes the name of the draft, so that no way of leaving the
 * page loses it. Escape undoes the change. Viewers only see the name.
 */
export function EditableName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  /** The typed name, and the name before; null unless the name is being edited. */
  const [edit, setEdit] = useState<{ typed: string; before: string } | null>(null)
  const opened = useRef(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const endByKey = () => {
    setEdit(null)
    setTimeout(() => pencil.current?.focus())
  }
  if (!useMay('editor')) return name
  if (edit === null)
    return (
      <Group component="span" gap="xs" wrap="nowrap" align="flex-start" display="inline-flex">
        <span>{name}</span>
        <Tooltip label={t('Rename')}>
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={t('Rename the spinner')}
            onClick={() => {
              opened.current = false
              setEdit({ typed: name, before: name })
            }}
          >
            <Pencil size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    )
  const { typed, before } = edit
  return (
    <TextInput
      aria-label={t('Name of the spinner')}
      size="md"
      maw={480}
      ref={(input) => {
        if (input === null || opened.current) return
        opened.current = true
        input.focus()
        input.select()
      }}
      maxLength={200}
      value={typed}
      error={typed.trim() === '' ? t('A spinner needs a name') : undefined}
      onChange={({ currentTarget: { value } }) => {
        setEdit({ typed: value, before })
        onChange(value.trim() === '' ? before : value.trim())
      }}
      onBlur={() => setEdit(null)}
      onKeyDown={(event) => {
        // Changes nothing if nothing was typed, because another user may have renamed the spinner meanwhile.
        if (event.key === 'Escape' && typed !== before) onChange(before)
        if (event.key === 'Enter' || event.key === 'Escape') endByKey()
      }}
    />
  )
}
