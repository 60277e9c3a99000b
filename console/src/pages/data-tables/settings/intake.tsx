import { Collapse, Radio, Select, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import { Setting } from './setting.tsx'

type Draft = Pick<DataTable, 'intake' | 'duplicateWindowSeconds' | 'autoMap'>

const windows = [0, 60, 600, 3_600, 86_400, 604_800]

/**
 * Settings of a data table for deliveries: whether those that do not fit are refused or held, how long
 * repeats are ignored, and whether new formats are mapped automatically.
 */
export function Intake({ table }: { table: DataTable }) {
  const { intake, duplicateWindowSeconds, autoMap } = table
  const saved: Draft = { intake, duplicateWindowSeconds, autoMap }
  const change = useChangeDataTable(table.id)
  const [chosen, setChosen] = useState<Partial<Draft>>({})
  const revision = useSeenRevision(table, {
    value: saved,
    isEdited: Object.keys(chosen).length > 0,
    answer: change.data,
  })
  const draft: Draft = { ...saved, ...chosen }
  const set = (part: Partial<Draft>) => setChosen({ ...chosen, ...part })
  const choices = [...new Set([...windows, duplicateWindowSeconds])].toSorted((a, b) => a - b)
  return (
    <Setting
      title="Deliveries that do not fit"
      description="What happens to a delivery that does not fit this table. Both settings list the delivery under Arrivals with the reason, where you can admit it."
      verb="Save setting"
      isChanged={JSON.stringify(draft) !== JSON.stringify(saved)}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      revision={revision}
      onSave={(seen) =>
        change.mutate(
          { changes: draft, revision: seen },
          { onSuccess: () => setChosen(unlessChanged(chosen, {})) },
        )
      }
    >
      <Radio.Group
        value={draft.intake}
        onChange={(value) => set({ intake: value })}
        aria-label="Deliveries that do not fit"
      >
        <Stack gap="sm">
          <Radio
            value="strict"
            label="Strict: refuse the delivery"
            description="A strict table accepts only {“records”: […]} with its own columns. Other formats get an error at once. For scripts that handle errors."
          />
          <Radio
            value="open"
            label="Open: hold the delivery"
            description="An open table accepts any format and answers 200. Mappings add what fits; the rest is held for you. For CRMs and forms, because many of them do not send a lead again after an error."
          />
        </Stack>
      </Radio.Group>
      <Collapse expanded={draft.intake === 'open'}>
        <Stack gap="md">
          <Select
            label="Repeated deliveries"
            description="How long identical content counts as a repeat, which Spindle ignores. A delivery with an id is recognized by the id for four days."
            data={choices.map((seconds) => ({
              value: String(seconds),
              label:
                seconds === 0 ? 'Never ignore repeats' : `Ignore repeats within ${wordsOfDuration(seconds)}`,
            }))}
            value={String(draft.duplicateWindowSeconds)}
            onChange={(value) => set({ duplicateWindowSeconds: Number(value) })}
            allowDeselect={false}
            maw={420}
          />
          <Switch
            checked={draft.autoMap}
            onChange={(event) => set({ autoMap: event.currentTarget.checked })}
            label="Apply unambiguous mappings automatically"
            description="Spindle maps a new format automatically if exactly one value fits each required column. It never creates columns."
          />
        </Stack>
      </Collapse>
    </Setting>
  )
}
