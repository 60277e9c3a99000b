import {
  Combobox,
  Group,
  Kbd,
  Loader,
  Modal,
  Text,
  TextInput,
  type TextInputProps,
  useCombobox,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { useSwitchOrganization } from '../../api/account/memberships.ts'
import { profileQuery } from '../../api/account/profile.ts'
import { useRights } from '../../api/account/session.ts'
import type { ListedPerson, SearchResult } from '../../api/schema.ts'
import { peopleSearchQuery, searchQuery } from '../../api/search.ts'
import { spinnersQuery, usePauseSpinner, useResumeSpinner } from '../../api/spinner/spinners.ts'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { t } from '../../languages/text.ts'
import { useRun } from '../../pages/spinners/run/use-run.tsx'
import { type Entry, entriesFor, type Searched, soughtIn } from './entries.ts'
import classes from './palette.module.css'

const waitMs = 120
/** The number of objects of one kind that the service returns at most. */
const maxPerKind = 6

/** The command palette finds people, tables, spinners, jobs, senders, pages and actions by a few letters. */
export function Palette({
  opened,
  typed,
  onClose,
}: {
  opened: boolean
  /** The letters that the user typed before the palette was loaded. */
  typed: string
  onClose: () => void
}) {
  const run = useRun()
  const change = usePauseOrResume()
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        size="lg"
        yOffset="12dvh"
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay />
        <Modal.Content aria-label={t('Search')}>
          <Finder
            typed={typed}
            onClose={onClose}
            onAct={({ does, spinner }) =>
              does === 'run'
                ? run.ask({ ...spinner, differs: spinner.hasUnpublishedChanges })
                : change.mutate({ does, spinner })
            }
          />
        </Modal.Content>
      </Modal.Root>
      {run.dialog}
    </>
  )
}

/** The element id of the list of results, which the input controls. */
const listId = 'palette-results'

/**
 * Focuses the input as soon as it exists. The dialog focuses it by a timer, and letters typed until then would be
 * lost.
 */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus()
}

/**
 * The input of the palette, which names its list to screen readers. The library names it after the first key only,
 * because it draws the input before the list.
 */
function SearchInput(props: TextInputProps & { ref: Ref<HTMLInputElement> }) {
  return <TextInput {...props} role="combobox" aria-expanded aria-controls={listId} />
}

function Finder({
  typed,
  onClose,
  onAct,
}: {
  typed: string
  onClose: () => void
  onAct: (action: Act) => void
}) {
  const navigate = useNavigate()
  const { mutate: change } = useSwitchOrganization(() => void navigate({ to: '/' }))
  const [words, setWords] = useState(typed)
  const { searched, isFetching, remark } = useSearched(words)
  const combobox = useCombobox({ opened: true })
  const entries = entriesFor(searched)
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
    if (entry.acts !== undefined) return onAct(entry.acts)
    if (entry.switchesTo !== undefined) return change(entry.switchesTo)
    const { to, params = {}, search = {} } = entry
    void navigate({ to, params, search })
  }
  return (
    <Combobox store={combobox} onOptionSubmit={go} withinPortal={false}>
      <Combobox.EventsTarget>
        <SearchInput
          ref={focusAtOnce}
          data-autofocus
          variant="unstyled"
          size="lg"
          px="md"
          className={classes['search'] ?? ''}
          leftSectionWidth={48}
          leftSection={isFetching ? <Loader size={16} aria-hidden /> : <Search size={18} aria-hidden />}
          placeholder={t('Search people, data tables, spinners, pages and actions')}
          aria-label={t('Search')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          // Closes the palette on Escape before the option list receives the key, because the list would
          // consume it.
          onKeyDownCapture={({ key }) => {
            if (key === 'Escape') onClose()
          }}
        />
      </Combobox.EventsTarget>
      <Results entries={entries} isFetching={isFetching} remark={remark} />
      <Group gap="md" px="md" py={8} className={classes['foot'] ?? ''} visibleFrom="xs" aria-hidden>
        <Hint keys={['↑', '↓']} does={t('choose')} />
        <Hint keys={['↵']} does={t('open')} />
        <Hint keys={['esc']} does={t('close')} />
      </Group>
    </Combobox>
  )
}

type Act = NonNullable<Entry['acts']>

/** Pauses or resumes a spinner with its jobs, and offers to undo that. */
function usePauseOrResume() {
  const pause = usePauseSpinner()
  const resume = useResumeSpinner()
  const change = useMutation({
    mutationFn: ({ does, spinner: { id } }: Act) => (does === 'pause' ? pause(id) : resume(id)),
    onSuccess: (_, { does, spinner }) =>
      offerUndo({
        id: `palette ${spinner.id}`,
        text:
          does === 'pause'
            ? t('{name} and its jobs are paused', { name: spinner.name })
            : t('{name} is resumed', { name: spinner.name }),
        role: 'status',
        onUndo: () => change.mutate({ does: does === 'pause' ? 'resume' : 'pause', spinner }),
      }),
  })
  return change
}

/**
 * Searches people, things and spinners for a text. While the search is under way, the results are those of the
 * previous text that contain the new words, so that Enter never opens the result of another search.
 */
function useSearched(words: string) {
  const [text] = useDebouncedValue(words.trim(), waitMs)
  const sought = soughtIn(text).words
  const latest = soughtIn(words).words
  const may = useRights()
  const { data: things, ...ofThings } = useQuery(searchQuery(sought))
  const { data: people, ...ofPeople } = useQuery(peopleSearchQuery(sought))
  const { data: profile } = useQuery({ ...profileQuery, enabled: sought !== '' })
  const { data: spinners = [] } = useQuery({ ...spinnersQuery, enabled: sought !== '' })
  const isBlank = words.trim() === ''
  const isFetching = text !== words.trim() || ofThings.isFetching || ofPeople.isFetching
  const isError = ofThings.isError || ofPeople.isError
  const answers = <Item extends SearchResult | ListedPerson>(
    items: readonly Item[] = [],
    isEarlier: boolean,
  ) => (isBlank ? [] : isEarlier || text !== words.trim() ? items.filter((one) => holds(one, latest)) : items)
  const searched: Searched = {
    words,
    found: answers(things?.items, ofThings.isPlaceholderData),
    people: answers(people?.items, ofPeople.isPlaceholderData),
    spinners: isBlank ? [] : spinners,
    organizations: profile?.organizations ?? [],
    may,
  }
  const isFull = searched.found.filter(({ kind }) => kind === 'person').length >= maxPerKind
  const remark =
    isBlank || isFetching ? null : remarkOn(isFull || (people?.nextCursor ?? null) !== null, isError)
  return { searched, isFetching, remark }
}

/** Returns true if the texts that the palette shows of a search result contain all of the words. */
function holds(result: SearchResult | ListedPerson, words: string): boolean {
  const texts = textsOf(result).join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => texts.includes(word))
}

/** Returns the shown texts of a search result. Other ids are random letters and digits that match short words. */
function textsOf(result: SearchResult | ListedPerson): readonly (string | null)[] {
  if ('email' in result) return [result.name, result.email, result.company, result.match?.value ?? null]
  return [result.name, result.description, result.kind === 'person' ? result.id : null]
}

/** Returns what the results of a search lack; null if they are complete. */
function remarkOn(more: boolean, isError: boolean): string | null {
  if (isError) return t('A part of the search failed, because the service did not answer. Try again.')
  return more ? t('More people may match. Type more letters or the whole e-mail address to find them.') : null
}

function Results({
  entries,
  isFetching,
  remark,
}: {
  entries: readonly Entry[]
  isFetching: boolean
  remark: string | null
}) {
  const groups = Map.groupBy(entries, ({ group }) => group)
  return (
    <>
      <Combobox.Options id={listId} aria-label={t('Search results')} className={classes['options'] ?? ''}>
        {[...groups].map(([group, some]) => (
          <Combobox.Group key={group} label={group}>
            {some.map((entry) => (
              <Option key={entry.key} entry={entry} />
            ))}
          </Combobox.Group>
        ))}
        {entries.length === 0 && (
          <Combobox.Empty>
            {isFetching ? t('Searching…') : (remark ?? t('The search found nothing.'))}
          </Combobox.Empty>
        )}
      </Combobox.Options>
      {entries.length > 0 && remark !== null && (
        <Text size="xs" c="dimmed" px="sm" py={6} role="status">
          {remark}
        </Text>
      )}
    </>
  )
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
          <Text size="xs" truncate flex="1 0 0" ta="end">
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
