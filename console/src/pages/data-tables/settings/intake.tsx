import { Collapse, Radio, Select, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { wordsOfDuration } from '../../../components/time/duration.ts'
import { Setting } from './setting.tsx'

type Draft = Pick<DataTable, 'intake' | 'duplicateWindowSeconds' | 'autoMap'>

const windows = [0, 60, 600, 3_600, 86_400, 604_800]

/** Settings for arrivals that do not fit the table. */
export function Intake({ table }: { table: DataTable }) {
  const { intake, duplicateWindowSeconds, autoMap } = table
  const saved: Draft = { intake, duplicateWindowSeconds, autoMap }
  const change = useChangeDataTable(table.id)
  const [chosen, setChosen] = useState<Partial<Draft>>({})
  const draft: Draft = { ...saved, ...chosen }
  const set = (part: Partial<Draft>) => setChosen({ ...chosen, ...part })
  const choices = [...new Set([...windows, duplicateWindowSeconds])].toSorted((a, b) => a - b)
  return (
    <Setting
      title="Intake"
      description="What happens to a delivery that does not fit this table. Either way it is listed under Arrivals with the reason, and can be admitted from there."
      verb="Save intake"
      isChanged={JSON.stringify(draft) !== JSON.stringify(saved)}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      onSave={() => change.mutate(draft, { onSuccess: () => setChosen({}) })}
    >
      <Radio.Group value={draft.intake} onChange={(value) => set({ intake: value })} aria-label="Intake">
        <Stack gap="sm">
          <Radio
            value="strict"
            label="Strict: refuse it"
            description="Only {“records”: […]} with this table’s columns is taken. The sender gets an error at once, for programs that look at it."
          />
          <Radio
            value="open"
            label="Open: hold it"
            description="Any shape is taken and the sender is told 200, for CRMs and forms, which never send a lead again after an error. What fits goes in, by the mappings; the rest is held for you."
          />
        </Stack>
      </Radio.Group>
      <Collapse expanded={draft.intake === 'open'}>
        <Stack gap="md">
          <Select
            label="The same delivery again"
            description="For how long the same bytes count as a repeat, which changes nothing. A delivery that its sender has given an id is known by that for four days."
            data={choices.map((seconds) => ({
              value: String(seconds),
              label:
                seconds === 0 ? 'Is a delivery of its own' : `Is a repeat within ${wordsOfDuration(seconds)}`,
            }))}
            value={String(draft.duplicateWindowSeconds)}
            onChange={(value) => set({ duplicateWindowSeconds: Number(value) })}
            allowDeselect={false}
            maw={420}
          />
          <Switch
            checked={draft.autoMap}
            onChange={(event) => set({ autoMap: event.currentTarget.checked })}
            label="Apply clear mappings unasked"
            description="A new shape is mapped without anybody looking at it, where each column that this table needs has one clear candidate. Columns are never created so."
          />
        </Stack>
      </Collapse>
    </Setting>
  )
}
