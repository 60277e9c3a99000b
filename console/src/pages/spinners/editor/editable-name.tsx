import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMay } from '../../../api/account/session.ts'

/** The name of a spinner that is edited in place: Enter keeps the change, Escape undoes it. Viewers only see it. */
export function EditableName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const opened = useRef(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const end = (kept: string | null) => {
    setTyped(null)
    const trimmed = kept?.trim() ?? ''
    if (trimmed !== '' && trimmed !== name) onChange(trimmed)
  }
  const endByKey = (kept: string | null) => {
    end(kept)
    setTimeout(() => pencil.current?.focus())
  }
  if (!useMay('editor')) return name
  if (typed === null)
    return (
      <Group component="span" gap="xs" wrap="nowrap" align="flex-start" display="inline-flex">
        <span>{name}</span>
        <Tooltip label="Rename">
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            mt={4}
            aria-label="Rename the spinner"
            onClick={() => {
              opened.current = false
              setTyped(name)
            }}
          >
            <Pencil size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    )
  return (
    <TextInput
      aria-label="Name of the spinner"
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
      error={typed.trim() === '' ? 'A spinner needs a name' : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => end(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') endByKey(typed)
        if (event.key === 'Escape') endByKey(null)
      }}
    />
  )
}
