import { Combobox, Group, Kbd, Loader, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { searchQuery } from '../../api/search.ts'
import { type Entry, entriesFor } from './entries.ts'
import classes from './palette.module.css'

const waitMs = 120

/** The command palette finds people, tables, spinners, jobs, senders and pages by a few letters. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" yOffset="12dvh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Finder onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [sought] = useDebouncedValue(words.trim(), waitMs)
  const { data, isFetching, isError } = useQuery(searchQuery(sought))
  const combobox = useCombobox({ opened: true })
  const entries = entriesFor(words, words.trim() === '' ? [] : (data?.items ?? []))
  const groups = Map.groupBy(entries, ({ group }) => group)
  const shown = entries.map(({ key }) => key).join()
  const { selectFirstOption } = combobox
  // Selects the first search result again after the results change, because the selected one may be gone.
  useEffect(() => {
    if (shown !== '') selectFirstOption()
  }, [shown, selectFirstOption])
  const go = (key: string) => {
    const entry = entries.find((one) => one.key === key)
    if (entry === undefined) return
    onClose()
    const { to, params = {}, search = {} } = entry
    void navigate({ to, params, search })
  }
  return (
    <Combobox store={combobox} onOptionSubmit={go} withinPortal={false}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          variant="unstyled"
          size="lg"
          px="md"
          className={classes['search'] ?? ''}
          leftSectionWidth={48}
          leftSection={isFetching ? <Loader size={16} aria-hidden /> : <Search size={18} aria-hidden />}
          placeholder="Search e-mail addresses, data tables, spinners, job ids, pages"
          aria-label="Search"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          // Closes the palette on Escape before the option list receives the key, because the list would
          // consume it.
          onKeyDownCapture={({ key }) => {
            if (key === 'Escape') onClose()
          }}
        />
      </Combobox.EventsTarget>
      <div className={classes['options']}>
        <Combobox.Options aria-label="Search results">
          {[...groups].map(([group, some]) => (
            <Combobox.Group key={group} label={group}>
              {some.map((entry) => (
                <Option key={entry.key} entry={entry} />
              ))}
            </Combobox.Group>
          ))}
          {entries.length === 0 && <Combobox.Empty>{emptyWords(isFetching, isError)}</Combobox.Empty>}
        </Combobox.Options>
      </div>
      <Group gap="md" px="md" py={8} className={classes['foot'] ?? ''} visibleFrom="xs" aria-hidden>
        <Hint keys={['↑', '↓']} does="choose" />
        <Hint keys={['↵']} does="open" />
        <Hint keys={['esc']} does="close" />
      </Group>
    </Combobox>
  )
}

function emptyWords(isFetching: boolean, isError: boolean): string {
  if (isFetching) return 'Searching…'
  if (isError) return 'The search failed, because the service did not answer. Try again.'
  return 'The search found nothing. To find a person without messages, type the whole e-mail address.'
}

function Option({ entry: { key, icon: Icon, label, note } }: { entry: Entry }) {
  return (
    <Combobox.Option value={key} className={classes['option'] ?? ''}>
      <Group gap="sm" wrap="nowrap">
        <Icon size={17} style={{ flexShrink: 0 }} aria-hidden />
        <Text size="sm" truncate flex="0 1 auto">
          {label}
        </Text>
        {note !== null && (
          <Text size="xs" truncate flex="1 0 0" ta="end" opacity={0.8}>
            {note}
          </Text>
        )}
      </Group>
    </Combobox.Option>
  )
}

function Hint({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <Group gap={4}>
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
      <Text size="xs" c="dimmed">
        {does}
      </Text>
    </Group>
  )
}
