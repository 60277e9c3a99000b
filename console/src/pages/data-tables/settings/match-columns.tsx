import { Button, Collapse, Group, MultiSelect, Radio, Select, Stack, Text } from '@mantine/core'
import { Search } from 'lucide-react'
import { maxMatchColumns } from '../../../api/limits.ts'
import type { DataTable } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'
import { countries } from './countries.ts'
import { DuplicateGroups } from './duplicate-groups.tsx'
import { Setting } from './setting.tsx'
import { useMatchDraft } from './use-match-draft.ts'

const title = t('Match columns')
const description = t(
  'The columns that identify a person. A record that arrives with the same values as an existing record does not become a new record. Without match columns, every record that arrives becomes a new record.',
)

/** Settings for the match columns, with a preview of the duplicates among existing records. */
export function MatchColumns({ table }: { table: DataTable }) {
  const matching = useMatchDraft(table)
  const names = table.columns.map(({ name }) => name)
  if (names.length === 0)
    return (
      <Section title={title} description={description} guide="use/match-columns">
        <Text size="sm">{t('This table has no columns yet.')}</Text>
      </Section>
    )

  const { draft, set, isOn, setting } = matching
  return (
    <Setting title={title} description={description} guide="use/match-columns" {...setting}>
      <Stack gap="md">
        <MultiSelect
          label={t('Columns')}
          description={t(
            'Two records are the same when they have the same values in all of these columns. E-mail addresses and phone numbers match in any spelling. A record without a value in one of these columns is always added.',
          )}
          placeholder={isOn ? '' : t('For example the column email')}
          data={names}
          value={[...draft.columns]}
          onChange={(columns) =>
            set({
              columns,
              newerBy: draft.newerBy !== null && columns.includes(draft.newerBy) ? null : draft.newerBy,
            })
          }
          maxValues={maxMatchColumns}
          searchable
          clearable
          hidePickedOptions
          maw={560}
        />
        <MatchSettings table={table} matching={matching} />
      </Stack>
    </Setting>
  )
}

/** The settings that matter once match columns are chosen: what happens on a match, and existing duplicates. */
function MatchSettings({
  table,
  matching,
}: {
  table: DataTable
  matching: ReturnType<typeof useMatchDraft>
}) {
  const { draft, set, isOn, mayMerge, found } = matching
  const names = table.columns.map(({ name }) => name)
  return (
    <Collapse expanded={isOn}>
      <Stack gap="md">
        {draft.columns.some(looksLikePhone) && (
          <Select
            label={t('Country of the phone numbers')}
            description={t('The country for phone numbers without a country prefix, such as 020 7946 0000.')}
            placeholder={t('None')}
            data={countries}
            value={draft.defaultCountry}
            onChange={(defaultCountry) => set({ defaultCountry })}
            searchable
            clearable
            maw={420}
          />
        )}
        <OnMatch value={draft.onMatch} onChange={(onMatch) => set({ onMatch })} />
        {draft.onMatch === 'update' && (
          <Select
            label={t('Column that shows which record is newer')}
            description={t(
              'A column with a time or a growing number that says which record is newer. An older record changes nothing, even if it arrives later.',
            )}
            placeholder={t('The record that arrives last is newer')}
            data={names.filter((name) => !draft.columns.includes(name))}
            value={draft.newerBy}
            onChange={(newerBy) => set({ newerBy })}
            clearable
            maw={420}
          />
        )}
        {mayMerge && (
          <Group>
            <Button
              variant="default"
              leftSection={<Search size={16} aria-hidden />}
              loading={matching.isLooking}
              onClick={matching.look}
            >
              {t('Find duplicates')}
            </Button>
          </Group>
        )}
        {mayMerge && found !== null && (
          <DuplicateGroups
            table={table}
            found={found}
            merges={matching.merges}
            onMerges={matching.setMerges}
          />
        )}
      </Stack>
    </Collapse>
  )
}

type OnMatchChoice = NonNullable<DataTable['match']>['onMatch']

/** The choice of what happens to an existing record when the same record arrives. */
function OnMatch({ value, onChange }: { value: OnMatchChoice; onChange: (onMatch: OnMatchChoice) => void }) {
  return (
    <Radio.Group value={value} onChange={onChange} label={t('If an arriving record already exists')}>
      <Stack gap="sm" mt="xs">
        <Radio
          value="update"
          label={t('Update the existing record')}
          description={t(
            'The existing record gets the new values. A spinner that has already taken the record does not take it again.',
          )}
        />
        <Radio
          value="ignore"
          label={t('Keep the existing record unchanged')}
          description={t('If the table already has the record, the arriving values are discarded.')}
        />
      </Stack>
    </Radio.Group>
  )
}

/**
 * Returns true if the column probably holds phone numbers, so that the form asks for a country. The service
 * decides which values are phone numbers.
 */
function looksLikePhone(name: string): boolean {
  return /phone|mobil|^cell|\bcell|^tel|telefon|handy|whatsapp|msisdn/i.test(name)
}
