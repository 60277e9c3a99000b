import { Button, Collapse, Group, MultiSelect, Radio, Select, Stack, Text } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { DataTable, Duplicates } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { type DuplicateSearch, useFindDuplicates } from '../../../api/table/duplicates.ts'
import { Section } from '../section.tsx'
import { countries } from './countries.ts'
import { DuplicateGroups } from './duplicate-groups.tsx'
import { Setting } from './setting.tsx'

const title = 'Match columns'
const description =
  'The columns that identify a person. A record that arrives with the same values as an existing record does not become a new record. Without match columns, every record that arrives becomes a new record.'
const mostColumns = 5

interface Draft {
  readonly columns: readonly string[]
  readonly onMatch: NonNullable<DataTable['match']>['onMatch']
  readonly newerBy: string | null
  readonly defaultCountry: string | null
}

const savedIn = ({ match, defaultCountry }: DataTable): Draft => ({
  columns: match?.columns ?? [],
  onMatch: match?.onMatch ?? 'update',
  newerBy: match?.newerBy ?? null,
  defaultCountry,
})

/**
 * Returns the settings that decide which records are duplicates: the match columns, the newer-by column and
 * the country.
 */
const searchOf = ({ columns, newerBy, defaultCountry }: Draft): DuplicateSearch => ({
  columns,
  newerBy,
  defaultCountry,
})
const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Settings for the match columns, with a preview of the duplicates among existing records. */
export function MatchColumns({ table }: { table: DataTable }) {
  const change = useChangeDataTable(table.id)
  const find = useFindDuplicates(table.id)
  const [chosen, setChosen] = useState<Draft | null>(null)
  const [looked, setLooked] = useState<{ for: DuplicateSearch; found: Duplicates } | null>(null)
  const [merges, setMerges] = useState(false)
  const names = table.columns.map(({ name }) => name)
  if (names.length === 0)
    return (
      <Section title={title} description={description}>
        <Text size="sm">This table has no columns yet.</Text>
      </Section>
    )

  const saved = savedIn(table)
  const draft = chosen ?? saved
  const set = (part: Partial<Draft>) => setChosen({ ...draft, ...part })
  const search = searchOf(draft)
  const found = looked !== null && sameText(looked.for, search) ? looked.found : null
  const isOn = draft.columns.length > 0
  // Whether saving first searches for duplicates to merge: if the table has records and the match columns,
  // the newer-by column or the country changed. A change of the action on a match finds no other duplicates.
  const mayMerge = isOn && table.recordCount > 0 && !sameText(search, searchOf(saved))
  const hasPhone = draft.columns.some((name) => looksLikePhone(name))

  const look = () =>
    find.mutateAsync(search).then((result) => {
      setLooked({ for: search, found: result })
      setMerges(false)
      return result
    })
  const save = () => {
    const { columns, onMatch, newerBy, defaultCountry } = draft
    const match = columns.length === 0 ? null : { columns: [...columns], onMatch, newerBy }
    change.mutate(
      { match, defaultCountry, ...(merges && found !== null ? { duplicates: 'merge' } : {}) },
      {
        onSuccess: () => {
          setChosen(null)
          setLooked(null)
        },
      },
    )
  }
  const saveOrShow = async () => {
    if (!mayMerge || found !== null) return save()
    const { groups } = await look()
    if (groups === 0) save()
  }

  return (
    <Setting
      title={title}
      description={description}
      verb={isOn || saved.columns.length === 0 ? 'Save match columns' : 'Stop matching'}
      isChanged={!sameText(draft, saved) && (found === null || found.groups === 0 || merges)}
      isPending={change.isPending || find.isPending}
      isSaved={change.isSuccess && chosen === null}
      error={change.error ?? find.error}
      onSave={() => void saveOrShow().catch(() => {})}
    >
      <Stack gap="md">
        <MultiSelect
          label="Columns"
          description="Two records are the same when they have the same values in all of these columns. E-mail addresses and phone numbers match in any spelling. A record without a value in one of these columns is always added."
          placeholder={isOn ? '' : 'For example the column email'}
          data={names}
          value={[...draft.columns]}
          onChange={(columns) =>
            set({
              columns,
              newerBy: draft.newerBy !== null && columns.includes(draft.newerBy) ? null : draft.newerBy,
            })
          }
          maxValues={mostColumns}
          searchable
          clearable
          hidePickedOptions
          maw={560}
        />
        <Collapse expanded={isOn}>
          <Stack gap="md">
            {hasPhone && (
              <Select
                label="Country of the phone numbers"
                description="The country for phone numbers without a country prefix, such as 020 7946 0000."
                placeholder="None"
                data={countries}
                value={draft.defaultCountry}
                onChange={(defaultCountry) => set({ defaultCountry })}
                searchable
                clearable
                maw={420}
              />
            )}
            <Radio.Group
              value={draft.onMatch}
              onChange={(onMatch) => set({ onMatch })}
              label="If an arriving record already exists"
            >
              <Stack gap="sm" mt="xs">
                <Radio
                  value="update"
                  label="Update the existing record"
                  description="The existing record gets the new values. A spinner that has already taken the record does not take it again."
                />
                <Radio
                  value="ignore"
                  label="Keep the existing record unchanged"
                  description="The values of the arriving record are not stored."
                />
              </Stack>
            </Radio.Group>
            {draft.onMatch === 'update' && (
              <Select
                label="Newer by"
                description="A column with a time or a growing number that says which record is newer. An older record changes nothing, even if it arrives later."
                placeholder="The record that arrives last is newer"
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
                  loading={find.isPending}
                  onClick={() => void look().catch(() => {})}
                >
                  Find duplicates
                </Button>
              </Group>
            )}
            {mayMerge && found !== null && (
              <DuplicateGroups table={table} found={found} merges={merges} onMerges={setMerges} />
            )}
          </Stack>
        </Collapse>
      </Stack>
    </Setting>
  )
}

/**
 * Returns true if the column probably holds phone numbers, so that the form asks for a country. The service
 * decides which values are phone numbers.
 */
function looksLikePhone(name: string): boolean {
  return /phone|mobil|^cell|\bcell|^tel|telefon|handy|whatsapp|msisdn/i.test(name)
}
