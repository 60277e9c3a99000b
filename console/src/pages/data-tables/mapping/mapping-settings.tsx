import { Select, Switch, Text, TextInput } from '@mantine/core'
import type { DataTable, Mapping } from '../../../api/schema.ts'
import { pathText } from '../../../components/arrival/path-text.ts'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'
import { wordsOfAction } from './action-words.ts'
import type { MappingDraft } from './mapping-draft.ts'

/** Edits the name of a mapping and what the mapping does, and says to which deliveries the mapping applies. */
export function MappingSettings({
  table,
  mapping,
  draft,
  opens,
  onDraft,
  onOpens,
}: {
  table: DataTable
  mapping: Mapping
  draft: MappingDraft
  /** Whether saving the mapping opens a strict table to deliveries in this format. */
  opens: boolean
  onDraft: (draft: MappingDraft) => void
  onOpens: (opens: boolean) => void
}) {
  return (
    <Section title={t('The mapping')}>
      <TextInput
        label={t('Name')}
        description={t('Name the mapping, for example after its source and form.')}
        value={draft.name}
        maxLength={200}
        maw={420}
        onChange={(event) => onDraft({ ...draft, name: event.currentTarget.value })}
        error={draft.name.trim() === '' && t('Enter a name')}
      />
      <Select
        label={t('What the mapping does with records')}
        data={Object.entries(wordsOfAction).map(([value, { long, needsMatch }]) => ({
          value,
          label: long,
          disabled: needsMatch && table.match === null,
        }))}
        value={draft.action}
        onChange={(value) => onDraft({ ...draft, action: (value ?? draft.action) as Mapping['action'] })}
        allowDeselect={false}
        maw={420}
      />
      <Text size="sm" c="dimmed">
        {wordsOfMatch(mapping)}
      </Text>
      {!table.acceptsAnyFormat && (
        <Switch
          checked={opens}
          onChange={(event) => onOpens(event.currentTarget.checked)}
          label={t('Accept arrivals in this format from now on')}
          description={t(
            'Opens the table: arrivals that do not fit are held instead of refused. If off, the mapping applies only to arrivals that you admit.',
          )}
        />
      )}
    </Section>
  )
}

function wordsOfMatch({ match: { where, requires }, root }: Mapping): string {
  const parts = [
    ...where.map(({ path, in: values }) =>
      t('in which {path} is {list}', {
        path: pathText(path),
        list: values.map((value) => `“${value}”`).join(t(' or ')),
      }),
    ),
    ...(requires.length === 0
      ? []
      : [t('that have {list}', { list: requires.map(pathText).join(t(' and ')) })]),
  ]
  const which =
    parts.length === 0
      ? t('all arrivals that no earlier mapping matches')
      : t('arrivals {parts}', { parts: parts.join(t(', and ')) })
  return root.length === 0
    ? t('The mapping applies to {which}.', { which })
    : t('The mapping applies to {which}. The records are in the body at {path}.', {
        which,
        path: pathText(root),
      })
}
